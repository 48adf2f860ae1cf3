import type { Chess, Square } from "chess.js";
import { describePieces, fileOf, otherColor, rankOf, squareAt } from "./board.ts";

/**
 * Why the pawn of the side to move cannot go there, as far as the pawn itself is concerned (FIDE 3.7); null if only
 * the king's safety can forbid it.
 */
export function whyPawnCannot(board: Chess, from: Square, to: Square): string | null {
  const color = board.turn();
  const forward = color === "w" ? 1 : -1;
  const steps = (rankOf(to) - rankOf(from)) * forward;
  const files = Math.abs(fileOf(to) - fileOf(from));
  const fromHome = rankOf(from) === (color === "w" ? 1 : 6);

  if (files === 0 && (steps === 1 || (steps === 2 && fromHome))) {
    const ahead = squareAt(fileOf(from), rankOf(from) + forward);
    const blocker = [ahead, to].find((square) => square !== null && board.get(square) !== undefined);
    if (blocker === undefined || blocker === null) return null;
    return `${describePieces(board, [blocker])} is in the way of the pawn on ${from}, which captures only diagonally`;
  }
  if (files === 0 && steps === 2) {
    return `the pawn on ${from} has left its starting square, and may go only one square forward`;
  }
  if (files === 1 && steps === 1) {
    if (board.get(to) !== undefined) return null;
    const passed = squareAt(fileOf(to), rankOf(from));
    const neighbour = passed === null ? undefined : board.get(passed);
    const enPassantRank = rankOf(from) === (color === "w" ? 4 : 3);
    if (neighbour?.type === "p" && neighbour.color === otherColor(color) && enPassantRank) {
      const right = "directly after the double step and if your own king is safe afterwards";
      return `the pawn on ${passed} cannot be taken en passant: that is possible only ${right}`;
    }
    return `there is nothing for the pawn on ${from} to capture on ${to}`;
  }
  return `the pawn on ${from} cannot go to ${to}`;
}
