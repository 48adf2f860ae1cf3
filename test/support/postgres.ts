import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { Client } from "pg";
import { cacheDir } from "../programs/fetched.ts";
import { asItsUser, choice, installed, providePostgres } from "../programs/postgres.ts";

/** Where PostgreSQL's programs are; null where there are none. A run of tests begins by finding, or fetching, them. */
const whereItIs = () => process.env[choice] || installed();

/** For `describe.skipIf`: the whole of a file in one line. */
export const noPostgres = whereItIs() === null;

/** A PostgreSQL of the test's own, which is on no network. */
export interface Cluster {
  /** An address whose tables are empty, each time another one. */
  fresh(): Promise<string>;
  /** Asks it something as its owner. */
  ask(text: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Ends it, and those who are connected with it: `immediate` as if its machine had failed. */
  stop(how?: "fast" | "immediate"): Promise<void>;
  start(): Promise<void>;
  /** Its socket's folder. */
  readonly folder: string;
  [Symbol.asyncDispose](): Promise<void>;
}

/**
 * The same for scripts, outside a run of tests: PostgreSQL is found first, or fetched.
 * @returns why there is none, where there is none
 */
export async function provideCluster(...settings: readonly string[]): Promise<Cluster | string> {
  const programs = await providePostgres();
  if (typeof programs === "string") return programs;
  await using opened = new AsyncDisposableStack();
  opened.use(programs);
  const cluster = opened.use(await startCluster(...settings));
  const stack = opened.move();
  return { ...cluster, [Symbol.asyncDispose]: () => stack.disposeAsync() };
}

/** @param settings as `fsync=on`: what is written through to the disk is slow, and needed only where machines fail */
export async function startCluster(...settings: readonly string[]): Promise<Cluster> {
  const programs = whereItIs();
  if (programs === null) throw new Error("PostgreSQL is not installed");
  const folder = mkdtempSync(join(tmpdir(), "kibitz-pg-"));
  const user = asItsUser();
  if (user.uid !== undefined && user.gid !== undefined) chownSync(folder, user.uid, user.gid);
  const data = join(folder, "data");
  const env = { ...process.env, LC_ALL: "C" };
  // To make one takes ten times as long as to copy it: the first of a version is kept.
  const version = execFileSync(join(programs, "postgres"), ["--version"], { encoding: "utf8" }).trim();
  // Only its owner can read it.
  const kept = join(cacheDir, "databases", `${version} of ${user.uid ?? process.getuid?.()}`);
  if (existsSync(kept)) execFileSync("cp", ["-a", kept, data]);
  else {
    execFileSync(
      join(programs, "initdb"),
      ["-D", data, "-N", "-A", "trust", "-U", "kibitz", "--no-locale", "-E", "UTF8"],
      { ...user, env, cwd: folder, stdio: "ignore" },
    );
    mkdirSync(dirname(kept), { recursive: true });
    // Whole or not at all: others may be about to do the same, and then theirs is as good.
    const made = `${kept}-${process.pid}`;
    execFileSync("cp", ["-a", data, made]);
    try {
      renameSync(made, kept);
    } catch {
      rmSync(made, { recursive: true, force: true });
    }
  }

  let server: ChildProcess | null = null;
  const ask: Cluster["ask"] = async (text, values = []) => {
    const client = new Client({ host: folder, user: "kibitz", database: "postgres" });
    client.on("error", () => {});
    await client.connect();
    try {
      return (await client.query<Record<string, unknown>>(text, [...values])).rows;
    } finally {
      await client.end();
    }
  };
  const start = async () => {
    const flags = ["listen_addresses=", `unix_socket_directories=${folder}`, "fsync=off", "logging_collector=off"];
    const args = [...flags, ...settings].flatMap((flag) => ["-c", flag]);
    server = spawn(join(programs, "postgres"), ["-D", data, ...args], { ...user, env, cwd: folder, stdio: "ignore" });
    const ended = once(server, "exit").then(() => Promise.reject(new Error("PostgreSQL ended at once")));
    ended.catch(() => {});
    // It has no way to say that it is there.
    while (!(await Promise.race([ask("SELECT 1").then(Boolean, () => false), ended]))) await delay(20);
  };
  const stop: Cluster["stop"] = async (how = "fast") => {
    if (!server || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(how === "fast" ? "SIGINT" : "SIGQUIT");
    await ended;
  };
  let schemas = 0;
  await start();
  return {
    folder,
    ask,
    start,
    stop,
    fresh: async () => {
      schemas += 1;
      await ask(`CREATE SCHEMA s${schemas}`);
      return `postgres://kibitz@/postgres?host=${encodeURIComponent(folder)}&options=-csearch_path%3Ds${schemas}`;
    },
    [Symbol.asyncDispose]: async () => {
      await stop("immediate");
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
