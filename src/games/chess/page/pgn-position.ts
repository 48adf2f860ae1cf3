import { accept, invalid, type Result } from "../../../shared/result.ts";
import { runAtOnce } from "../../../shared/steps.ts";
import { mainTokens, pgnTokens } from "../pgn/tokens.ts";
import { whyNotOurs } from "../pgn/variants.ts";
import { fenOf, playOn, positionOf } from "../rules/board.ts";
import { movesMeant } from "../rules/candidates.ts";
import { initialFen } from "../rules/fen.ts";
import { normalizeFen } from "../rules/setup.ts";
import { readMove } from "../rules/text.ts";
import * as strings from "./strings.ts";

const neither = invalid(strings.neitherFenNorPgn);

/** The tags and the main line of the first game in a text. */
interface FirstGame {
  readonly fen: string | null;
  readonly sans: readonly string[];
}

function firstGame(pgn: string): Result<FirstGame> {
  const tokens = runAtOnce(pgnTokens(pgn));
  // A text that begins like neither tags nor moves was never meant to be a PGN.
  if (!tokens.ok) return /^\s*(\[|1\s*\.)/.test(pgn) ? tokens : neither;
  let fen: string | null = null;
  const sans: string[] = [];
  for (const token of mainTokens(tokens.value)) {
    if (token.kind === "result" || (token.kind === "tag" && sans.length > 0)) break;
    if (token.kind === "move") sans.push(token.text);
    else if (token.name === "Variant") {
      const notOurs = whyNotOurs(token.value);
      if (notOurs !== null) return invalid(strings.pgnCannotBeUsed(notOurs));
    } else if (token.name === "FEN") fen = token.value;
  }
  return fen === null && sans.length === 0 ? neither : accept({ fen, sans });
}

/** The position at the end of a PGN's main line, as FEN. Refuses what is none, and the first move that cannot be played. */
export function lastPositionOf(pgn: string): Result<string> {
  const game = firstGame(pgn);
  if (!game.ok) return game;
  const start = normalizeFen(game.value.fen ?? initialFen);
  if (!start.ok) return start;
  const position = positionOf(start.value);
  for (const san of game.value.sans) {
    const number = `${position.fullmoves}${position.turn === "white" ? "." : "…"}`;
    const written = readMove(san);
    const [move, ...others] = written === null ? [] : movesMeant(position, written);
    if (!move || others.length > 0) return invalid(strings.pgnMoveIsNotPossible(number, san.slice(0, 20)));
    playOn(position, move);
  }
  return accept(fenOf(position));
}
