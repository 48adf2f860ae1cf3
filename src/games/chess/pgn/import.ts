import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Move } from "../../game.ts";
import { rules } from "../rules/rules.ts";
import { quoteText } from "../rules/text.ts";
import { pgnTokens, type ResultToken } from "./tokens.ts";

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
export function pgnToGame(text: string): Result<ImportedGame> {
  if (text.length > longestPgn) return refusePgn(`the text is longer than ${longestPgn} characters.`);
  const tokens = pgnTokens(text);
  if (!tokens.ok) return tokens;
  if (tokens.value.length === 0) return refusePgn("there is no game in the text.");

  const tags = new Map<string, string>();
  const texts: string[] = [];
  let result: ResultToken | null = null;
  for (const token of tokens.value) {
    if (result !== null || (token.kind === "tag" && texts.length > 0)) {
      return refusePgn("there is more than one game in the text.");
    }
    if (token.kind === "tag") tags.set(token.name, token.value);
    else if (token.kind === "move") texts.push(token.text);
    else result = token.result;
  }
  if (texts.length > mostPlies) return refusePgn(`the game is longer than ${mostPlies} plies.`);
  const variant = tags.get("Variant")?.toLowerCase() ?? "standard";
  if (!["standard", "chess", "from position"].includes(variant))
    return refusePgn("only standard chess is played here.");

  const fen = tags.get("FEN") ?? null;
  const start = rules.start(fen === null ? {} : { fen });
  if (!start.ok) return start;
  let state = start.value;
  const moves: Move[] = [];
  for (const written of texts) {
    const played = rules.play(state, "white", written);
    if (!played.ok) {
      const reason = played.message.replace(/^Invalid move: /, "");
      return refusePgn(`${numberOf(state.fen)} ${quoteText(written)} cannot be played: ${reason}`);
    }
    state = played.value.state;
    moves.push(played.value.move);
  }
  const tagged = (["1-0", "0-1", "1/2-1/2"] as const).find((token) => token === tags.get("Result"));
  const startFen = fen === null ? null : start.value.fen;
  return accept({ tags: Object.fromEntries(tags), startFen, moves, result: result ?? tagged ?? "*" });
}
