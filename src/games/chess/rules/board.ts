import { Chess, type Color, type PieceSymbol, SQUARES, type Square } from "chess.js";
import type { Seat } from "../../../shared/terms.ts";

/** Promotion pieces, in the order in which people think of them. */
const promotionPieces = ["q", "r", "b", "n"] as const satisfies readonly PieceSymbol[];

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
 * The legal moves of the piece on a square; empty if it is not the piece's turn.
 * They are read from chess.js's SAN list: its verbose list builds two FENs for each move and is 25 times slower.
 */
export function movesFrom(board: Chess, from: Square): readonly LegalMove[] {
  return board.moves({ square: from }).map((san) => {
    if (san.startsWith("O-O")) {
      const castling = san.startsWith("O-O-O") ? "q" : "k";
      const to = squareAt(castling === "k" ? 6 : 2, rankOf(from));
      if (to === null) throw new Error(`castling off the board: ${san} from ${from}`);
      return { from, to, promotion: null, castling };
    }
    const [, to = "", letter] = /([a-h][1-8])(?:=([QRBN]))?[+#]?$/.exec(san) ?? [];
    if (!isSquare(to)) throw new Error(`unexpected notation from chess.js: ${san}`);
    const promotion = promotionPieces.find((piece) => piece.toUpperCase() === letter) ?? null;
    return { from, to, promotion, castling: null };
  });
}

/** All legal moves of the side to move, piece by piece from a8 to h1. */
export function allMoves(board: Chess): readonly LegalMove[] {
  const color = board.turn();
  return SQUARES.flatMap((square) => (board.get(square)?.color === color ? movesFrom(board, square) : []));
}

/** Whether the side to move has a legal move. Most often one of the first pieces that are looked at has one. */
export function hasMove(board: Chess): boolean {
  const color = board.turn();
  return SQUARES.some((square) => board.get(square)?.color === color && board.moves({ square }).length > 0);
}

/** `e2e4`, `a7a8q`; castling is the king's step of two squares. */
export const uciOf = (move: LegalMove): string => `${move.from}${move.to}${move.promotion ?? ""}`;
