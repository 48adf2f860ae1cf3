import { closeSync, existsSync, lstatSync, openSync, readFileSync, rmSync } from "node:fs";
import { connect } from "node:net";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import { type Discovery, isTrustedSocket, parseDiscovery } from "../../shared/instance.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { keyFor, provenSession } from "../../shared/sign-in.ts";
import { restAwake } from "../base/awake-time.ts";
import { fileIdentity, isBusy, isDamaged, isOnReadOnlyDisk, outOfDescriptors } from "../base/disk.ts";
import type { Log } from "../base/log.ts";
import { readableText } from "../base/text-file.ts";
import { fileIn, openDataDir, storageRefusal, systemErrorCode, writePassingFile } from "./data-dir.ts";

/** Announces a host. Call it last, when every door is open: readers connect at once. */
export function writeDiscovery(dataDir: string, discovery: Discovery): Result<void> {
  try {
    writePassingFile(fileIn(dataDir, "discovery"), `${JSON.stringify(discovery, null, 2)}\n`);
    return accept(undefined);
  } catch (error) {
    return storageRefusal(error, `${fileIn(dataDir, "discovery")} cannot be written`);
  }
}

/** Removes the announcement. Only for the holder of the instance lock: at its start (a dead host's) and at its end. */
export function removeDiscovery(dataDir: string): void {
  const path = fileIn(dataDir, "discovery");
  if (!isOnReadOnlyDisk(path)) rmSync(path, { force: true });
}

/** The content of the file, whether or not that host still lives; null where there is none. */
export const readDiscovery = (dataDir: string): Discovery | null =>
  parseDiscovery(readableText(fileIn(dataDir, "discovery")) ?? "");

/** The running host of a data folder, proved by its socket taking a connection; null for none. */
export async function findRunningHost(dataDir: string): Promise<Discovery | null> {
  const before = readDiscovery(dataDir);
  if (before === null || !isOwnSocket(before.socket) || !(await takesConnections(before.socket))) return null;
  // A dead host's file could have been read just before its successor, which listens at the same path, removed it.
  const after = readDiscovery(dataDir);
  return after?.pid === before.pid && after.startedAt === before.startedAt ? after : null;
}

/** The file of a dead host may name a path where another program listens now. */
const isOwnSocket = (path: string): boolean =>
  isTrustedSocket(path, (each) => lstatSync(each, { throwIfNoEntry: false }), process.geteuid?.());

function takesConnections(path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(path);
    const answer = (yes: boolean) => {
      socket.destroy();
      resolve(yes);
    };
    socket.setTimeout(2000, () => answer(false));
    socket.once("connect", () => answer(true));
    socket.once("error", () => answer(false));
  });
}

/** Milliseconds between two checks that the host can still be found. */
const POLL_MS = 1_000;

/**
 * Announces a host in its data folder and makes sure that it stays the only one there and can be found, whatever is
 * deleted under it: the lock, the discovery file, the socket. Throws where the first announcement fails.
 */
export function announceHost(options: {
  readonly dataDir: string;
  readonly lock: { renew(): Result<string | null> };
  readonly door: { renew(): Promise<string | null> };
  readonly discovery: Discovery;
  readonly log: Log;
}) {
  const { dataDir, lock, door, discovery, log } = options;
  const announcement = writeDiscovery(dataDir, discovery);
  if (!announcement.ok) throw new Error(announcement.message);
  let lastProblem = "";
  const say = (message: string | null) => {
    if (message !== null && message !== lastProblem) log.warn(message);
    lastProblem = message ?? "";
  };

  const isAnnounced = (): boolean => {
    const current = readDiscovery(dataDir);
    return current?.pid === discovery.pid && current.startedAt === discovery.startedAt;
  };
  const look = async (): Promise<void> => {
    // A folder that is gone is not created again: the games would not be in it.
    if (!existsSync(dataDir)) return say(`The data folder ${dataDir} is gone. Nothing can be kept; put it back`);
    const renewal = lock.renew();
    // A host that has taken the lock has the socket and the discovery file too: they are not renewed.
    if (!renewal.ok) return say(renewal.message);
    const problems = [renewal.value, await door.renew()].filter((message) => message !== null);
    if (!isAnnounced()) {
      const again = writeDiscovery(dataDir, discovery);
      problems.push(again.ok ? "the discovery file was deleted; it is there again" : again.message);
    }
    say(problems.length > 0 ? problems.join("; ") : null);
  };
  const closing = new AbortController();
  const lookRegularly = async (): Promise<void> => {
    for (;;) {
      await restAwake(POLL_MS, closing.signal);
      if (closing.signal.aborted) return;
      await look().catch((error: unknown) => say(String(error)));
    }
  };
  const looking = lookRegularly();
  return {
    close: async () => {
      closing.abort();
      await looking;
      // Another host may have taken the folder while this one ran.
      if (isAnnounced()) removeDiscovery(dataDir);
    },
  };
}

