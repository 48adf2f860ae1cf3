import type { Chess, Square } from "chess.js";
import { missingCase } from "../../../shared/result.ts";
import { type CastlingSide, fileOf, kingOf, type LegalMove, movesFrom, rankOf } from "./board.ts";
import type { WrittenMove } from "./text.ts";

type PieceMove = Extract<WrittenMove, { kind: "piece" }>;

/**
 * The side to which a pair of squares castles: the king's step of two from its home square, or the king onto its own
 * rook, as some programs write it. Null for every other pair, whether or not castling is possible.
 */
export function castlingSideOf(board: Chess, from: Square, to: Square): CastlingSide | null {
  const color = board.turn();
  const home = color === "w" ? "e1" : "e8";
  if (from !== home || kingOf(board, color) !== home || rankOf(to) !== rankOf(from)) return null;
  const files = fileOf(to) - fileOf(from);
  const target = board.get(to);
  const ontoRook = (files === 3 || files === -4) && target?.type === "r" && target.color === color;
  if (Math.abs(files) !== 2 && !ontoRook) return null;
  return files > 0 ? "k" : "q";
}

/** The pieces that a SAN text can mean: of that kind, on that file or rank; a pawn that does not capture keeps its file. */
export function piecesMeant(board: Chess, written: PieceMove): readonly Square[] {
  const onTargetFile = (square: Square) => fileOf(square) === fileOf(written.to);
  return board.findPiece({ type: written.piece, color: board.turn() }).filter((square) => {
    if (square === written.to) return false;
    if (written.file !== null && square[0] !== written.file) return false;
    if (written.rank !== null && square[1] !== written.rank) return false;
    if (written.piece !== "p") return true;
    if (written.captures) return !onTargetFile(square);
    return written.file !== null || onTargetFile(square);
  });
}

/** Whether `x` was written for a piece that would land on an empty square. A pawn's `x` is judged by its file. */
export const capturesNothing = (board: Chess, written: PieceMove): boolean =>
  written.captures && written.piece !== "p" && board.get(written.to) === undefined;

/** The legal moves that a text can mean: one if it is playable, none if illegal, more if ambiguous. */
export function movesMeant(board: Chess, written: WrittenMove): readonly LegalMove[] {
  const castlingMoves = (side: CastlingSide) =>
    movesFrom(board, kingOf(board, board.turn())).filter((move) => move.castling === side);
  switch (written.kind) {
    case "castling":
      return castlingMoves(written.side);
    case "squares": {
      const side = castlingSideOf(board, written.from, written.to);
      if (side !== null && written.promotion === null) return castlingMoves(side);
      return movesFrom(board, written.from).filter(
        (move) => move.to === written.to && move.promotion === written.promotion,
      );
    }
    case "piece":
      if (capturesNothing(board, written)) return [];
      return piecesMeant(board, written)
        .flatMap((square) => movesFrom(board, square))
        .filter((move) => move.to === written.to && move.promotion === written.promotion);
    default:
      return missingCase(written);
  }
}
