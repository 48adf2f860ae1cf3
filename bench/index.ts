import { availableParallelism, cpus, loadavg, totalmem } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { unreadable } from "../src/cli/command.ts";
import { type Earlier, readEarlier } from "./earlier.ts";
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
  --compare FILE set the run beside an earlier one, which --json has printed to that file
  --beside DIR   throughput and start: measure the build of another checkout in the same run

Run npm run build first to have the built host measured too.
`;

/** Figures of three digits or more are rounded to whole ones, others to three digits. */
const digits = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

function row(section: string, figure: Figure, earlier: Earlier | null): readonly string[] {
  const { name, value, unit, against } = figure;
  const times = ratio(figure);
  const before = earlier?.of(section, figure);
  return [
    name,
    `${digits(value)} ${unit}`,
    against ? `${against.name}: ${digits(against.value)} ${unit}` : "",
    times === null ? "" : `× ${digits(times)}`,
    ...(before
      ? [`then ${times === null ? digits(before.then) : `× ${digits(before.then)}`}, now ${digits(before.times)} of it`]
      : []),
  ];
}

function table(rows: readonly (readonly string[])[]): string {
  const columns = Math.max(...rows.map((cells) => cells.length));
  const widths = Array.from({ length: columns }, (_, column) =>
    Math.max(...rows.map((cells) => [...(cells[column] ?? "")].length)),
  );
  return rows
    .map((cells) => `  ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

const machine = {
  cores: availableParallelism(),
  processor: cpus()[0]?.model ?? "unknown",
  memory: `${Math.round(totalmem() / 2 ** 30)} GiB`,
  platform: `${process.platform} ${process.arch}`,
  node: process.version,
  /** Programs that wanted to run in the minute before; well under the number of cores on a machine left alone. */
  load: loadavg()[0] ?? 0,
};

const options = {
  only: { type: "string" },
  ladder: { type: "boolean" },
  json: { type: "boolean", default: false },
  compare: { type: "string" },
  beside: { type: "string" },
  help: { type: "boolean", short: "h", default: false },
} as const;

/** null where they cannot be read, which has been said. */
function readValues() {
  try {
    return parseArgs({ allowNegative: true, options }).values;
  } catch (error) {
    const { message } = unreadable(error, "bench", Object.keys(options));
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
  const names = values.only?.split(",") ?? sections.map(({ name }) => name);
  const wanted = values.ladder ? ladder : names.filter((name) => values.ladder !== false || !ladder.includes(name));
  const unknown = wanted.find((name) => !sections.some((section) => section.name === name));
  if (unknown !== undefined) {
    process.stderr.write(`There is no section ${unknown}.\n\n${usage}`);
    process.exitCode = 2;
    return;
  }
  const earlier = values.compare === undefined ? null : readEarlier(values.compare);
  const picked = sections.filter(({ name }) => wanted.includes(name));
  const date = new Date().toISOString().slice(0, 10);
  if (!values.json)
    write(
      `${date}, ${machine.cores} cores (${machine.processor}), ${machine.memory}, ${machine.platform}, Node ${machine.node}, load ${machine.load.toFixed(1)}`,
    );
  if (earlier && !values.json)
    write(
      `Beside the run of ${earlier.date} (load ${earlier.load.toFixed(1)}): ratios are set beside ratios, values beside values.`,
    );
  const found: (Pick<Section, "name" | "title"> & {
    readonly figures: readonly (Figure & { ratio: number | null })[];
  })[] = [];
  for (const { name, title, run } of picked) {
    const say = (line: string) => void process.stderr.write(`${name}: ${line}\n`);
    const figures = await run(say, values.beside === undefined ? null : resolve(values.beside));
    found.push({ name, title, figures: figures.map((figure) => ({ ...figure, ratio: ratio(figure) })) });
    if (!values.json) write(`\n${title}\n${table(figures.map((figure) => row(name, figure, earlier)))}`);
  }
  if (values.json) write(JSON.stringify({ date, machine, sections: found }, null, 2));
}

await main();
