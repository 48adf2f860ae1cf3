import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

/** Set in everything that a test run starts, and so in what those start: the mark by which the strays are found. */
export const mark = "KIBITZ_TEST_RUN";
/** The mark of this run, for what is started with an environment of its own. */
export const ownMark = (): Readonly<Record<string, string>> => ({ [mark]: process.env[mark] ?? "" });
/** Milliseconds that a process which was told to end may take for it. */
const GRACE = 5_000;

interface Stray {
  readonly pid: number;
  readonly command: string;
}

/** The mark stands in the environment that a process was started with, which its children get unless it is withheld. */
async function isMarked(pid: number, run: string): Promise<boolean> {
  const environment = await readFile(`/proc/${pid}/environ`, "latin1").catch(() => "");
  return environment.split("\0").includes(`${mark}=${run}`);
}

/** Vitest's workers and their watchdog, which end after this check. */
const isVitest = (command: string) => /^vitest-|\bvitest\/dist\//.test(command);
/** Engines are started with an environment of their own: those of this checkout count when nobody plays with them. */
const engineFolder = join(import.meta.dirname, "..", "..", "out", "stockfish");

const commandOf = async (pid: number) =>
  (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0").join(" ").trim();

async function isOrphan(pid: number): Promise<boolean> {
  const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => "");
  const parent = Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 1);
  return parent === 1 || !/node|electron|kibitz/i.test(await commandOf(parent));
}

/**
 * Processes that carry the mark of a run, and engines without a host, but none of `known`. A zombie's files read as
 * empty: it has ended.
 */
export async function findStrays(run: string, known: ReadonlySet<number> = new Set()): Promise<Stray[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0 && pid !== process.pid && !known.has(pid));
  const found = await Promise.all(
    pids.map(async (pid) => {
      const command = await commandOf(pid);
      if (command === "" || isVitest(command)) return [];
      const isStray = command.includes(engineFolder) ? await isOrphan(pid) : await isMarked(pid, run);
      return isStray ? [{ pid, command }] : [];
    }),
  );
  return found.flat();
}

/** Fails the run where tests left processes running. Looks through /proc, so on Linux alone. */
export async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform !== "linux") return;
  const run = process.env[mark] ?? randomUUID();
  const known = new Set((await findStrays(run)).map(({ pid }) => pid));
  process.env[mark] = run;
  return async () => {
    const deadline = Date.now() + GRACE;
    let strays = await findStrays(run, known);
    while (strays.length > 0 && Date.now() < deadline) {
      await delay(100);
      strays = await findStrays(run, known);
    }
    if (strays.length === 0) return;
    const list = strays.map(({ pid, command }) => `  ${pid} ${command}`).join("\n");
    for (const { pid } of strays) process.kill(pid, "SIGKILL");
    throw new Error(`Tests left ${strays.length} processes running (ended now):\n${list}`);
  };
}
