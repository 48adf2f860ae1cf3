import { type SpawnOptions, spawn } from "node:child_process";
import { accessSync, constants, statSync } from "node:fs";
import { homedir } from "node:os";
import { parse } from "node:path";
import { withoutAppImage } from "../shared/app-image.ts";
import type { Command } from "./host-commands.ts";

/** A started host as its starter sees it: it detaches itself, and is found by its announcement. */
export interface Attempt {
  /** null where it could not be started. */
  readonly pid: number | null;
  /**
   * Set once the process has ended or could not be started: `ok` where it found another host running, `missing` where
   * there is no such program.
   */
  outcome: { readonly ok: boolean; readonly reason: string; readonly missing?: boolean } | null;
}

type Env = Readonly<Record<string, string | undefined>>;

/** Starts a host that outlives this process and the client that started it. */
export function startHost(command: Command, env: Env): Attempt {
  const [program, ...args] = command.line;
  const child = spawn(program, args, spawnOptions(command, env));
  const attempt: Attempt = { pid: child.pid ?? null, outcome: null };
  child.on("error", (error: NodeJS.ErrnoException) => {
    // PATH may contain folders that this user may not enter.
    const missing = error.code === "ENOENT" || (error.code === "EACCES" && !/[\\/]/.test(program));
    const reason = error.code === "EACCES" ? "this user may not run it" : error.message;
    attempt.outcome = { ok: false, reason, missing };
  });
  child.on("exit", (code, signal) => {
    attempt.outcome ??= { ok: code === 0, reason: `it ended with ${signal ?? `code ${code}`}` };
  });
  child.unref();
  return attempt;
}

/** Options of the spawned process. */
export const spawnOptions = ({ isApplication }: Command, env: Env): SpawnOptions => ({
  // Never the client's working folder, which the host would keep from being unmounted or removed.
  cwd: canEnter(homedir()) ? homedir() : parse(process.execPath).root,
  env: cleanEnv(env),
  detached: true,
  stdio: "ignore",
  // Windows would hide the first window of an application too.
  windowsHide: !isApplication,
});

function canEnter(folder: string): boolean {
  try {
    accessSync(folder, constants.X_OK);
    return statSync(folder).isDirectory();
  } catch {
    return false;
  }
}

/**
 * Variables for the client's own runtime, which are not passed on to the host: it would start as plain Node, or in a
 * debugger. Trusted certificates, a company's proxy among them, are the machine's and so the host's as well.
 */
const notPassedOn =
  /^(ELECTRON_RUN_AS_NODE|ELECTRON_NO_ATTACH_CONSOLE|NODE_(?!EXTRA_CA_CERTS$).*|npm_.*|VSCODE_.*|KIBITZ_HOST_COMMAND)$/i;

export function cleanEnv(env: Env): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(withoutAppImage(env)).filter(([name]) => !notPassedOn.test(name)));
}
