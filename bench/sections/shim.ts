import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { readDiscovery } from "../../src/main/data/discovery.ts";
import { type HostLine, shimProgram } from "../../test/support/host-process.ts";
import { tempDir } from "../../test/support/temp-dir.ts";
import type { Section } from "../section.ts";
import { type Caller, callerOver, socketCaller } from "../support/callers.ts";
import { median, timed } from "../support/measure.ts";
import { startKibitz } from "../support/processes.ts";

const WARM_UP = 100;
const CALLS = 500;
const STARTS = 5;

/** The cost of the shim between an MCP host and Kibitz: for a call, and for the first answer where no host runs yet. */
export const shim: Section = {
  name: "shim",
  title: "The shim: a call through it, against the same over its socket; and the first answer where no host runs",
  run: async (say) => {
    say("calls");
    const calls = await throughShim();
    const initialize: number[] = [];
    for (let run = 1; run <= STARTS; run += 1) {
      say(`start ${run} of ${STARTS}`);
      initialize.push(await initializeAlone());
    }
    const [through, direct] = [median(calls.through), median(calls.direct)];
    return [
      { name: "listGames", value: through, unit: "ms", against: { name: "over the socket", value: direct } },
      { name: "what the shim adds to a call", value: through - direct, unit: "ms", against: null },
      { name: "initialize, no host running", value: median(initialize), unit: "ms", against: null },
    ];
  },
};

async function throughShim() {
  await using kibitz = await startKibitz();
  using direct = await socketCaller(kibitz.line);
  await using through = shimCaller(kibitz.line);
  const found = { through: [] as number[], direct: [] as number[] };
  for (let call = 0; call < WARM_UP + CALLS; call += 1) {
    const one = await timed(() => through.call("listGames", { limit: 1 }));
    const other = await timed(() => direct.call("listGames", { limit: 1 }));
    if (call < WARM_UP) continue;
    found.through.push(one);
    found.direct.push(other);
  }
  return found;
}

function startShim(dataDir: string) {
  const child = spawn(process.execPath, [shimProgram, "--data-dir", dataDir], {
    stdio: ["pipe", "pipe", "ignore"],
    env: { ...process.env, KIBITZ_NO_WINDOW: "1", KIBITZ_PORT: "0", KIBITZ_LOG_LEVEL: "error" },
  });
  return { child, exited: once(child, "exit") };
}

function shimCaller({ dataDir }: HostLine): Caller & AsyncDisposable {
  const { child, exited } = startShim(dataDir);
  return {
    ...callerOver(child.stdout, child.stdin),
    [Symbol.asyncDispose]: async () => {
      child.kill();
      await exited;
    },
  };
}

/** From the start of the shim, in an empty data folder, to its answer to the first request; it starts a host meanwhile. */
async function initializeAlone(): Promise<number> {
  using dir = tempDir();
  const began = performance.now();
  const { child, exited } = startShim(dir.path);
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "bench", version: "1.0.0" } };
  child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params })}\n`);
  const [line] = await once(createInterface({ input: child.stdout }), "line");
  const took = performance.now() - began;
  if (JSON.parse(String(line)).result === undefined) throw new Error(`initialize: ${line}`);
  child.kill();
  await exited;
  const host = readDiscovery(dir.path);
  if (host) await ended(host.pid);
  return took;
}

/** Ends a process that is not a child of this one. */
async function ended(pid: number): Promise<void> {
  for (process.kill(pid); isThere(pid); ) await new Promise((resolve) => setTimeout(resolve, 20));
}

function isThere(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
