import { isAnnotated, MOST_LINE_MOVES, mainLine } from "../../../shared/lines.ts";
import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import type { ReadGame } from "../../game.ts";
import { fenOf, type Position, positionOf, quoteText } from "../rules/board.ts";
import { movesWritten } from "../rules/free.ts";
import { rules } from "../rules/rules.ts";
import { openSplitter } from "./games.ts";
import { type ReadResult, resultIn } from "./results.ts";
import { type PgnToken, pgnTokens, whyNotOurs } from "./tokens.ts";
import { openTree } from "./tree.ts";

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
export function* readingPgn(text: string, firstLine = 1): Steps<Result<ImportedGame>> {
  if (text.length > longestPgn) return refusePgn(`the text is longer than ${longestPgn} characters.`);
  const splitter = openSplitter();
  for (const token of pgnTokens(text, firstLine)) {
    if (splitter.take(token)) return refusePgn("there is more than one game in the text.");
    yield;
  }
  const tokens = splitter.end();
  if (!tokens) return noGame;
  const { wrong, game } = yield* replaying(tokens, text);
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
export function* replaying(tokens: readonly PgnToken[], text: string): Steps<Replay> {
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

  const fen = /^(?:[?*-]?|start(?:pos)?)$/i.test(tags.get("FEN") ?? "") ? null : (tags.get("FEN") ?? null);
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
