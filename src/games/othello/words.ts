import type { OwnWords } from "../define.ts";
import { markdownTable } from "../markdown.ts";
import { columnNames, countOf, type OthelloOptions, type OthelloView, SIZE, type Squares } from "./rules.ts";

const rules = `# Othello

Eight by eight squares, columns a–h, rows 1–8 from the top: \`a1\` is the top left. Black moves first. A move puts a disc
of one's own on a free square so that opposing discs stand in a straight line, in any of eight directions, between it
and another disc of one's own; all these turn over. A move must turn at least one disc. A side without such a
move writes \`pass\`, and may not pass otherwise. The game ends when neither side can move; more discs win, and free squares count
for the winner.
`;

const rowsIn = (squares: Squares, free: string): readonly (readonly string[])[] =>
  Array.from({ length: SIZE }, (_, row) =>
    Array.from(squares.slice(row * SIZE, (row + 1) * SIZE), (sign) => (sign === "." ? free : sign)),
  );
const discs = (squares: Squares): string => `Black ${countOf(squares, "B")}, White ${countOf(squares, "W")} discs`;

export const words: OwnWords<OthelloOptions, OthelloView> = {
  board: ({ squares }) =>
    markdownTable(
      ["Row", ...columnNames],
      rowsIn(squares, " ").map((row, index) => [String(index + 1), ...row]),
    ),
  facts: ({ squares }) => [`- ${discs(squares)}`],
  grid: ({ squares }) =>
    [...rowsIn(squares, ".").map((row, index) => `${index + 1} ${row.join(" ")}`), `  ${columnNames.join(" ")}`].join(
      "\n",
    ),
  line: ({ squares }) =>
    `Rows from the top, B black, W white: ${rowsIn(squares, ".")
      .map((row) => row.join(""))
      .join("/")}`,
  moveForm: "a free square that turns discs (a1 to h8), or pass",
  rules,
};
