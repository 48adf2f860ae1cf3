import { isAnnotated, type Lines, MOST_LINE_MOVES, mainLine } from "../../../shared/lines.ts";
import { accept, invalid, type Refusal, type Result } from "../../../shared/result.ts";
import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import type { Move } from "../../game.ts";
import { rules } from "../rules/rules.ts";
import { quoteText } from "../rules/text.ts";
import { mainTokens, type PgnToken, pgnTokens, type ResultToken, resultIn } from "./tokens.ts";
import { openTree } from "./tree.ts";
import { whyNotOurs } from "./variants.ts";

export interface ImportedGame {
  readonly tags: Readonly<Record<string, string>>;
  /** Where the game started, or null for the initial position. */
  readonly startFen: string | null;
  /** The main line, each move legal after those before it. */
  readonly moves: readonly Move[];
  /** The main line with the variations, and what was written of both; null where there is nothing but the moves. */
  readonly lines: Lines | null;
  /** The result after the moves; the Result tag, where that is `*` or missing. */
  readonly result: ResultToken;
}

/** A bound for text that anybody may send, in characters. */
const longestPgn = 250_000;

const refusePgn = (reason: string): Refusal => invalid(`Invalid PGN: ${reason}`);

/** `7. ` or `7... `, as the move is numbered in the score. */
function numberOf(fen: string): string {
  const [, turn, , , , number] = fen.split(" ");
  return `${number}${turn === "b" ? "..." : "."}`;
}

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
  const tokens = yield* pgnTokens(text, firstLine);
  if (!tokens.ok) return tokens;
  const [first, second] = gamesIn(tokens.value);
  if (!first) return refusePgn("there is no game in the text.");
  if (second) return refusePgn("there is more than one game in the text.");
  const { wrong, game } = yield* replaying(first, text);
  return wrong ? wrong.refusal : accept(game);
}

/** The tokens of each game in a text: a game ends with its result, or where the tags of the next begin. */
export function gamesIn(tokens: readonly PgnToken[]): readonly (readonly PgnToken[])[] {
  const main = new Set<PgnToken>(mainTokens(tokens));
  const games: PgnToken[][] = [];
  /** Text before the first game belongs to it. */
  const leading: PgnToken[] = [];
  let before: PgnToken | undefined;
  for (const token of tokens) {
    const counts = main.has(token);
    const begins = !before || before.kind === "result" || (token.kind === "tag" && before.kind === "move");
    if (counts && begins) games.push([...leading.splice(0), token]);
    // Text after a result still belongs to its game.
    else (games.at(-1) ?? leading).push(token);
    if (counts) before = token;
  }
  return games;
}

/** A parsed game with its last position, or the problem and its line. */
type Replayed =
  | { readonly wrong: null; readonly game: ImportedGame; readonly endFen: string }
  | { readonly wrong: { readonly refusal: Refusal; readonly line: number }; readonly game: null };

/** Plays the tokens of one game through. */
export function* replaying(tokens: readonly PgnToken[], text: string): Steps<Replayed> {
  const wrong = (refusal: Refusal, line = tokens[0]?.line ?? 1): Replayed => ({ wrong: { refusal, line }, game: null });
  const tags = new Map<string, string>();
  let result: ResultToken | null = null;
  let plies = 0;
  for (const token of mainTokens(tokens)) {
    if (token.kind === "tag") tags.set(token.name, token.value);
    else if (token.kind === "move") plies += 1;
    else if (token.result !== "*") result = token.result;
  }
  if (plies > MOST_LINE_MOVES) return wrong(refusePgn(`the game is longer than ${MOST_LINE_MOVES} plies.`));
  const notOurs = whyNotOurs(tags.get("Variant"));
  if (notOurs !== null) return wrong(refusePgn(notOurs));

  const fen = tags.get("FEN") ?? null;
  const start = rules.start(fen === null ? {} : { fen });
  if (!start.ok) return wrong(start);
  const tree = openTree(start.value, text);
  for (const token of tokens) {
    const refused = tree.take(token);
    if (refused?.kind === "unplayable") {
      const reason = refused.reason.replace(/^Invalid move: /, "");
      const number = numberOf(tree.state().fen);
      return wrong(refusePgn(`${number} ${quoteText(refused.text)} cannot be played: ${reason}`), token.line);
    }
    if (refused) return wrong(refusePgn(refused.reason), token.line);
    if (token.kind === "move") yield;
  }
  const startFen = fen === null ? null : start.value.fen;
  const lines = tree.lines();
  const moves = mainLine(lines).flatMap((place) => {
    const move = lines.moves[place];
    return move ? [{ code: move.code, text: move.text }] : [];
  });
  const kept = isAnnotated(lines) ? lines : null;
  const game: ImportedGame = {
    tags: Object.fromEntries(tags),
    startFen,
    moves,
    lines: kept,
    result: result ?? resultIn(tags.get("Result")) ?? "*",
  };
  return { wrong: null, game, endFen: tree.state().fen };
}
