import type { PictureProps } from "../../page.ts";
import type { TicTacToeView } from "../rules.ts";
import "./picture.css";

const cross = (x: number, y: number): string => `M${x + 9} ${y + 9}l14 14m0-14l-14 14`;
const ring = (x: number, y: number): string => `M${x + 8} ${y + 16}a8 8 0 1 0 16 0a8 8 0 1 0-16 0z`;

export function Picture({ view, lastMove }: PictureProps<TicTacToeView>) {
  const marks = (mark: "X" | "O") =>
    view.cells
      .map((cell, index) =>
        cell === mark ? (mark === "X" ? cross : ring)((index % 3) * 32, Math.floor(index / 3) * 32) : "",
      )
      .join("");
  const column = "abc".indexOf(lastMove?.[0] ?? "?");
  const row = "123".indexOf(lastMove?.[1] ?? "?");
  return (
    <svg class="mini tic-tac-toe" viewBox="0 0 96 96" aria-hidden="true">
      {column >= 0 && row >= 0 && <rect class="moved" x={column * 32} y={row * 32} width="32" height="32" />}
      <path class="lines" d="M32 8v80M64 8v80M8 32h80M8 64h80" />
      <path class="first" d={marks("X")} />
      <path class="second" d={marks("O")} />
    </svg>
  );
}
