import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { onTestFinished } from "vitest";
import { projectDir } from "./host-process.ts";
import { tempDir } from "./temp-dir.ts";

/** Starts `kibitz` as a person does; it is gone with the test. */
export function startKibitz(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const child = spawn(process.execPath, [join(projectDir, "scripts/kibitz.mjs"), ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    env: { ...process.env, ...env },
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Runs `kibitz`; resolves when it has ended. */
export const kibitz = (...args: readonly string[]) => endOf(startKibitz(args));

/** The output and the exit code of a program, once it has ended. */
export async function endOf(child: ReturnType<typeof startKibitz>) {
  const [[code], out, err] = await Promise.all([once(child, "close"), text(child.stdout), text(child.stderr)]);
  return { code, out, err };
}

/** A data folder for the test that runs, gone with it. */
export function dataDir(): string {
  const dir = tempDir();
  onTestFinished(() => dir[Symbol.dispose]());
  return dir.path;
}
