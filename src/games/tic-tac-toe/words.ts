import type { Words } from "../game.ts";
import { markdownTable } from "../markdown.ts";
import type { Cells, TicTacToeOptions, TicTacToeView } from "./rules.ts";

const rules = `# Tic-tac-toe

Three by three cells, columns a–c, rows 1–3 from the top: \`a1\` is the top left, \`c3\` the bottom right. X moves first.
Three of one's own in a row, a column or a diagonal win; a full board is a draw. \`claim_win: true\` asserts a win.
`;

export const words: Words<TicTacToeOptions, TicTacToeView> = {
  board: ({ cells }) => boardText(cells),
  facts: () => [],
  position: (view) => ({ state: { ...view } }),
  start: () => ({}),
  check: () => null,
  moveForm: "a free cell (a1 to c3)",
  moves: (_, sans) => sans.join(" "),
  rules,
  win: { name: "a Win", deed: "win the game" },
  draw: "bring about a threefold repetition or complete fifty moves without a capture or pawn move",
  prompt: null,
};

function boardText(cells: Cells): string {
  const rows = [0, 1, 2].map((row) => [
    String(row + 1),
    ...cells.slice(row * 3, row * 3 + 3).map((cell) => cell ?? " "),
  ]);
  return markdownTable(["Row", "a", "b", "c"], rows);
}
