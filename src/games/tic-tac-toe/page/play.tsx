import type { Seat } from "../../../shared/terms.ts";
import { byMoves, definePlay } from "../../page.ts";
import { about } from "../about.ts";
import { cellNames, type Mark, type TicTacToeView, withMark } from "../rules.ts";
import { Board } from "./board.tsx";

const isMark = (seat: Seat): seat is Mark => seat === "X" || seat === "O";

export const play = definePlay({
  ...about,
  ...byMoves<TicTacToeView>(
    (view) => ({ ...view, cells: cellNames.map(() => null) }),
    (view, seat, code) => {
      const cell = cellNames.indexOf(code);
      return cell < 0 || !isMark(seat) ? null : { ...view, cells: withMark(view.cells, cell, seat) };
    },
  ),
  isView: ({ cells }) => Array.isArray(cells) && cells.length === cellNames.length,
  rules: [
    "X moves first. The first player with three in a row wins: across, down or diagonally.",
    "If the board is full and nobody has three in a row, the game is a draw.",
  ],
  moveExample: "a1 to c3",
  win: "the win",
  Board,
});