/** A request of the host's API; a body is sent as JSON. */
export const requestOf = (
  method: string,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): RequestInit =>
  body === undefined
    ? { method, headers }
    : { method, headers: { ...headers, "content-type": "application/json" }, body: JSON.stringify(body) };

export const answerOf = async (response: Response) => ({ status: response.status, text: await response.text() });

/**
 * A host that runs in another process, asked as the person. The person's token is read and not sent, since another
 * user's program could have the port of a host that has ended: the other side has to prove that it knows it. Refuses an
 * unreadable token with `STORAGE_FAILED`.
 */
export function runningHost({ url, pid }: Pick<Discovery, "url" | "pid">, dataDir: string) {
  const token = readToken(fileIn(dataDir, "personToken"), pid);
  if (!token.ok) return token;
  let session: Promise<string> | null = null;
  const signIn = async () => {
    const session = await provenSession(url, await keyFor(token.value, new URL(url).host));
    if (session === null) throw new Error("it does not know the token in person.token of the data folder");
    return session;
  };
  const askOnce = async (method: string, path: string, body: unknown) => {
    session ??= signIn();
    const authorization = `Bearer ${await session}`;
    return answerOf(await fetch(`${url}${path}`, requestOf(method, body, { authorization })));
  };
  return accept({
    /** Rejects, with a sentence for the person, where it has ended or another program answers. */
    ask: async (method: string, path: string, body?: unknown) => {
      try {
        const answer = await askOnce(method, path, body);
        if (answer.status !== 401) return answer;
        // The host was restarted.
        session = null;
        return await askOnce(method, path, body);
      } catch (error) {
        session = null;
        throw new Error(`the Kibitz at ${url} has ended or does not answer`, { cause: error });
      }
    },
  });
}

/** The URL of a running host's page, with a code that signs one browser in soon, where it gives one. */
export async function addressToOpen(discovery: Discovery, dataDir: string, page = "/"): Promise<string> {
  try {
    const host = runningHost(discovery, dataDir);
    const { text } = host.ok ? await host.value.ask("POST", "/api/sign-in/codes") : { text: "{}" };
    const { code }: { readonly code?: string } = JSON.parse(text);
    return `${discovery.url}${page}${code === undefined ? "" : `?code=${code}`}`;
  } catch {
    return `${discovery.url}${page}`;
  }
}

function readToken(file: string, pid: number): Result<string> {
  try {
    return accept(readFileSync(file, "utf8").trim());
  } catch (error) {
    if (systemErrorCode(error) !== "ENOENT") return storageRefusal(error, `${file} cannot be read`);
    const lacking = `${file} is not there, without which the Kibitz that runs (process ${pid}) lets nobody in`;
    return refuse("STORAGE_FAILED", `${lacking}. End that one and start it again: it makes another`);
  }
}

/** A data folder that this process has claimed. */
export interface HeldLock {
  readonly ok: true;
  /** Locks a deleted or replaced file again; returns a note, null where all is well. Refuses where it cannot. */
  renew(): Result<string | null>;
  release(): void;
}
type InstanceLock =
  | HeldLock
  /** `isHeld`: another host has it; otherwise the folder or the file is at fault. */
  | { readonly ok: false; readonly isHeld: boolean; readonly message: string };

