import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { type Checked, checkMistakes, summary } from "../test/practice/check-mistakes.ts";
import { projectDir } from "../test/support/host-process.ts";

/*
 * Is the better move of a mistake that is asked really better? Games are reviewed, their mistakes searched a second time as
 * before they are asked, and those that would be asked are checked by a third, deeper search. Counted in nodes, the
 * figures are the same on every machine. Run:
 * npx node --import ./scripts/raw-assets.mjs bench/mistakes.ts --file games.pgn --mistakes 300
 */

const { values } = parseArgs({
  options: {
    file: { type: "string", default: join(projectDir, "test/fixtures/ten-games.pgn"), multiple: false },
    mistakes: { type: "string", default: "300" },
    review: { type: "string", default: "50000" },
    second: { type: "string", default: "400000" },
    third: { type: "string", default: "1000000" },
  },
});
const texts = values.file.split(",").flatMap((file) =>
  readFileSync(file, "utf8")
    .trim()
    .split(/\r?\n\r?\n(?=\[Event )/),
);
const nodes = { review: Number(values.review), second: Number(values.second), third: Number(values.third) };
const all: Checked[] = [];
for await (const checked of checkMistakes(texts, Number(values.mistakes), nodes)) {
  all.push(checked);
  const { name, said, seen } = checked;
  const result = said === null || seen === null ? "not asked" : `said ${said.toFixed(1)}, seen ${seen.toFixed(1)}`;
  process.stderr.write(`${all.length} game ${name}: ${result}\n`);
}
const { mistakes, asked, better, muchBetter, least, off } = summary(all);
process.stdout.write(
  `${mistakes} mistakes: ${asked} would be asked, ${better} of which have a better move that is better, ${muchBetter} by 10 points or more (least ${least.toFixed(1)}); what is said is ${off.toFixed(1)} points off (mean)\n`,
);
