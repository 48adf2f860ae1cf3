import type { OwnWords } from "../define.ts";
import { gridWords } from "../grid/words.ts";
import { columnNames, countOf, type OthelloOptions, type OthelloView, SIZE, type Squares } from "./rules.ts";

const rules = `# Othello

Eight by eight squares, columns a–h, rows 1–8 from the top: \`a1\` is the top left. Black moves first. A move puts a disc
of one's own on a free square so that opposing discs stand in a straight line, in any of eight directions, between it
and another disc of one's own; all these turn over. A move must turn at least one disc. A side without such a
move writes \`pass\`, and may not pass otherwise. The game ends when neither side can move; more discs win, and free squares count
for the winner.
`;

const rowNumbers = Array.from({ length: SIZE }, (_, row) => row);
const discCounts = (squares: Squares): string => `Black ${countOf(squares, "B")}, White ${countOf(squares, "W")} discs`;

export const words: OwnWords<OthelloOptions, OthelloView> = {
  ...gridWords<OthelloView>({
    columns: columnNames,
    rows: rowNumbers.map((row) => String(row + 1)),
    legend: ", B black, W white",
    signs: ({ squares }, free) =>
      rowNumbers.map((row) => [...squares.slice(row * SIZE, (row + 1) * SIZE).replaceAll(".", free)]),
  }),
  facts: ({ squares }) => [`- ${discCounts(squares)}`],
  moveForm: "a free square that turns discs (a1 to h8), or pass",
  rules,
};