/** Locks in force, referenced so that they are not garbage-collected. */
const inForce = new Set<DatabaseSync>();

/**
 * Claims a data folder for this process: one host at a time. The operating system drops the claim when the process
 * ends, however it ends, so that nothing has to be cleaned up after a crash.
 */
export function acquireInstanceLock(dataDir: string): InstanceLock {
  const folder = openDataDir(dataDir);
  if (!folder.ok) return { ok: false, isHeld: false, message: folder.message };
  const path = fileIn(dataDir, "lock");
  // Where nobody can write, there is nothing to lock.
  if (isOnReadOnlyDisk(path)) return { ok: true, renew: () => accept(null), release: () => {} };
  const first = takeLock(path, dataDir);
  if (!("database" in first)) return first;
  let current = first;
  return {
    ok: true,
    renew() {
      if (!inForce.has(current.database) || fileIdentity(path) === current.identity) return accept(null);
      const again = takeLock(path, dataDir);
      if (!("database" in again))
        return refuse("STORAGE_FAILED", `${path} was deleted and cannot be locked again: ${again.message}`);
      releaseLock(current.database);
      current = again;
      return accept(`${path} was deleted; it is there and locked again`);
    },
    release: () => releaseLock(current.database),
  };
}

function takeLock(
  path: string,
  dataDir: string,
): { readonly database: DatabaseSync; readonly identity: string | null } | Exclude<InstanceLock, HeldLock> {
  let database: DatabaseSync | null = null;
  try {
    createOnce(path);
    database = new DatabaseSync(path);
    // IMMEDIATE takes SQLite's reserved lock, of which there is one. EXCLUSIVE first waits for readers to leave, and
    // two that start together are readers to each other: both could be turned away. A journal on disk is ruled out
    // because a killed process would leave one behind, for which the next ones would queue.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE");
    inForce.add(database);
    return { database, identity: fileIdentity(path) };
  } catch (error) {
    const few = outOfDescriptors(path);
    database?.close();
    if (isBusy(error)) return { ok: false, isHeld: true, message: heldMessage(dataDir) };
    const cause = few ? Object.assign(new Error("too many open files"), { code: "EMFILE" }) : error;
    const message = isDamaged(error)
      ? `${path} is damaged. It holds nothing but the lock: delete it, then start again.`
      : storageRefusal(cause, `${path} cannot be locked`).message;
    return { ok: false, isHeld: false, message };
  }
}

const heldMessage = (dataDir: string): string => `Another Kibitz holds the data folder ${dataDir}.`;

function releaseLock(database: DatabaseSync): void {
  if (inForce.delete(database)) database.close();
}

/** Creates the file with mode 0600. Never opens an existing one: closing it would drop this process's POSIX locks on it. */
function createOnce(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
  }
}

type Claim =
  | { readonly kind: "claimed"; readonly lock: HeldLock }
  | { readonly kind: "running"; readonly discovery: Discovery }
  | { readonly kind: "failed"; readonly message: string };

/** Claims the folder, or finds the host that has it; waits for one that is just starting or ending. */
export async function claimDataDir(dataDir: string, milliseconds = 10_000): Promise<Claim> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const lock = acquireInstanceLock(dataDir);
    if (!lock.ok && !lock.isHeld) return { kind: "failed", message: lock.message };
    // Checked even where the lock was free: its file may have been deleted under a running host.
    const discovery = await findRunningHost(dataDir);
    if (lock.ok) {
      if (discovery === null) return { kind: "claimed", lock };
      lock.release();
    }
    if (discovery !== null) return { kind: "running", discovery };
    const message = `${heldMessage(dataDir)} It does not answer. End that process, then start again.`;
    if (Date.now() >= deadline) return { kind: "failed", message };
    await delay(50);
  }
}
