import { EMPTY_BOARD_FEN, makeBoardFen, parseBoardFen, parsePiece } from "chessops/fen";
import { makeSquare, parseSquare } from "chessops/util";
import { canHavePassed, fieldsOf, whyNoBoard } from "../rules/setup.ts";
import type { SquareName } from "./squares.ts";

/** A position while it is being edited; it need not be legal. */
export interface Setup {
  /** The piece placement, as in the first field of a FEN. */
  readonly board: string;
  readonly turn: "w" | "b";
  readonly castling: readonly Castling[];
  /** The square that a pawn has just passed, or `-`. */
  readonly passed: string;
}

export type Castling = "K" | "Q" | "k" | "q";
export const castlings: readonly Castling[] = ["K", "Q", "k", "q"];

export const emptySetup: Setup = { board: EMPTY_BOARD_FEN, turn: "w", castling: [], passed: "-" };

/** Reads a position from the fields that can be read; the others are as on an empty board. */
export function readSetup(text: string): Setup {
  const { board, turn, castling, passed } = fieldsOf(text);
  return {
    board: whyNoBoard(board) === null ? board : EMPTY_BOARD_FEN,
    turn: turn === "b" ? "b" : "w",
    castling: castlings.filter((right) => /^[KQkq]+$/.test(castling) && castling.includes(right)),
    passed: /^[a-h][36]$/.test(passed) ? passed : "-",
  };
}

/** As FEN, with the counters of a game that begins there. */
export const writeSetup = ({ board, turn, castling, passed }: Setup): string =>
  `${board} ${turn} ${castling.join("") || "-"} ${passed} 0 1`;

/**
 * The position with a piece on a square, or an empty square for null. Drops an en passant square that has become
 * impossible.
 */
export function withPiece(setup: Setup, name: SquareName, letter: string | null): Setup {
  const board = parseBoardFen(setup.board).unwrap();
  const piece = parsePiece(letter ?? "");
  const square = parseSquare(name);
  if (piece) board.set(square, piece);
  else board.take(square);
  const next = { ...setup, board: makeBoardFen(board) };
  return passable(next).includes(setup.passed) ? next : { ...next, passed: "-" };
}

/** The squares that a pawn of the side that is not to move can have passed with a double step. */
export function passable({ board, turn }: Setup): readonly string[] {
  const read = { board: parseBoardFen(board).unwrap(), turn: turn === "w" ? "white" : "black" } as const;
  const first = turn === "w" ? 40 : 16;
  return Array.from({ length: 8 }, (_, file) => first + file)
    .filter((square) => canHavePassed(read, square))
    .map(makeSquare);
}
