import { opposite } from "chessops/util";
import { invalid, type Result } from "../../../shared/result.ts";
import type { Outcome } from "../../../shared/terms.ts";
import { outcomeText } from "../../game.ts";
import { type Position, positionOf } from "./board.ts";
import { lastStart, normalizeFen } from "./setup.ts";

/** How the Laws of Chess end a game, in the words that follow “wins by” or “Draw by”. */
export const reasons = {
  checkmate: "Checkmate",
  stalemate: "Stalemate",
  "insufficient-material": "Insufficient Material",
  "fivefold-repetition": "Fivefold Repetition",
  "seventy-five-moves": "the Seventy-Five-Move Rule",
  "threefold-repetition": "Threefold Repetition",
  "fifty-moves": "the Fifty-Move Rule",
} as const;

/** A draw by one of them. */
export const draw = (reason: keyof typeof reasons): Outcome => ({ winner: null, reason });

/** The draws that need no claim and no look at the legal moves. */
export function drawByRule(position: Position, occurrences: number): Outcome | null {
  if (position.isInsufficientMaterial()) return draw("insufficient-material");
  if (occurrences >= 5) return draw("fivefold-repetition");
  return position.halfmoves > lastStart.halfMoves ? draw("seventy-five-moves") : null;
}

/**
 * How a position that has occurred so often ends the game: checkmate (FIDE 5.1.1), stalemate (5.2.1), no mating material
 * on either side (5.2.2), fivefold repetition (9.6.1), seventy-five moves by each player without pawn move or capture
 * (9.6.2, where checkmate takes precedence). Null while it goes on.
 */
export function endOf(position: Position, occurrences: number): Outcome | null {
  if (position.hasDests()) return drawByRule(position, occurrences);
  return position.isCheck() ? { winner: opposite(position.turn), reason: "checkmate" } : draw("stalemate");
}

/** A game's starting position in its normal form. Also refuses one in which it would be over before the first move. */
export function readStart(text: string): Result<string> {
  const fen = normalizeFen(text);
  if (!fen.ok) return fen;
  const position = positionOf(fen.value);
  if (position.fullmoves > lastStart.moveNumber)
    return invalid(`Invalid FEN: the move number is past ${lastStart.moveNumber}.`);
  const end = endOf(position, 1);
  return end === null ? fen : invalid(`The game would be over before it starts: ${outcomeText({ reasons }, end)}.`);
}
