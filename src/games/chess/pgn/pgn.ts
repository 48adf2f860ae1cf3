import { isAnnotated, MOST_LINE_MOVES, mainLine } from "../../../shared/lines.ts";
import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import { type Outcome, type Seat, seatTitle } from "../../../shared/terms.ts";
import { cleanLine, clip, NAME_LENGTH } from "../../../shared/text.ts";
import type { GameRecord, ReadGame, RecordedPlayer, RecordFormat, SharedPosition } from "../../game.ts";
import { openingOf } from "../openings/names.ts";
import { fenOf, type Position, positionOf, quoteText } from "../rules/board.ts";
import { movesWritten } from "../rules/free.ts";
import { type ChessOptions, rules } from "../rules/rules.ts";
import { openSplitter } from "./games.ts";
import { type ReadResult, resultIn } from "./results.ts";
import { type PgnToken, pgnTokens, startFenIn, whyNotOurs } from "./tokens.ts";
import { openTree } from "./tree.ts";
import { gameToPgn, isTagName, resultOf, terminationOf } from "./write.ts";

export interface ImportedGame extends Pick<ReadGame, "tags" | "moves" | "lines"> {
  /** Where the game started, or null for the initial position. */
  readonly startFen: string | null;
  /** The result after the moves; the Result tag, where that is `*` or missing. An odd one is also in the comments. */
  readonly result: ReadResult;
}

/** A bound for text that anybody may send, in characters. */
const longestPgn = 250_000;

const refusePgn = (reason: string): Refusal => invalid(`Invalid PGN: ${reason}`);

const noGame = refusePgn("there is no game in the text.");

/** `7.` or `7...`, as the move is numbered in the score. */
const numberOf = ({ fullmoves, turn }: Position): string => `${fullmoves}${turn === "black" ? "..." : "."}`;

/**
 * Reads one game and replays it, its variations too. A game may go on after a draw that our rules declare without a claim
 * (FIDE 9.6), since older rules did not. What cannot be played in a variation is kept as what was written of it.
 * Refuses with `INVALID_ARGUMENT`: text that is not PGN, other variants, a starting position or a move that is not legal
 * (with its number and the reason), more than one game, none at all.
 */
export const pgnToGame = (text: string): Result<ImportedGame> => runAtOnce(readingPgn(text));

/** The same in pieces: a long game takes a while. `firstLine` is the number of its first line in the file it comes from. */
function* readingPgn(text: string, firstLine = 1): Steps<Result<ImportedGame>> {
  if (text.length > longestPgn) return refusePgn(`the text is longer than ${longestPgn} characters.`);
  const splitter = openSplitter();
  for (const token of pgnTokens(text, firstLine)) {
    if (splitter.take(token)) return refusePgn("there is more than one game in the text.");
    yield;
  }
  const tokens = splitter.end();
  if (!tokens) return noGame;
  const { wrong, game } = yield* replayTokens(tokens, text);
  return wrong ? wrong.refusal : accept(game);
}

/** A parsed game with its last position, or the problem and its line. */
type Replay =
  | { readonly wrong: null; readonly game: ImportedGame; readonly endFen: string }
  | { readonly wrong: { readonly refusal: Refusal; readonly line: number }; readonly game: null };

/** Texts of a Result tag that say nothing. */
const noResults: ReadonlySet<string> = new Set(["", "*", "?", "-"]);
const whichZeros = 'the last "0-0" can be castling or a result; write O-O, or add a Result tag or *,';

/**
 * The meaning of `0-0` at the end of the moves: castling, or the result of two that both lose. It is castling where its move is
 * numbered or the tag has another result, and a result where castling is illegal, the tag has this one, or White's other
 * moves are numbered; null where it can be both.
 */
function zerosMeant(
  tokens: readonly PgnToken[],
  position: Position,
  zeros: PgnToken,
  inTag: string | null,
): "castling" | "result" | null {
  if (movesWritten(position, "O-O").length === 0) return "result";
  if (inTag !== null) return resultIn(inTag) === "odd" ? "result" : "castling";
  if (tokens[tokens.indexOf(zeros) - 1]?.kind === "number") return "castling";
  return position.turn === "white" && tokens.some(({ kind }) => kind === "number") ? "result" : null;
}

