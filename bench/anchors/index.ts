import { parseArgs } from "node:util";
import { type Comparison, distance, outside, type Row } from "./comparison.ts";
import { matchFigures, sequentialTests } from "./fastchess.ts";
import { fideTable, perftCounts } from "./known-values.ts";
import { randomChess, randomTicTacToe } from "./random-games.ts";
import { bayesEloList, ordoList, randomOpponents, threePrograms } from "./rating-lists.ts";
import { playOn, skillSteps } from "./skill-levels.ts";

/*
 * Published figures of other people's programs beside those that Kibitz has of the same: ratings, tests, random games,
 * rules. Each row has a tolerance; of long tables the rows farthest apart are printed. The games of Stockfish's skill
 * levels are kept in data/skill-games.json, where --play adds to them. Run:
 * npx node --import ./scripts/raw-assets.mjs bench/anchors/index.ts
 */

/** Longer tables are printed by their farthest rows. */
const MOST_ROWS = 12;
const FARTHEST = 5;

const { values } = parseArgs({
  options: {
    /** Random games of chess; 0 for none. */
    games: { type: "string", default: "1000" },
    /** Minutes to play skill levels for, beforehand. */
    play: { type: "string", default: "0" },
    all: { type: "boolean", default: false },
  },
});
const write = (line: string) => void process.stdout.write(`${line}\n`);

const byDistance = ({ rows }: Comparison) => rows.toSorted((one, other) => distance(other) - distance(one));

/** Ours, theirs and the tolerance. */
const figuresOf = ({ ours, theirs, tolerance }: Row, digits: number): readonly string[] =>
  [ours, theirs, tolerance].map((value) => value.toFixed(digits));

function textOf(comparison: Comparison): string {
  const { title, source, rows, digits, tolerance, differences } = comparison;
  const long = rows.length > MOST_ROWS && !values.all;
  const cells = (long ? byDistance(comparison).slice(0, FARTHEST) : rows).map((row): readonly string[] => [
    row.name,
    ...figuresOf(row, digits),
    distance(row) <= 1 ? "" : "outside",
  ]);
  const head = [long ? `the ${FARTHEST} of ${rows.length} farthest apart` : "", "ours", "theirs", "±", ""];
  const widths = head.map((_, at) => Math.max(...[head, ...cells].map((row) => row[at]?.length ?? 0)));
  const line = (row: readonly string[]) =>
    `  ${row.map((cell, at) => (at === 0 ? cell.padEnd(widths[at] ?? 0) : cell.padStart(widths[at] ?? 0))).join("  ")}`.trimEnd();
  return [title, `  ${source}`, `  ±: ${tolerance}`, ...[head, ...cells].map(line), differences && `  ${differences}`]
    .filter((each) => each !== "")
    .join("\n");
}

/** A row of the summary, in Markdown: the table and its row that is farthest apart. */
function summaryOf(comparison: Comparison): string {
  const { title, rows, digits } = comparison;
  const farthest = byDistance(comparison).slice(0, 1);
  const [figures = []] = farthest.map((row) => [row.name, ...figuresOf(row, digits)]);
  const within = `${rows.length - outside(comparison).length} of ${rows.length}`;
  return `| ${[title, within, ...figures].join(" | ")} |`;
}

if (Number(values.play) > 0) await playOn(Number(values.play));
const games = Number(values.games);
const sayGame = (at: number): void => {
  if (at % 100 === 0) process.stderr.write(`random games: ${at} of ${games}\n`);
};
const comparisons: readonly Comparison[] = [
  ...(games > 0 ? randomChess(games, sayGame) : []),
  randomTicTacToe(),
  randomOpponents(),
  sequentialTests(),
  matchFigures(),
  ordoList(),
  bayesEloList(),
  threePrograms(),
  skillSteps(),
  fideTable(),
  perftCounts(),
];
for (const comparison of comparisons) write(`${textOf(comparison)}\n`);
write("| published figures | rows within ± | the row farthest apart | ours | theirs | ± |\n|---|---|---|---|---|---|");
for (const comparison of comparisons) write(summaryOf(comparison));
