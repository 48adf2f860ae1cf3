import type { Seat, View } from "../../shared/games.ts";
import { missingCase } from "../../shared/result.ts";

const glyphs: Record<string, string> = {
  K: "♔",
  Q: "♕",
  R: "♖",
  B: "♗",
  N: "♘",
  P: "♙",
  k: "♚",
  q: "♛",
  r: "♜",
  b: "♝",
  n: "♞",
  p: "♟",
};

/** The position as a markdown table, seen from a seat; a spectator looks from the first one. */
export function boardText(view: View, from: Seat | null): string {
  switch (view.kind) {
    case "chess":
      return chessBoard(view.fen, from === "black");
    case "tic-tac-toe":
      return ticTacToeBoard(view.cells);
    case "odd-even":
      return oddEvenBoard(view);
    default:
      return missingCase(view);
  }
}

function chessBoard(fen: string, flipped: boolean): string {
  const placement = fen.split(" ")[0] ?? "";
  const ranks = placement.split("/").map((rank) => [...rank.replace(/\d/g, (digit) => " ".repeat(Number(digit)))]);
  const rows = ranks.map((squares, index) => ({ rank: 8 - index, squares }));
  const files = [..."abcdefgh"];
  const turned = <T>(list: readonly T[]): readonly T[] => (flipped ? [...list].reverse() : list);
  return table(
    ["Rank", ...turned(files)],
    turned(rows).map(({ rank, squares }) => [String(rank), ...turned(squares).map((piece) => glyphs[piece] ?? " ")]),
  );
}

function ticTacToeBoard(cells: readonly ("X" | "O" | null)[]): string {
  const rows = [0, 1, 2].map((row) => [
    String(row + 1),
    ...cells.slice(row * 3, row * 3 + 3).map((cell) => cell ?? " "),
  ]);
  return table(["Row", "a", "b", "c"], rows);
}

function oddEvenBoard(view: Extract<View, { kind: "odd-even" }>): string {
  const past = view.past.map(({ odd, even, winner }, index) => [
    String(index + 1),
    String(odd),
    String(even),
    `${odd + even} → ${winner}`,
  ]);
  const chosen = (seat: "odd" | "even") => (view.chosen[seat] ? "chosen" : "…");
  const current = [String(view.round), chosen("odd"), chosen("even"), " "];
  return table(["Round", "odd", "even", "sum"], past.length < view.rounds ? [...past, current] : past);
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}