/** Plays the tokens of one game through. */
export function* replayTokens(tokens: readonly PgnToken[], text: string): Steps<Replay> {
  const wrong = (refusal: Refusal, line = tokens[0]?.line ?? 1): Replay => ({ wrong: { refusal, line }, game: null });
  const main = tokens.filter(({ isMain }) => isMain);
  const tags = new Map<string, string>();
  const results: Extract<PgnToken, { kind: "result" }>[] = [];
  let plies = 0;
  for (const token of main) {
    if (token.kind === "problem") return wrong(refusePgn(`${token.reason} in line ${token.line}.`), token.line);
    if (token.kind === "tag") tags.set(token.name, token.value);
    if (token.kind === "move") plies += 1;
    if (token.kind === "result") results.push(token);
  }
  if (tags.size + plies + results.length === 0) return wrong(noGame);
  if (plies > MOST_LINE_MOVES) return wrong(refusePgn(`the game is longer than ${MOST_LINE_MOVES} plies.`));
  const notOurs = whyNotOurs(tags.get("Variant"));
  if (notOurs !== null) return wrong(refusePgn(notOurs));

  const fen = startFenIn(tags);
  const start = rules.start(fen === null ? {} : { fen });
  if (!start.ok) return wrong(start);
  const tree = openTree(positionOf(start.value.fen), text);
  const inTag = tags.get("Result")?.trim() ?? null;
  /** The `0-0` that ends the moves, and what it is taken for. */
  const zeros = main.findLast(({ kind }) => kind === "move");
  const ending = results.length === 0 && zeros?.kind === "move" && /^0\s?\W\s?0$/.test(zeros.text) ? zeros : null;
  for (const token of tokens) {
    if (token === ending) {
      const meaning = zerosMeant(tokens, tree.position(), token, inTag);
      if (meaning === null) return wrong(refusePgn(`${whichZeros} in line ${token.line}.`), token.line);
      if (meaning === "result") {
        results.push({ ...token, kind: "result", result: "odd" });
        continue;
      }
    }
    const error = tree.take(token);
    if (error?.kind === "unplayable") {
      const reason = error.reason.replace(/^Invalid move: /, "");
      const number = numberOf(tree.position());
      return wrong(refusePgn(`${number} ${quoteText(error.text)} cannot be played: ${reason}`), token.line);
    }
    if (error) return wrong(refusePgn(error.reason), token.line);
    if (token.kind === "move") yield;
  }
  const lastResult = results.findLast(({ result }) => result !== "*") ?? results.at(-1);
  const tagResult =
    inTag === null ? null : (resultIn(inTag === "=" ? "1/2" : inTag) ?? resultIn(inTag.replace(/\s.*/s, "")));
  const result = lastResult && lastResult.result !== "*" ? lastResult.result : (tagResult ?? "*");
  // Words keep what a result of ours cannot say, such as a forfeit, and what contradicts it.
  for (const words of new Set([...results.map(({ text: each }) => each.trim()), ...(inTag === null ? [] : [inTag])])) {
    const isForfeit = /[+F]/i.test(words);
    if (!noResults.has(words) && (resultIn(words) !== result || result === "odd" || isForfeit))
      tree.take({ kind: "comment", text: `Result: ${words}`, line: 1, from: 0, to: 0, isApart: false, isMain: true });
  }
  const startFen = fen === null ? null : start.value.fen;
  const lines = tree.lines();
  const moves = mainLine(lines).flatMap((place) => {
    const move = lines.moves[place];
    return move ? [{ code: move.code, text: move.text }] : [];
  });
  const game: ImportedGame = {
    tags: Object.fromEntries(tags),
    startFen,
    moves,
    lines: isAnnotated(lines) ? lines : null,
    result,
  };
  return { wrong: null, game, endFen: fenOf(tree.position()) };
}

/** Chess as PGN. A game that was read from one keeps its tags when it is written again. */
export const records: RecordFormat<ChessOptions> = {
  name: "PGN",
  write: (record) =>
    gameToPgn({
      tags: {
        ...openingTags(record),
        ...eventTags(record),
        ...playerTags(record),
        ...annotatorTag(record),
      },
      startFen: record.options.fen ?? null,
      lines: record.lines,
      result: resultOf(record.outcome),
    }),

  tags: eventTags,

  *readGame(text, firstLine) {
    const game = yield* readingPgn(text, firstLine);
    if (!game.ok) return game;
    const { tags, startFen, moves, lines, result } = game.value;
    return accept({
      names: namesIn(tags),
      tags: keptTags(tags),
      options: startFen === null ? {} : { fen: startFen },
      moves,
      lines,
      outcome: recordedOutcome(result),
    });
  },
};

