import { randomUUID } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { setTimeout as delay } from "node:timers/promises";

/** Set in everything that a test run starts, and so in what those start: the mark by which the strays are found. */
const mark = "KIBITZ_TEST_RUN";
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

/** Marked processes that still run. Vitest's own helpers end after this check; a zombie's environment reads as empty. */
async function findStrays(run: string): Promise<Stray[]> {
  const pids = (await readdir("/proc")).map(Number).filter((pid) => pid > 0 && pid !== process.pid);
  const found = await Promise.all(
    pids.map(async (pid) => {
      if (!(await isMarked(pid, run))) return [];
      const command = (await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "")).split("\0").join(" ").trim();
      const isVitest = /^vitest-|\bvitest\/dist\//.test(command);
      return command === "" || isVitest ? [] : [{ pid, command }];
    }),
  );
  return found.flat();
}

/** Fails the run where tests left processes running. Looks through /proc, so on Linux alone. */
export default function markRun() {
  if (process.platform !== "linux") return;
  const run = randomUUID();
  process.env[mark] = run;
  return async () => {
    const deadline = Date.now() + GRACE;
    let strays = await findStrays(run);
    while (strays.length > 0 && Date.now() < deadline) {
      await delay(100);
      strays = await findStrays(run);
    }
    if (strays.length === 0) return;
    const list = strays.map(({ pid, command }) => `  ${pid} ${command}`).join("\n");
    for (const { pid } of strays) process.kill(pid, "SIGKILL");
    throw new Error(`Tests left ${strays.length} processes running (ended now):\n${list}`);
  };
}
