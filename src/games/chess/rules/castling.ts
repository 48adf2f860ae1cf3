import type { Chess } from "chess.js";
import { type CastlingSide, colorName, describePieces, otherColor, squareAt, squaresBetween } from "./board.ts";

/** Why the side to move cannot castle to that side (FIDE 3.8.2), as a clause; call it only when it cannot. */
export function whyNotCastle(board: Chess, side: CastlingSide): string {
  const color = board.turn();
  const them = otherColor(color);
  const home = color === "w" ? 0 : 7;
  const direction = side === "k" ? 1 : -1;
  const king = squareAt(4, home);
  const crossed = squareAt(4 + direction, home);
  const target = squareAt(4 + 2 * direction, home);
  const rook = squareAt(side === "k" ? 7 : 0, home);
  if (king === null || crossed === null || target === null || rook === null) throw new Error("castling off the board");

  const name = side === "k" ? "kingside" : "queenside";
  if (!board.getCastlingRights(color)[side]) {
    return `${colorName(color)} has no right to castle ${name}: the king or that rook has moved, or is not there`;
  }
  const checkers = board.attackers(king, them);
  if (checkers.length > 0)
    return `the king is in check from ${describePieces(board, checkers)}, and cannot castle out of it`;
  const between = squaresBetween(king, rook).filter((square) => board.get(square) !== undefined);
  if (between.length > 0) {
    const verb = between.length === 1 ? "stands" : "stand";
    return `${describePieces(board, between)} ${verb} between the king and the rook`;
  }
  const guards = board.attackers(crossed, them);
  if (guards.length > 0) {
    return `the king would pass through ${crossed}, which is attacked by ${describePieces(board, guards)}`;
  }
  return `your king would be in check on ${target} from ${describePieces(board, board.attackers(target, them))}`;
}
