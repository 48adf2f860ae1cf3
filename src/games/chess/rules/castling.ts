import { between } from "chessops/attacks";
import type { CastlingSide } from "chessops/types";
import { kingCastlesTo, makeSquare, opposite } from "chessops/util";
import { attackersOf, colorName, describePieces, type Position } from "./board.ts";

/** Why the side to move cannot castle to that side (FIDE 3.8.2), as a clause; call it only when it cannot. */
export function whyNotCastle(position: Position, side: CastlingSide): string {
  const color = position.turn;
  const them = opposite(color);
  const target = kingCastlesTo(color, side);
  const [king, crossed, rook] =
    side === "h" ? [target - 2, target - 1, target + 1] : [target + 2, target + 1, target - 2];

  const name = side === "h" ? "kingside" : "queenside";
  if (position.castles.rook[color][side] === undefined) {
    return `${colorName(color)} has no right to castle ${name}: the king or that rook has moved, or is not there`;
  }
  const checkers = attackersOf(position, king, them);
  if (checkers.nonEmpty())
    return `the king is in check from ${describePieces(position, checkers)}, and cannot castle out of it`;
  const inTheWay = between(king, rook).intersect(position.board.occupied);
  if (inTheWay.nonEmpty()) {
    const verb = inTheWay.moreThanOne() ? "stand" : "stands";
    return `${describePieces(position, inTheWay)} ${verb} between the king and the rook`;
  }
  const guards = attackersOf(position, crossed, them);
  if (guards.nonEmpty()) {
    return `the king would pass through ${makeSquare(crossed)}, which is attacked by ${describePieces(position, guards)}`;
  }
  const attackers = describePieces(position, attackersOf(position, target, them));
  return `your king would be in check on ${makeSquare(target)} from ${attackers}`;
}
