import { byMoves, definePlay } from "../../page.ts";
import { about } from "../about.ts";
import { type ConnectFourView, columnNames, readColumn, withDisc } from "../rules.ts";
import { Board } from "./board.tsx";

export const play = definePlay({
  ...about,
  ...byMoves<ConnectFourView>(
    (view) => ({ ...view, columns: columnNames.map(() => "") }),
    (view, seat, code) => {
      const column = columnNames.indexOf(code);
      return column < 0 ? null : { ...view, columns: withDisc(view.columns, column, seat === "red" ? "R" : "Y") };
    },
  ),
  marks: ["#c8342b", "#d4a017"],
  isView: ({ columns }) => Array.isArray(columns) && columns.length === columnNames.length,
  readMove: (_view, legal, text) => {
    const column = readColumn(text);
    const code = typeof column === "number" ? columnNames[column] : undefined;
    return code !== undefined && legal.includes(code) ? { kind: "move", code } : { kind: "illegal" };
  },
  rules: [
    "Red moves first. A disc dropped into a column falls to its lowest free cell.",
    "The first player with four in a row wins: across, up or diagonally. If the board is full, the game is a draw.",
  ],
  moveExample: "a to g",
  Board,
});
