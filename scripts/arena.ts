/**
 * `npm run arena -- --hosts 3`: several hosts on one PostgreSQL, for trying out. All of it is gone when this ends, however
 * it ends: a process of its own sees to the hosts, and ends them once this one is not there any more.
 */
import { fork } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { outliveReaders } from "../src/main/base/log.ts";
import { choice } from "../test/programs/postgres.ts";
import { awake, type HostProcess, startHost } from "../test/support/host-process.ts";
import { provideCluster } from "../test/support/postgres.ts";
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { endWithStarter } from "./endings.mjs";

/** As many as PostgreSQL has connections for, with its usual settings. */
const MOST_HOSTS = 8;
/** Milliseconds in which signals count as one: a terminal's Ctrl-C comes from the terminal, and once more from npm. */
const SAME_WISH_MS = 1_000;

const stopSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;
const say = (line: string) => void process.stdout.write(`${line}\n`);
const complain = (line: string) => void process.stderr.write(`kibitz: ${line}\n`);

const about = `
Starts PostgreSQL, the one that is installed or one that comes through npm, and so many hosts on one database, 1 to
${MOST_HOSTS}. Prints their addresses. Ctrl-C ends all of them and removes what they kept.
`;
const { hosts } = numbersFor("arena", { hosts: 3 }, about);

if (!Number.isInteger(hosts) || hosts < 1 || hosts > MOST_HOSTS) {
  complain(`--hosts takes a whole number from 1 to ${MOST_HOSTS}, not ${hosts}.`);
  process.exitCode = 2;
} else if (process.send === undefined) await keep();
else await run();

/** Has another process do it, which hears when this one is gone, and none of what the terminal tells this one. */
async function keep(): Promise<void> {
  const child = fork(import.meta.filename, process.argv.slice(2), { detached: true });
  let wishedAt: number | null = null;
  const end = () => {
    wishedAt ??= performance.now();
    if (child.connected) child.disconnect();
    // Somebody does not want to wait for it.
    else if (performance.now() - wishedAt > SAME_WISH_MS && child.pid !== undefined)
      process.kill(-child.pid, "SIGKILL");
  };
  for (const signal of stopSignals) process.on(signal, end);
  endWithStarter();
  const [code] = await once(child, "exit");
  process.exit(code ?? 1);
}

/** Starts all of it, and ends it when somebody wishes for that, or nobody is there any more to wish for it. */
async function run(): Promise<void> {
  outliveReaders();
  const wish = new AbortController();
  const end = () => wish.abort();
  process.once("disconnect", end);
  for (const signal of stopSignals) process.on(signal, end);
  try {
    await using opened = new AsyncDisposableStack();
    await start(opened, wish);
    // The channel to the other process keeps this one here.
    if (!wish.signal.aborted) await once(wish.signal, "abort");
    say("Ending the hosts and PostgreSQL.");
  } catch (error) {
    complain(error instanceof Error ? error.message : String(error));
    process.exitCode = 1;
  }
  if (process.connected) process.disconnect();
}

async function start(opened: AsyncDisposableStack, wish: AbortController): Promise<void> {
  const { signal } = wish;
  const cluster = await provideCluster("fsync=on");
  if (typeof cluster === "string")
    throw new Error(
      `There is no PostgreSQL to start: ${cluster}. Install PostgreSQL, or name the folder of its programs in ${choice}.`,
    );
  opened.use(cluster);
  const dir = opened.use(tempDir());
  const env = {
    KIBITZ_DATABASE: await cluster.fresh(),
    KIBITZ_ARENA_SECRET: randomBytes(32).toString("base64url"),
    KIBITZ_LOG_LEVEL: "warn",
    ...awake,
  };
  let ended = 0;
  const startOne = async (number: number): Promise<HostProcess | null> => {
    if (signal.aborted) return null;
    const host = opened.use(await startHost(join(dir.path, `host-${number}`), env));
    host.child.once("exit", () => {
      if (signal.aborted) return;
      ended += 1;
      complain(
        `host ${number} has ended${ended < hosts ? "; the others go on with its games" : ", and it was the last"}.`,
      );
      if (ended < hosts) return;
      process.exitCode = 1;
      wish.abort();
    });
    return host;
  };
  // The first one makes the tables.
  const first = await startOne(1);
  const others = await Promise.all(Array.from({ length: hosts - 1 }, (_, index) => startOne(index + 2)));
  const all = [first, ...others].filter((host) => host !== null);
  if (signal.aborted || !first) return;
  for (const [index, { url, token, mcp, pid }] of all.entries())
    say(`Host ${index + 1} (process ${pid})\n  Dashboard  ${url}/?token=${token}\n  MCP        ${mcp}\n`);
  say(
    `The bearer token for MCP is ${first.agentToken} at each host. Games, leagues and tokens are the same at all of them.\n` +
      "Ctrl-C ends the hosts and PostgreSQL, and removes what they kept.",
  );
}
