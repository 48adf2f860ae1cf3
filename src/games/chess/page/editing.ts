import type { SquareName } from "./squares.ts";

/** A position while it is put together: nothing in it need be possible. */
export interface Setup {
  /** As in the first field of a FEN. */
  readonly board: string;
  readonly turn: "w" | "b";
  readonly castling: readonly Castling[];
  /** The square that a pawn has just passed, or `-`. */
  readonly passed: string;
}

export type Castling = "K" | "Q" | "k" | "q";
export const castlings: readonly { readonly right: Castling; readonly name: string }[] = [
  { right: "K", name: "White O-O" },
  { right: "Q", name: "White O-O-O" },
  { right: "k", name: "Black O-O" },
  { right: "q", name: "Black O-O-O" },
];

const emptyBoard = "8/8/8/8/8/8/8/8";
export const emptySetup: Setup = { board: emptyBoard, turn: "w", castling: [], passed: "-" };

/** What of a text is a position; the rest is as on an empty board. */
export function readSetup(text: string): Setup {
  const [board = "", turn = "", castling = "", passed = ""] = text.trim().split(/\s+/);
  return {
    board: /^[1-8kqrbnp]{1,8}(\/[1-8kqrbnp]{1,8}){7}$/i.test(board) ? board : emptyBoard,
    turn: turn === "b" ? "b" : "w",
    castling: castlings.flatMap(({ right }) => (castling.includes(right) ? [right] : [])),
    passed: /^[a-h][36]$/.test(passed) ? passed : "-",
  };
}

/** As FEN, with the counters of a game that begins there. */
export const writeSetup = ({ board, turn, castling, passed }: Setup): string =>
  `${board} ${turn} ${castling.join("") || "-"} ${passed} 0 1`;

/** The squares of a board, rank by rank from the eighth, each a letter or a dot. */
const squaresOf = (board: string): string[] =>
  board.split("/").flatMap((rank) => [
    ...rank
      .replace(/\d/g, (digit) => ".".repeat(Number(digit)))
      .padEnd(8, ".")
      .slice(0, 8),
  ]);

const indexOf = (square: SquareName): number => (8 - Number(square[1])) * 8 + square.charCodeAt(0) - 97;

/** The position with a piece on a square, or with nothing there for null. What can no longer have passed has not. */
export function withPiece(setup: Setup, square: SquareName, letter: string | null): Setup {
  const squares = squaresOf(setup.board);
  squares[indexOf(square)] = letter ?? ".";
  const ranks = Array.from({ length: 8 }, (_, rank) => squares.slice(rank * 8, rank * 8 + 8).join(""));
  const board = ranks.map((rank) => rank.replace(/\.+/g, (gap) => String(gap.length))).join("/");
  const next = { ...setup, board };
  return passable(next).includes(setup.passed) ? next : { ...next, passed: "-" };
}

/** The squares that a pawn of the side that is not to move can have passed with a double step. */
export function passable({ board, turn }: Setup): readonly string[] {
  const squares = squaresOf(board);
  const [origin, passed, landed, pawn] = turn === "w" ? [1, 2, 3, "p"] : [6, 5, 4, "P"];
  return [..."abcdefgh"].flatMap((file, column) => {
    const at = (rank: number) => squares[rank * 8 + column];
    return at(origin) === "." && at(passed) === "." && at(landed) === pawn ? [`${file}${8 - passed}`] : [];
  });
}
