import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";
import { type Cells, rowsOf, type TicTacToeOptions, type TicTacToeView } from "./rules.ts";

const rules = `# Tic-tac-toe

Three by three cells, columns a–c, rows 1–3 from the top: \`a1\` is the top left, \`c3\` the bottom right. X moves first.
Three of one's own in a row, a column or a diagonal win; a full board is a draw.
`;

export const words: OwnWords<TicTacToeOptions, TicTacToeView> = {
  board: ({ cells }) =>
    markdownTable(
      ["Row", "a", "b", "c"],
      rowsIn(cells, " ").map((row, index) => [String(index + 1), ...row]),
    ),
  grid: ({ cells }) =>
    [...rowsIn(cells, ".").map((row, index) => `${index + 1} ${row.join(" ")}`), "  a b c"].join("\n"),
  line: ({ cells }) =>
    `Rows from the top: ${rowsIn(cells, ".")
      .map((row) => row.join(""))
      .join("/")}`,
  moveForm: "a free cell (a1 to c3)",
  rules,
  toolRules: "`claim_win: true` asserts a win.\n",
};

export const claims = {
  win: { name: "a Win", deed: "win the game" },
  draw: { deed: "fill the board without three in a row" },
};

const rowsIn = (cells: Cells, free: string) => rowsOf(cells.map((cell) => cell ?? free));
