import { SquareSet } from "chessops/squareSet";
import type { Square } from "chessops/types";
import { makeSquare, opposite, squareFile, squareRank } from "chessops/util";
import { describePieces, type Position } from "./board.ts";

/**
 * Why the pawn of the side to move cannot go there, as far as the pawn itself is concerned (FIDE 3.7); null if only
 * the king's safety can forbid it.
 */
export function whyPawnCannot(position: Position, from: Square, to: Square): string | null {
  const { board, turn } = position;
  const forward = turn === "white" ? 1 : -1;
  const steps = (squareRank(to) - squareRank(from)) * forward;
  const files = Math.abs(squareFile(to) - squareFile(from));
  const fromHome = squareRank(from) === (turn === "white" ? 1 : 6);
  const pawn = `the pawn on ${makeSquare(from)}`;

  if (files === 0 && (steps === 1 || (steps === 2 && fromHome))) {
    const blocker = [from + 8 * forward, to].find((square) => board.has(square));
    if (blocker === undefined) return null;
    const blocking = describePieces(position, SquareSet.fromSquare(blocker));
    return `${blocking} is in the way of ${pawn}, which captures only diagonally`;
  }
  if (files === 0 && steps === 2) return `${pawn} has left its starting square, and may go only one square forward`;
  if (files === 1 && steps === 1) {
    if (board.has(to)) return null;
    const passed = to - 8 * forward;
    const enPassantRank = squareRank(from) === (turn === "white" ? 4 : 3);
    if (board.pieces(opposite(turn), "pawn").has(passed) && enPassantRank) {
      const right = "directly after the double step and if your own king is safe afterwards";
      return `the pawn on ${makeSquare(passed)} cannot be taken en passant: that is possible only ${right}`;
    }
    return `there is nothing for ${pawn} to capture on ${makeSquare(to)}`;
  }
  return `${pawn} cannot go to ${makeSquare(to)}`;
}
