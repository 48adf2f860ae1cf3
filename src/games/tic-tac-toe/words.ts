import type { OwnWords } from "../define.ts";
import { gridWords } from "../grid/words.ts";
import { rowsOf, type TicTacToeOptions, type TicTacToeView } from "./rules.ts";

const rules = `# Tic-tac-toe

Three by three cells, columns a–c, rows 1–3 from the top: \`a1\` is the top left, \`c3\` the bottom right. X moves first.
Three of one's own in a row, a column or a diagonal win; a full board is a draw.
`;

export const words: OwnWords<TicTacToeOptions, TicTacToeView> = {
  ...gridWords<TicTacToeView>({
    columns: ["a", "b", "c"],
    rows: ["1", "2", "3"],
    legend: "",
    signs: ({ cells }, free) => rowsOf(cells.map((cell) => cell ?? free)),
  }),
  moveForm: "a free cell (a1 to c3)",
  rules,
  toolRules: "`claim_win: true` asserts a win.\n",
};

export const claims = {
  win: { name: "a Win", deed: "win the game" },
  draw: { deed: "fill the board without three in a row" },
};
