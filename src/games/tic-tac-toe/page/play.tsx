import type { ApiMove } from "../../../shared/api.ts";
import { definePlay, plainPlay } from "../../page.ts";
import { about } from "../about.ts";
import { cellNames, type Mark, type TicTacToeView, withMark } from "../rules.ts";
import { Board } from "./board.tsx";
import * as strings from "./strings.ts";

const isMark = (seat: string | undefined): seat is Mark => seat === "X" || seat === "O";

/** The position after some moves. */
function viewAfter(moves: readonly ApiMove[]): TicTacToeView {
  const cells = cellNames.map((name) => {
    const by = moves.find(({ code }) => code === name)?.by;
    return isMark(by) ? by : null;
  });
  return { kind: "tic-tac-toe", cells };
}

export const play = definePlay<TicTacToeView, readonly ApiMove[]>({
  ...about,
  ...plainPlay,
  marks: ["first", "second"],
  sides: false,
  isView: ({ cells }) => Array.isArray(cells) && cells.length === cellNames.length,

  follow: ({ history }) => history,
  shownAt: (_game, moves, ply) => {
    const seen = moves.slice(0, ply ?? undefined);
    return { view: viewAfter(seen), lastMove: seen.at(-1)?.code ?? null };
  },

  withMove: (view, seat, code) => {
    const cell = cellNames.indexOf(code);
    return cell < 0 || !isMark(seat) ? null : { ...view, cells: withMark(view.cells, cell, seat) };
  },
  rules: strings.rules,
  moveExample: strings.moveExample,

  Board,
});
