import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";
import { type Columns, type ConnectFourOptions, type ConnectFourView, columnNames, discAt, HEIGHT } from "./rules.ts";

const rules = `# Connect Four

Seven columns, a–g, six rows, 1 at the bottom. Red moves first. A move names a column: the disc falls to its lowest free
cell. Four of one's own in a row, a column or a diagonal win; a full board is a draw.
`;

/** The rows from the top, a sign for each cell. */
const rowsIn = (columns: Columns, free: string): readonly (readonly string[])[] =>
  Array.from({ length: HEIGHT }, (_, index) =>
    columnNames.map((__, column) => discAt(columns, column, HEIGHT - 1 - index) ?? free),
  );

export const words: OwnWords<ConnectFourOptions, ConnectFourView> = {
  board: ({ columns }) =>
    markdownTable(
      ["Row", ...columnNames],
      rowsIn(columns, " ").map((row, index) => [String(HEIGHT - index), ...row]),
    ),
  grid: ({ columns }) =>
    [
      ...rowsIn(columns, ".").map((row, index) => `${HEIGHT - index} ${row.join(" ")}`),
      `  ${columnNames.join(" ")}`,
    ].join("\n"),
  line: ({ columns }) =>
    `Rows from the top, R red, Y yellow: ${rowsIn(columns, ".")
      .map((row) => row.join(""))
      .join("/")}`,
  moveForm: "a column with room (a to g)",
  rules,
};
