import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { createInterface } from "node:readline";

export const projectDir = join(import.meta.dirname, "..", "..");

/**
 * The built programs, which start in half the time of their sources. Each run of tests begins with a build where one is
 * due.
 */
export const hostProgramIn = (checkout: string): string => join(checkout, "out/main/headless.js");
export const hostProgram = hostProgramIn(projectDir);
export const shimProgram = join(projectDir, "out/shim/kibitz-mcp.mjs");

export interface HostLine {
  readonly url: string;
  readonly mcp: string;
  readonly token: string;
  readonly agentToken: string;
  readonly socket: string;
  readonly dataDir: string;
  readonly pid: number;
}

export interface HostProcess extends HostLine {
  readonly child: ChildProcess;
  /** The standard error so far. */
  log(): string;
  /** Ends it without warning and resolves when it is gone. */
  kill(): Promise<void>;
  stop(): Promise<void>;
  [Symbol.asyncDispose](): Promise<void>;
}

/** For a host whose engine is to be there before the computer has a move. */
export const awake = { KIBITZ_WARM_UP: "1" };

/**
 * Starts the real headless host, as `npm run --silent headless -- --json` does, and resolves when it is ready.
 * @param under a program, with its arguments, that becomes the host
 */
export async function startHost(
  dataDir: string,
  env: Record<string, string> = {},
  args: string[] = [],
  program = hostProgram,
  under: readonly string[] = [],
): Promise<HostProcess> {
  const [command = process.execPath, ...words] = [...under, process.execPath, program];
  const child = spawn(command, [...words, "--json", "--port", "0", "--data-dir", dataDir, ...args], {
    stdio: ["ignore", "pipe", "pipe"],
    // Most hosts of the tests never need their engine, and starting it costs more than starting the host.
    env: { ...process.env, KIBITZ_LOG_LEVEL: "info", KIBITZ_WARM_UP: "0", ...env },
  });
  let stderr = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    stderr += text;
  });
  const line = await Promise.race([
    once(createInterface({ input: child.stdout }), "line").then(([text]) => String(text)),
    once(child, "exit").then(([code]) => Promise.reject(new Error(`the host ended with ${code}: ${stderr}`))),
  ]);
  const ready: HostLine & { readonly alreadyRunning?: true } = JSON.parse(line);
  if (ready.alreadyRunning) throw new Error(`a host serves ${dataDir} already: process ${ready.pid}`);
  const exited = once(child, "exit");
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode === null && child.signalCode === null) child.kill(signal);
    await exited;
  };
  return {
    ...ready,
    child,
    log: () => stderr,
    kill: () => end("SIGKILL"),
    stop: () => end("SIGTERM"),
    [Symbol.asyncDispose]: () => end("SIGTERM"),
  };
}
