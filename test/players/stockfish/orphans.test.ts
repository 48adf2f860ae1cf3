import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, onTestFinished, test } from "vitest";
import { z } from "zod";
import { isRunning, until } from "./support.ts";

interface DoomedHost {
  readonly process: ChildProcess;
  readonly group: number;
  readonly pids: readonly number[];
  readonly output: AsyncIterator<string>;
  readonly complaints: () => string;
}

/** Starts a host in its own process group and waits until its engines search. */
async function startHost(): Promise<DoomedHost> {
  const host = spawn(process.execPath, [join(import.meta.dirname, "doomed-host.ts")], {
    detached: true,
    stdio: "pipe",
  });
  const group = z.number().parse(host.pid);
  onTestFinished(() => void host.kill("SIGKILL"));
  let complaints = "";
  host.stderr.on("data", (chunk: Buffer) => {
    complaints += chunk.toString();
  });
  const output = createInterface({ input: host.stdout })[Symbol.asyncIterator]();
  const first = await output.next();
  const pids = z
    .array(z.number())
    .min(1)
    .parse(JSON.parse(String(first.value)));
  return { process: host, group, pids, output, complaints: () => complaints };
}

test("the engines end with a host that is killed during a search", async () => {
  const host = await startHost();
  expect(host.pids.every(isRunning)).toBe(true);
  host.process.kill("SIGKILL");
  await until(() => !host.pids.some(isRunning));
});

test.skipIf(process.platform === "win32")("Ctrl+C reaches the host and not its engines", async () => {
  const host = await startHost();
  const exited = once(host.process, "exit");
  process.kill(-host.group, "SIGINT");
  expect(host.pids).toEqual(JSON.parse(String((await host.output.next()).value)));
  expect(await exited).toEqual([0, null]);
  expect(host.pids.some(isRunning)).toBe(false);
  expect(host.complaints()).toBe("");
});
