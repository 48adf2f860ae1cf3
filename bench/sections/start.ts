import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { hostProgram, hostProgramIn, projectDir } from "../../test/support/host-process.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Section } from "../section.ts";
import { median, timed } from "../support/measure.ts";

const RUNS = 7;

/** From the start of the process to the line that says that every door is open. */
export const start: Section = {
  name: "start",
  title: "Headless host, start to ready, against `node -e 0`",
  run: async (say, beside) => {
    const entries = [
      { label: "from source", entry: join(projectDir, "src/main/headless.ts") },
      { label: "built", entry: hostProgram },
      ...(beside === null ? [] : [{ label: `built in ${beside}`, entry: hostProgramIn(beside) }]),
    ].filter(({ entry }) => existsSync(entry));
    const bare: number[] = [];
    const found = entries.map(({ label, entry }) => ({ label, entry, times: [] as number[] }));
    for (let run = 0; run <= RUNS; run += 1) {
      say(`run ${run} of ${RUNS}`);
      const node = await timed(() => promisify(execFile)(process.execPath, ["-e", "0"]));
      // The first run fills the caches.
      if (run > 0) bare.push(node);
      for (const { entry, times } of found) {
        const took = await untilReady(entry);
        if (run > 0) times.push(took);
      }
    }
    const against = { name: "node -e 0", value: median(bare) };
    return found.map(({ label, times }) => ({
      name: `headless host, ${label}`,
      value: median(times),
      unit: "ms",
      against,
    }));
  },
};

async function untilReady(entry: string): Promise<number> {
  using dir = tempDir();
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...(entry.endsWith(".ts") ? ["--import", join(projectDir, "scripts/raw-assets.mjs")] : []),
      entry,
      "--json",
      "--port",
      "0",
      "--data-dir",
      dir.path,
    ],
    {
      stdio: ["ignore", "pipe", "ignore"],
      env: { ...process.env, KIBITZ_LOG_LEVEL: "error" },
    },
  );
  const exited = once(child, "exit");
  try {
    await Promise.race([
      once(child.stdout, "data"),
      exited.then(([code]) => Promise.reject(new Error(`${entry} ended with ${code}`))),
    ]);
    return performance.now() - began;
  } finally {
    child.kill();
    await exited;
  }
}
