import { Chess, type Color, type PieceSymbol, SQUARES, type Square } from "chess.js";
import type { Seat } from "../../../shared/terms.ts";

export type CastlingSide = "k" | "q";

/** A legal move, with what is needed to recognise it in a player's text. */
export interface LegalMove {
  readonly from: Square;
  readonly to: Square;
  readonly promotion: PieceSymbol | null;
  readonly castling: CastlingSide | null;
}

const pieceNames: Record<PieceSymbol, string> = {
  p: "pawn",
  n: "knight",
  b: "bishop",
  r: "rook",
  q: "queen",
  k: "king",
};

export const pieceName = (piece: PieceSymbol): string => pieceNames[piece];
export const seatOf = (color: Color): Seat => (color === "w" ? "white" : "black");
export const colorName = (color: Color): string => (color === "w" ? "White" : "Black");
export const otherColor = (color: Color): Color => (color === "w" ? "b" : "w");

/** A FEN that has been validated before becomes a board; skipping chess.js's own check halves the cost. */
export const boardOf = (fen: string): Chess => new Chess(fen, { skipValidation: true });

export const isSquare = (text: string): text is Square => /^[a-h][1-8]$/.test(text);
/** 0 for the a-file to 7 for the h-file. */
export const fileOf = (square: Square): number => square.charCodeAt(0) - 97;
/** 0 for the first rank to 7 for the eighth. */
export const rankOf = (square: Square): number => square.charCodeAt(1) - 49;

/** The square at a file and rank counted from 0, or null off the board. */
export function squareAt(file: number, rank: number): Square | null {
  if (file < 0 || file > 7 || rank < 0 || rank > 7) return null;
  return SQUARES[(7 - rank) * 8 + file] ?? null;
}

/** The squares strictly between two squares on one rank, file or diagonal; empty for any other pair. */
export function squaresBetween(from: Square, to: Square): readonly Square[] {
  const files = fileOf(to) - fileOf(from);
  const ranks = rankOf(to) - rankOf(from);
  if (files !== 0 && ranks !== 0 && Math.abs(files) !== Math.abs(ranks)) return [];
  const between: Square[] = [];
  for (let step = 1; step < Math.max(Math.abs(files), Math.abs(ranks)); step++) {
    const square = squareAt(fileOf(from) + Math.sign(files) * step, rankOf(from) + Math.sign(ranks) * step);
    if (square !== null) between.push(square);
  }
  return between;
}

/** Where a side's king stands. Every position that passed the setup check has both kings. */
export function kingOf(board: Chess, color: Color): Square {
  const [square] = board.findPiece({ type: "k", color });
  if (square === undefined) throw new Error(`no ${colorName(color)} king in ${board.fen()}`);
  return square;
}

/** `the queen on h4 and the knight on f3`. */
export function describePieces(board: Chess, squares: readonly Square[]): string {
  const pieces = squares.map((square) => {
    const piece = board.get(square);
    return piece === undefined ? square : `the ${pieceName(piece.type)} on ${square}`;
  });
  return pieces.join(" and ");
}

/**
 * A move as chess.js itself goes by. What it gives to others it has first written as SAN, with two FENs in its long form,
 * for which it looks for all moves again and again: two to twenty-five times the time. So we ask it under the names that
 * it keeps for itself; the tests of perft and against chessops would tell if one came to mean something else.
 */
interface ListedMove {
  /** Squares are counted sixteen to a rank, from a8. */
  readonly from: number;
  readonly to: number;
  readonly piece: PieceSymbol;
  readonly promotion?: PieceSymbol;
}

/** The legal moves of one piece, or of all of a kind. */
const listedMoves = (
  board: Chess,
  whose: { readonly square: Square } | { readonly piece: PieceSymbol },
): readonly ListedMove[] => board["_moves"](whose);

const listedSquare = (square: number): Square | null => squareAt(square & 15, 7 - (square >> 4));

function readListed({ from, to, piece, promotion }: ListedMove): LegalMove {
  const [left, entered] = [listedSquare(from), listedSquare(to)];
  if (left === null || entered === null) throw new Error(`chess.js moves from ${from} to ${to}`);
  const castling = piece === "k" && Math.abs(to - from) === 2 ? (to > from ? "k" : "q") : null;
  return { from: left, to: entered, promotion: promotion ?? null, castling };
}

/** The legal moves of the piece on a square; empty if it is not the piece's turn. */
export const movesFrom = (board: Chess, from: Square): readonly LegalMove[] =>
  listedMoves(board, { square: from }).map(readListed);

/** Plays a legal move on the board, and gives it as SAN. */
export function playOn(board: Chess, { from, to, promotion }: LegalMove): string {
  const piece = board.get(from)?.type ?? "p";
  const moves = listedMoves(board, { piece });
  const isMeant = (move: LegalMove) => move.from === from && move.to === to && move.promotion === promotion;
  const listed = moves.find((move) => isMeant(readListed(move)));
  if (!listed) throw new Error(`no legal move from ${from} to ${to} in ${board.fen()}`);
  // Only others of its kind can be mistaken for it.
  const san = String(board["_moveToSan"](listed, moves));
  board["_makeMove"](listed);
  return san;
}

/** All legal moves of the side to move, piece by piece from a8 to h1. */
export function allMoves(board: Chess): readonly LegalMove[] {
  const color = board.turn();
  return SQUARES.flatMap((square) => (board.get(square)?.color === color ? movesFrom(board, square) : []));
}

/** Whether the side to move has a legal move. Most often one of the first pieces that are looked at has one. */
export function hasMove(board: Chess): boolean {
  const color = board.turn();
  return SQUARES.some((square) => board.get(square)?.color === color && listedMoves(board, { square }).length > 0);
}

/** `e2e4`, `a7a8q`; castling is the king's step of two squares. */
export const uciOf = (move: LegalMove): string => `${move.from}${move.to}${move.promotion ?? ""}`;