/** A name that was too long to be shown is written as it was read. */
function playerTags({ players: [white, black], tags }: GameRecord<ChessOptions>): Record<string, string> {
  const nameText = ({ name }: RecordedPlayer, whole = ""): string =>
    whole !== "" && shownName(whole) === name ? whole : (name ?? "?");
  return { White: nameText(white, tags?.["White"]), Black: nameText(black, tags?.["Black"]) };
}

const shownName = (name: string): string => clip(cleanLine(name), NAME_LENGTH);

function openingTags({ options, lines }: GameRecord<ChessOptions>): Record<string, string> {
  const moves = mainLine(lines).map((place) => lines.moves[place]?.code ?? "");
  const opening = openingOf(options, moves);
  return opening ? { ECO: opening.code, Opening: opening.name } : {};
}

/** The human annotators, and then the engine. */
function annotatorTag({ annotator, tags }: GameRecord<ChessOptions>): Record<string, string> {
  const writers = (tags?.["Annotator"] ?? "").split("; ").filter((name) => name !== "" && name !== annotator);
  return annotator === null ? {} : { Annotator: [...writers, annotator].join("; ") };
}

/** The tags that an imported game came with, else those of a game that was played here, beside the players' names. */
function eventTags({
  tags,
  id,
  createdAt,
  players: [white, black],
  timeControl,
  outcome,
  event,
  drawWinsFor,
  shared = [],
}: GameRecord<ChessOptions>): Readonly<Record<string, string>> {
  if (tags) return tags;
  const date = new Date(createdAt).toISOString();
  return {
    Event: event?.name ?? "Kibitz game",
    Site: "Kibitz",
    Date: date.slice(0, 10).replaceAll("-", "."),
    Round: event?.round ?? "-",
    WhiteType: typeOf(white),
    BlackType: typeOf(black),
    UTCTime: date.slice(11, 19),
    GameId: id,
    ...timeTags(timeControl),
    ...(drawWinsFor === undefined ? {} : { Armageddon: `a draw is a win for ${seatTitle(drawWinsFor)}` }),
    Termination: terminationOf(outcome),
    ...(shared.length > 0 ? { FairPlay: sharedText(shared) } : {}),
  };
}

/** With odds either side has a tag of its own, as Cute Chess and fastchess write them. */
function timeTags(control: GameRecord<ChessOptions>["timeControl"]): Readonly<Record<string, string>> {
  if (!control) return { TimeControl: "-" };
  const { initial, increment, second = initial } = control;
  const [white, black] = [`${initial}+${increment}`, `${second}+${increment}`];
  return white === black ? { TimeControl: white } : { WhiteTimeControl: white, BlackTimeControl: black };
}

/** The notice on the page, as a tag. */
const sharedText = (positions: readonly SharedPosition[]): string =>
  `While it was played, its positions were on other boards of this installation that told a computer's move: ${positions.map(({ ply, game }) => `game ${game} (ply ${ply})`).join(", ")}`;

/** PGN standard 9.1.4. */
const typeOf = ({ isHuman }: RecordedPlayer): string => (isHuman ? "human" : "program");

/** Most tags that are kept, and the longest value, in characters; a PGN may hold any number of them. */
const mostTags = 40;
const longestTag = 200;

/** Event, date, ratings and the like, and names too long to be shown, for the day when the game is written out again. */
function keptTags(tags: Readonly<Record<string, string>>): Record<string, string> {
  const ownTags = new Set(["Result", "FEN", "SetUp"]);
  const isShown = (value: string) => shownName(value) === cleanLine(value);
  const others = Object.entries(tags).filter(
    ([name, value]) => isTagName(name) && !ownTags.has(name) && !(["White", "Black"].includes(name) && isShown(value)),
  );
  return Object.fromEntries(
    others.slice(0, mostTags).map(([name, value]) => [name, clip(cleanLine(value), longestTag)]),
  );
}

function namesIn(tags: Readonly<Record<string, string>>): Record<Seat, string> {
  const [white, black] = [shownName(tags["White"] ?? ""), shownName(tags["Black"] ?? "")];
  return { ...(white === "" ? {} : { white }), ...(black === "" ? {} : { black }) };
}

const resultWinners = { "1-0": "white", "0-1": "black", "1/2-1/2": null } as const;

/** A result that two lose is none of ours: the game counts as broken off, whatever its position. */
const recordedOutcome = (result: ReadResult): Outcome | null =>
  result === "*"
    ? null
    : result === "odd"
      ? { winner: null, reason: "unfinished" }
      : { winner: resultWinners[result], reason: "recorded" };
