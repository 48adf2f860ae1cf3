import { Chess, castlingSide } from "chessops/chess";
import { makeFen, parseFen } from "chessops/fen";
import { makeSan, makeSanAndPlay } from "chessops/san";
import type { SquareSet } from "chessops/squareSet";
import type { CastlingSide, Color, NormalMove, Role, Square } from "chessops/types";
import { kingCastlesTo, makeSquare, makeUci, squareRank } from "chessops/util";

/** A mutable position: moves are played in it. */
export type Position = Chess;

/** A legal move, with what is needed to recognise it in a player's text. Castling is the king's step of two squares. */
export interface LegalMove extends Readonly<NormalMove> {
  readonly castling: CastlingSide | null;
}

export const colorName = (color: Color): string => (color === "white" ? "White" : "Black");

/** The position of a valid FEN. Throws for an invalid one. */
export function positionOf(fen: string): Position {
  const [board, turn, castling, enPassant, halfMoves = "0", moveNumber = "1"] = fen.split(" ");
  const position = Chess.fromSetup(parseFen(`${board} ${turn} ${castling} ${enPassant}`).unwrap()).unwrap();
  // By the library, counters have four digits.
  position.halfmoves = Number(halfMoves);
  position.fullmoves = Number(moveNumber);
  return position;
}

/** With an en passant square only where a legal capture exists. */
export const fenOf = (position: Position): string =>
  `${makeFen(position.toSetup(), { epd: true })} ${position.halfmoves} ${position.fullmoves}`;

/** Squares in the order in which a FEN names them, from a8 to h1. */
export const fromTop = (squares: SquareSet): readonly Square[] => [...squares].sort((a, b) => (a ^ 56) - (b ^ 56));

/** The square of a side's king. Every position has both kings. */
export function kingOf(position: Position, color: Color): Square {
  const square = position.board.kingOf(color);
  if (square === undefined) throw new Error(`no ${colorName(color)} king in ${fenOf(position)}`);
  return square;
}

/** The pieces of a side that attack a square, or defend it where one of their own is there. */
export const attackersOf = (position: Position, square: Square, color: Color): SquareSet =>
  position.kingAttackers(square, color, position.board.occupied);

/** `the queen on h4 and the knight on f3`. */
export const describePieces = (position: Position, squares: SquareSet): string =>
  fromTop(squares)
    .map((square) => `the ${position.board.getRole(square) ?? "square"} on ${makeSquare(square)}`)
    .join(" and ");

const promotions: readonly Role[] = ["knight", "bishop", "rook", "queen"];

/** The legal moves of the piece on a square; empty if it is not the piece's turn. */
export function movesFrom(position: Position, from: Square, context = position.ctx()): readonly LegalMove[] {
  const isPawn = position.board.pawn.has(from);
  return fromTop(position.dests(from, context)).flatMap((to): readonly LegalMove[] => {
    const castling = castlingSide(position, { from, to });
    if (castling) return [{ from, to: kingCastlesTo(position.turn, castling), castling }];
    if (!isPawn || ![0, 7].includes(squareRank(to))) return [{ from, to, castling: null }];
    return promotions.map((promotion) => ({ from, to, promotion, castling: null }));
  });
}

/** All legal moves of the side to move, piece by piece from a8 to h1. */
export function allMoves(position: Position): readonly LegalMove[] {
  const context = position.ctx();
  return fromTop(position.board[position.turn]).flatMap((from) => movesFrom(position, from, context));
}

export const sanOf = (position: Position, move: LegalMove): string => makeSan(position, move);

/** Plays a legal move in the position, and gives it as SAN. */
export const playOn = (position: Position, move: LegalMove): string => makeSanAndPlay(position, move);

/** `e2e4`, `a7a8q`; castling is the king's step of two squares. */
export const uciOf = (move: LegalMove): string => makeUci(move);
