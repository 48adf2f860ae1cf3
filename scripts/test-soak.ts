/**
 * Runs all tests again and again, the files in another order each time, and every second time while this machine's cores
 * are kept busy by something else, to find the ones that fail now and then: `npm test -- soak`, or
 * `npm test -- soak 3 test/journeys` for three runs of some. The first run has everything in its long form, as
 * `npm test -- long` has. What a run said is kept in test-results/soak. Exit code 1
 * where a run was red.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { mkdir, open, readFile, rm } from "node:fs/promises";
import { availableParallelism, constants } from "node:os";
import { join, relative } from "node:path";
import { z } from "zod";
import { findStrays, mark } from "../test/tooling/no-leftovers.ts";
import { endingOf, exitCodeOf } from "./endings.mjs";
import { isFresh, root } from "./fingerprint.mjs";

const folder = join(root, "test-results", "soak");
const vitest = join(root, "node_modules", "vitest", "vitest.mjs");

/** Keeps a core busy, and looks now and then whether its parent is still there: it must not outlive it by much. */
const burning = `const parent = process.ppid;
const burn = () => {
  for (const end = Date.now() + 100; Date.now() < end; );
  if (process.ppid === parent) setImmediate(burn);
};
burn();`;

const reportSchema = z.object({
  testResults: z.array(
    z.object({
      name: z.string(),
      status: z.string(),
      message: z.string().default(""),
      assertionResults: z.array(z.object({ status: z.string(), fullName: z.string() })),
    }),
  ),
});

interface Run {
  readonly green: boolean;
  readonly seconds: number;
  /** The failed tests, as `file: test`. */
  readonly failed: readonly string[];
}

let interruption: NodeJS.Signals | null = null;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => (interruption ??= signal));

async function runOnce(number: number, filters: readonly string[]): Promise<Run> {
  const run = randomUUID();
  const report = join(folder, `${number}.json`);
  const log = await open(join(folder, `${number}.log`), "w");
  const from = performance.now();
  const reporters = ["--reporter=default", "--reporter=json", `--outputFile.json=${report}`];
  const child = spawn(process.execPath, [vitest, "run", ...reporters, ...filters], {
    cwd: root,
    stdio: ["ignore", log.fd, log.fd],
    env: { ...process.env, [mark]: run, KIBITZ_LOT: String(number), KIBITZ_FULL: number === 1 ? "1" : "0" },
  });
  const ending = await endingOf(child);
  const seconds = Math.round((performance.now() - from) / 1000);
  await log.close();
  await endStrays(run);
  const failed = await failuresIn(report);
  return { green: ending.code === 0, seconds, failed: ending.code === 0 || failed.length > 0 ? failed : ["no test"] };
}

/** A run that was cut short leaves the processes of the test that it was at. */
async function endStrays(run: string): Promise<void> {
  if (process.platform !== "linux") return;
  for (const { pid } of await findStrays(run)) {
    try {
      process.kill(pid, "SIGKILL");
    } catch {
      // It has ended by itself.
    }
  }
}

async function failuresIn(report: string): Promise<string[]> {
  const text = await readFile(report, "utf8").catch(() => null);
  if (text === null) return [];
  return reportSchema.parse(JSON.parse(text)).testResults.flatMap(({ name, status, assertionResults }) => {
    const file = relative(join(root, "test"), name).replaceAll("\\", "/");
    const tests = assertionResults.filter((each) => each.status === "failed").map(({ fullName }) => fullName);
    if (tests.length === 0 && status === "failed") return [`${file}: the whole file`];
    return tests.map((test) => `${file}: ${test}`);
  });
}

/** Does something while all cores are busy. */
async function whileBusy<T>(action: () => Promise<T>): Promise<T> {
  const burners = Array.from({ length: availableParallelism() }, () =>
    spawn(process.execPath, ["-e", burning], { stdio: "ignore" }),
  );
  const ended = burners.map((child: ChildProcess) => once(child, "exit"));
  try {
    return await action();
  } finally {
    for (const child of burners) child.kill("SIGKILL");
    await Promise.all(ended);
  }
}

const [first = "", ...rest] = process.argv.slice(2);
const counted = /^\d+$/.test(first);
const runs = counted ? Number(first) : 10;
const filters = counted ? rest : process.argv.slice(2);

await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
if (!(await isFresh())) {
  const ending = await endingOf(spawn(process.execPath, [join(root, "scripts", "build.mjs")], { stdio: "inherit" }));
  if (ending.code !== 0) process.exit(exitCodeOf(ending));
}

const results: Run[] = [];
for (let number = 1; number <= runs && interruption === null; number += 1) {
  const busy = number % 2 === 0;
  const result = await (busy ? whileBusy(() => runOnce(number, filters)) : runOnce(number, filters));
  if (interruption !== null) break;
  results.push(result);
  const words = [
    `run ${number} of ${runs}`,
    busy ? "busy" : "idle",
    result.green ? "green" : "red  ",
    `${result.seconds} s`,
  ];
  console.log([words.join("  "), ...result.failed.map((name) => `    ${name}`)].join("\n"));
}

const red = results.filter(({ green }) => !green);
const often = new Map<string, number>();
for (const name of red.flatMap(({ failed }) => failed)) often.set(name, (often.get(name) ?? 0) + 1);
console.log(
  `\n${results.length - red.length} of ${results.length} runs green${interruption ? `, then ${interruption}` : ""}.`,
);
for (const [name, times] of [...often].sort(([, a], [, b]) => b - a)) console.log(`  ${times} × ${name}`);
if (red.length > 0) console.log(`What they said is in ${relative(process.cwd(), folder) || folder}.`);
process.exitCode = interruption === null ? Math.min(red.length, 1) : 128 + constants.signals[interruption];
