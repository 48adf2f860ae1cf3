import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import { inOneGo, type Steps } from "../../../shared/steps.ts";
import type { Move } from "../../game.ts";
import { rules } from "../rules/rules.ts";
import { quoteText } from "../rules/text.ts";
import { type PgnToken, pgnTokens, type ResultToken } from "./tokens.ts";

export interface ImportedGame {
  readonly tags: Readonly<Record<string, string>>;
  /** Where the game started, or null for the initial position. */
  readonly startFen: string | null;
  /** The main line, each move legal after those before it. */
  readonly moves: readonly Move[];
  /** What follows the moves, else the Result tag, else `*`. */
  readonly result: ResultToken;
}

/** Bounds for text that anybody may send: a fraction of a second of work. */
const longestPgn = 250_000;
const mostPlies = 3000;

const refusePgn = (reason: string): Refusal => refuse("INVALID_ARGUMENT", `Invalid PGN: ${reason}`);

/** `7. ` or `7... `, as the move is numbered in the score. */
function numberOf(fen: string): string {
  const [, turn, , , , number] = fen.split(" ");
  return `${number}${turn === "b" ? "..." : "."}`;
}

/**
 * Reads one game and replays its main line; comments, variations and annotations are left out. A game may go on after
 * a draw that our rules declare without a claim (FIDE 9.6), since older rules did not. Refuses with
 * `INVALID_ARGUMENT`: text that is not PGN, other variants, a starting position or a move that is not legal (with its
 * number and the reason), more than one game, none at all.
 */
export const pgnToGame = (text: string): Result<ImportedGame> => inOneGo(readingPgn(text));

/** The same in pieces: a long game takes a while. */
export function* readingPgn(text: string): Steps<Result<ImportedGame>> {
  if (text.length > longestPgn) return refusePgn(`the text is longer than ${longestPgn} characters.`);
  const tokens = pgnTokens(text);
  if (!tokens.ok) return tokens;
  const [first, second] = gamesIn(tokens.value);
  if (!first) return refusePgn("there is no game in the text.");
  if (second) return refusePgn("there is more than one game in the text.");
  const { wrong, game } = yield* replaying(first);
  return wrong ? wrong.refusal : accept(game);
}

/** The tokens of each game in a text: one ends with its result, or where the tags of the next begin. */
export function gamesIn(tokens: readonly PgnToken[]): readonly (readonly PgnToken[])[] {
  const games: PgnToken[][] = [];
  let before: PgnToken | undefined;
  for (const token of tokens) {
    const begins = !before || before.kind === "result" || (token.kind === "tag" && before.kind === "move");
    if (begins) games.push([token]);
    else games.at(-1)?.push(token);
    before = token;
  }
  return games;
}

/** A game as it was read and where it came to, or what is wrong with it and the line of that. */
type Replayed =
  | { readonly wrong: null; readonly game: ImportedGame; readonly endFen: string }
  | { readonly wrong: { readonly refusal: Refusal; readonly line: number }; readonly game: null };

/** Plays the tokens of one game through. */
export const replay = (tokens: readonly PgnToken[]): Replayed => inOneGo(replaying(tokens));

function* replaying(tokens: readonly PgnToken[]): Steps<Replayed> {
  const wrong = (refusal: Refusal, line = tokens[0]?.line ?? 1): Replayed => ({ wrong: { refusal, line }, game: null });
  const tags = new Map<string, string>();
  const written: { readonly text: string; readonly line: number }[] = [];
  let result: ResultToken | null = null;
  for (const token of tokens) {
    if (token.kind === "tag") tags.set(token.name, token.value);
    else if (token.kind === "move") written.push(token);
    else result = token.result;
  }
  if (written.length > mostPlies) return wrong(refusePgn(`the game is longer than ${mostPlies} plies.`));
  const variant = tags.get("Variant")?.toLowerCase() ?? "standard";
  if (!["standard", "chess", "from position"].includes(variant))
    return wrong(refusePgn("only standard chess is played here."));

  const fen = tags.get("FEN") ?? null;
  const start = rules.start(fen === null ? {} : { fen });
  if (!start.ok) return wrong(start);
  let state = start.value;
  const moves: Move[] = [];
  for (const { text, line } of written) {
    const played = rules.play(state, "white", text);
    if (!played.ok) {
      const reason = played.message.replace(/^Invalid move: /, "");
      return wrong(refusePgn(`${numberOf(state.fen)} ${quoteText(text)} cannot be played: ${reason}`), line);
    }
    state = played.value.state;
    moves.push(played.value.move);
    yield;
  }
  const tagged = (["1-0", "0-1", "1/2-1/2"] as const).find((token) => token === tags.get("Result"));
  const startFen = fen === null ? null : start.value.fen;
  const game = { tags: Object.fromEntries(tags), startFen, moves, result: result ?? tagged ?? "*" };
  return { wrong: null, game, endFen: state.fen };
}
