import { existsSync } from "node:fs";
import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { unreadableLine } from "../src/main/start/read-options.ts";
import { hostProgramIn } from "../test/support/host-process.ts";
import { document } from "./document.ts";
import { readEarlier } from "./earlier.ts";
import { type Machine, machineText, sectionText } from "./run-text.ts";
import { type Figure, ratio, type Section } from "./section.ts";
import { arena } from "./sections/arena.ts";
import { database } from "./sections/database.ts";
import { engine } from "./sections/engine.ts";
import { fairness } from "./sections/fairness.ts";
import { floods } from "./sections/floods.ts";
import { history } from "./sections/history.ts";
import { hosts } from "./sections/hosts.ts";
import { leagues } from "./sections/leagues.ts";
import { length } from "./sections/length.ts";
import { levels } from "./sections/levels.ts";
import { moves } from "./sections/moves.ts";
import { pages } from "./sections/pages.ts";
import { positions } from "./sections/positions.ts";
import { ratings } from "./sections/ratings.ts";
import { scrolling } from "./sections/scrolling.ts";
import { shim } from "./sections/shim.ts";
import { skill } from "./sections/skill.ts";
import { sleepers } from "./sections/sleepers.ts";
import { start } from "./sections/start.ts";
import { stored } from "./sections/stored.ts";
import { throughput } from "./sections/throughput.ts";
import { tokens } from "./sections/tokens.ts";
import { turns } from "./sections/turns.ts";
import { waits } from "./sections/waits.ts";

/** In the order in which they run; those of the ladder, which take longest, last. */
const sections: readonly Section[] = [
  turns,
  moves,
  throughput,
  database,
  hosts,
  arena,
  shim,
  waits,
  sleepers,
  start,
  length,
  tokens,
  engine,
  leagues,
  fairness,
  floods,
  history,
  stored,
  positions,
  pages,
  scrolling,
  skill,
  levels,
  ratings,
];
/** The sections that `--ladder` and `--no-ladder` select. */
const ladder: readonly string[] = [levels.name, ratings.name];

const usage = `Usage: npm run bench -- [options]

  --only NAMES   run some sections: ${sections.map(({ name }) => name).join(", ")}
  --no-ladder    run all but the ladder and the levels' ratings
  --ladder       run these two alone
  --json         print one JSON document
  --document     write the figures into docs/benchmarks.json, in the place of earlier ones of the same sections, and make
                 docs/benchmarks.md anew from them; with --only none it is only made anew
  --compare FILE set the run beside an earlier one, which --json has printed to that file
  --beside DIR   throughput and start: measure the build of another checkout in the same run

Run npm run build first to have the built host measured too.
`;

const machine: Machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? "unknown",
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
  load: loadavg()[0] ?? 0,
};

const options = {
  only: { type: "string" },
  ladder: { type: "boolean" },
  json: { type: "boolean", default: false },
  document: { type: "boolean", default: false },
  compare: { type: "string" },
  beside: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** null where they cannot be read, which has been said. */
function readValues() {
  try {
    return parseArgs({ allowNegative: true, options }).values;
  } catch (error) {
    const { message } = unreadableLine(error, "bench", Object.keys(options));
    process.stderr.write(`${message.replace("kibitz bench", "npm run bench --")}\n`);
    process.exitCode = 2;
    return null;
  }
}

async function main(): Promise<void> {
  const values = readValues();
  if (values === null) return;
  const write = (text: string) => void process.stdout.write(`${text}\n`);
  if (values.help) return write(usage.trimEnd());
  const names = (values.only === "none" ? [] : values.only?.split(",")) ?? sections.map(({ name }) => name);
  const wanted = values.ladder ? ladder : names.filter((name) => values.ladder !== false || !ladder.includes(name));
  const unknown = wanted.find((name) => !sections.some((section) => section.name === name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no section ${unknown}.\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const beside = values.beside === undefined ? null : resolve(values.beside);
  if (beside !== null && !existsSync(hostProgramIn(beside))) {
    process.stderr.write(`There is no built Kibitz in ${beside}. Run npm ci and npm run build there.\n`);
    process.exitCode = 2;
    return;
  }
  const earlier = values.compare === undefined ? null : readEarlier(values.compare);
  const picked = sections.filter(({ name }) => wanted.includes(name));
  const date = new Date().toISOString().slice(0, 10);
  if (!values.json) write(machineText(date, machine));
  if (earlier && !values.json)
    write(
      `Beside the run of ${earlier.date} (load ${earlier.load.toFixed(1)}): ratios are set beside ratios, values beside values.`,
    );
  const found: (Pick<Section, "name" | "title"> & {
    readonly figures: readonly (Figure & { ratio: number | null })[];
  })[] = [];
  for (const { name, title, run } of picked) {
    const say = (line: string) => void process.stderr.write(`${name}: ${line}\n`);
    const figures = await run(say, beside);
    found.push({ name, title, figures: figures.map((figure) => ({ ...figure, ratio: ratio(figure) })) });
    if (!values.json) write(`\n${sectionText({ name, title, figures }, earlier)}`);
  }
  if (values.json) write(JSON.stringify({ date, machine, sections: found }, null, 2));
  if (values.document) document({ date, machine, sections: found });
}

await main();
