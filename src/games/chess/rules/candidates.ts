import type { CastlingSide, Square } from "chessops/types";
import { makeSquare, squareFile, squareRank } from "chessops/util";
import { missingCase } from "../../../shared/result.ts";
import { fromTop, kingOf, type LegalMove, movesFrom, type Position } from "./board.ts";
import type { WrittenMove } from "./text.ts";

export type PieceMove = Extract<WrittenMove, { kind: "piece" }>;

/**
 * The side to which a pair of squares castles: the king's step of two from its home square, or the king onto its own
 * rook, as some programs write it. Null for every other pair, whether or not castling is possible.
 */
export function castlingSideOf({ board, turn }: Position, from: Square, to: Square): CastlingSide | null {
  const home = turn === "white" ? 4 : 60;
  if (from !== home || board.kingOf(turn) !== home || squareRank(to) !== squareRank(from)) return null;
  const files = to - from;
  const ontoRook = (files === 3 || files === -4) && board.pieces(turn, "rook").has(to);
  if (Math.abs(files) !== 2 && !ontoRook) return null;
  return files > 0 ? "h" : "a";
}

/** The pieces that a SAN text can mean: of that kind, on that file or rank; a pawn that does not capture keeps its file. */
export function piecesMeant({ board, turn }: Position, move: PieceMove): readonly Square[] {
  return fromTop(board.pieces(turn, move.piece).without(move.to)).filter((square) => {
    const [file, rank] = makeSquare(square);
    const onTargetFile = squareFile(square) === squareFile(move.to);
    if (move.file !== null && file !== move.file) return false;
    if (move.rank !== null && rank !== move.rank) return false;
    if (move.piece !== "pawn") return true;
    if (move.captures) return !onTargetFile;
    return move.file !== null || onTargetFile;
  });
}

/** Whether `x` was written for a piece that would land on an empty square. A pawn's `x` is judged by its file. */
export const capturesNothing = ({ board }: Position, move: PieceMove): boolean =>
  move.captures && move.piece !== "pawn" && !board.has(move.to);

/** The legal moves that a text can mean: one if it is playable, none if illegal, more if ambiguous. */
export function movesMeant(position: Position, text: WrittenMove): readonly LegalMove[] {
  const castlingMoves = (side: CastlingSide) =>
    movesFrom(position, kingOf(position, position.turn)).filter((move) => move.castling === side);
  switch (text.kind) {
    case "castling":
      return castlingMoves(text.side);
    case "squares": {
      const side = castlingSideOf(position, text.from, text.to);
      if (side !== null && text.promotion === null) return castlingMoves(side);
      return movesFrom(position, text.from).filter((move) => isMeant(move, text));
    }
    case "piece":
      if (capturesNothing(position, text)) return [];
      return piecesMeant(position, text)
        .flatMap((square) => movesFrom(position, square))
        .filter((move) => isMeant(move, text));
    default:
      return missingCase(text);
  }
}

const isMeant = (move: LegalMove, { to, promotion }: Exclude<WrittenMove, { kind: "castling" }>): boolean =>
  move.to === to && (move.promotion ?? null) === promotion;
