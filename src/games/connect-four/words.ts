import type { OwnWords } from "../define.ts";
import { gridWords } from "../grid/words.ts";
import { type ConnectFourOptions, type ConnectFourView, columnNames, discAt, HEIGHT } from "./rules.ts";

const rules = `# Connect Four

Seven columns, a–g, six rows, 1 at the bottom. Red moves first. A move names a column: the disc falls to its lowest free
cell. Four of one's own in a row, a column or a diagonal win; a full board is a draw.
`;

const rowsFromTop = Array.from({ length: HEIGHT }, (_, index) => HEIGHT - 1 - index);

export const words: OwnWords<ConnectFourOptions, ConnectFourView> = {
  ...gridWords<ConnectFourView>({
    columns: columnNames,
    rows: rowsFromTop.map((row) => String(row + 1)),
    legend: ", R red, Y yellow",
    signs: ({ columns }, free) =>
      rowsFromTop.map((row) => columnNames.map((_, column) => discAt(columns, column, row) ?? free)),
  }),
  moveForm: "a column with room (a to g)",
  rules,
};
