import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";
import type { Cells, TicTacToeOptions, TicTacToeView } from "./rules.ts";

const rules = `# Tic-tac-toe

Three by three cells, columns a–c, rows 1–3 from the top: \`a1\` is the top left, \`c3\` the bottom right. X moves first.
Three of one's own in a row, a column or a diagonal win; a full board is a draw. \`claim_win: true\` asserts a win.
`;

export const words: OwnWords<TicTacToeOptions, TicTacToeView> = {
  board: ({ cells }) => boardText(cells),
  grid: ({ cells }) => [...rowsOf(cells).map((row, index) => `${index + 1} ${row.join(" ")}`), "  a b c"].join("\n"),
  line: ({ cells }) =>
    `Rows from the top: ${rowsOf(cells)
      .map((row) => row.join(""))
      .join("/")}`,
  moveForm: "a free cell (a1 to c3)",
  rules,
};

export const claims = {
  win: { name: "a Win", deed: "win the game" },
  draw: { deed: "fill the board without three in a row" },
};

/** `.` is a free cell. */
const rowsOf = (cells: Cells): readonly (readonly string[])[] =>
  [0, 3, 6].map((start) => cells.slice(start, start + 3).map((cell) => cell ?? "."));

const boardText = (cells: Cells): string =>
  markdownTable(
    ["Row", "a", "b", "c"],
    rowsOf(cells).map((row, index) => [String(index + 1), ...row.map((cell) => (cell === "." ? " " : cell))]),
  );
