import type { Chess, Piece, Square } from "chess.js";
import { missingCase } from "../../../shared/result.ts";
import {
  boardOf,
  colorName,
  describePieces,
  fileOf,
  kingOf,
  movesFrom,
  otherColor,
  pieceName,
  rankOf,
  squareAt,
  squaresBetween,
} from "./board.ts";
import { capturesNothing, castlingSideOf, piecesMeant } from "./candidates.ts";
import { whyNotCastle } from "./castling.ts";
import { whyPawnCannot } from "./pawn.ts";
import type { WrittenMove } from "./text.ts";

type SquaresMove = Extract<WrittenMove, { kind: "squares" }>;
type PieceMove = Extract<WrittenMove, { kind: "piece" }>;

/** Whether a piece other than a pawn moves that way on an empty board (FIDE 3.2–3.6, 3.8.1). */
function movesThatWay(piece: Piece, from: Square, to: Square): boolean {
  const files = Math.abs(fileOf(to) - fileOf(from));
  const ranks = Math.abs(rankOf(to) - rankOf(from));
  const straight = files === 0 || ranks === 0;
  const diagonal = files === ranks;
  switch (piece.type) {
    case "n":
      return files * ranks === 2;
    case "b":
      return diagonal;
    case "r":
      return straight;
    case "q":
      return straight || diagonal;
    case "k":
      return files <= 1 && ranks <= 1;
    case "p":
      return files <= 1;
    default:
      return missingCase(piece.type);
  }
}

/** The enemy pieces that would attack the mover's king after a move that is possible but for that. */
function checkersAfter(board: Chess, piece: Piece, from: Square, to: Square): readonly Square[] {
  const after = boardOf(board.fen());
  const passed = squareAt(fileOf(to), rankOf(from));
  const enPassant = piece.type === "p" && fileOf(from) !== fileOf(to) && board.get(to) === undefined;
  after.remove(from);
  if (enPassant && passed !== null) after.remove(passed);
  after.put(piece, to);
  return after.attackers(kingOf(after, piece.color), otherColor(piece.color));
}

function whyKingUnsafe(board: Chess, piece: Piece, from: Square, to: Square): string {
  const checkers = describePieces(board, checkersAfter(board, piece, from, to));
  if (piece.type === "k") return `your king would be in check on ${to} from ${checkers}`;
  if (board.isCheck()) return `it is check from ${checkers}, and this does not answer it`;
  return `the ${pieceName(piece.type)} on ${from} is pinned: your king would be in check from ${checkers}`;
}

/** The move exists; what is wrong is the piece it promotes to. */
function whyNotPromoted(written: SquaresMove, piece: Piece): string {
  const { from, to, promotion } = written;
  const lastRank = rankOf(to) === (piece.color === "w" ? 7 : 0);
  if (piece.type !== "p" || !lastRank) {
    return `only a pawn that reaches the last rank is promoted: write ${from}${to} with nothing after it`;
  }
  const choice = `add q, r, b or n, for example ${from}${to}q`;
  return promotion === null
    ? `a pawn that reaches the last rank must become another piece: ${choice}`
    : `a pawn cannot become a ${pieceName(promotion)}: ${choice}`;
}

function whyNotSquares(board: Chess, written: SquaresMove): string {
  const { from, to } = written;
  const piece = board.get(from);
  if (piece === undefined) return `there is no piece on ${from}`;
  const name = pieceName(piece.type);
  if (piece.color !== board.turn()) {
    return `the ${name} on ${from} is ${colorName(piece.color)}'s, and you play ${colorName(board.turn())}`;
  }
  if (from === to) return `the ${name} on ${from} would stay where it is`;
  if (movesFrom(board, from).some((move) => move.to === to)) return whyNotPromoted(written, piece);
  const side = castlingSideOf(board, from, to);
  if (side !== null) return whyNotCastle(board, side);
  if (!movesThatWay(piece, from, to)) return `the ${name} on ${from} cannot go to ${to}`;
  const target = board.get(to);
  if (target?.color === piece.color) return `your own ${pieceName(target.type)} stands on ${to}`;
  if (piece.type === "p") {
    const reason = whyPawnCannot(board, from, to);
    if (reason !== null) return reason;
  }
  const blocker = squaresBetween(from, to).find((square) => board.get(square) !== undefined);
  if (blocker !== undefined) {
    return `${describePieces(board, [blocker])} is in the way of the ${name} from ${from} to ${to}`;
  }
  return whyKingUnsafe(board, piece, from, to);
}

function whyNotPiece(board: Chess, written: PieceMove): string {
  const { piece, file, rank, to, promotion } = written;
  const name = pieceName(piece);
  const squares = piecesMeant(board, written);
  const target = board.get(to);
  if (target?.color === board.turn()) return `your own ${pieceName(target.type)} stands on ${to}`;
  if (squares.length === 0) {
    const keepsFile = piece === "p" && file === null && !written.captures;
    const wantedFile = keepsFile ? to[0] : file;
    if (wantedFile !== null && rank !== null) return `you have no ${name} on ${wantedFile}${rank}`;
    if (wantedFile !== null) return `you have no ${name} on the ${wantedFile}-file that could go to ${to}`;
    return `you have no ${name}${rank === null ? "" : ` on rank ${rank}`} that could go to ${to}`;
  }
  if (capturesNothing(board, written)) return `there is nothing to capture on ${to}`;
  const whyNot = (from: Square) => whyNotSquares(board, { kind: "squares", from, to, promotion });
  const [only] = squares;
  if (squares.length === 1 && only !== undefined) return whyNot(only);
  const reasons = squares.map(whyNot);
  const telling = reasons.filter((reason, index) => reason !== `the ${name} on ${squares[index]} cannot go to ${to}`);
  if (telling.length > 0) return [...new Set(telling)].slice(0, 2).join("; ");
  return `none of your ${name}s (${squares.join(", ")}) can go to ${to}`;
}

/** Why no legal move fits a text that reads as a move: a clause in chess terms, naming pieces and squares. */
export function whyIllegal(board: Chess, written: WrittenMove): string {
  switch (written.kind) {
    case "castling":
      return whyNotCastle(board, written.side);
    case "squares":
      return whyNotSquares(board, written);
    case "piece":
      return whyNotPiece(board, written);
    default:
      return missingCase(written);
  }
}
