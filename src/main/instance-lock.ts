import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Discovery } from "../shared/instance.ts";
import { fileIn, openDataDir, storageRefusal, systemErrorCode } from "./data-dir.ts";
import { findRunningHost } from "./discovery.ts";

export type InstanceLock =
  | { readonly ok: true; release(): void }
  /** `held`: another host has it; otherwise the folder or the file is at fault. */
  | { readonly ok: false; readonly held: boolean; readonly message: string };

/** SQLite's code for a lock that somebody else holds. */
const sqliteBusy = 5;
/** Locks in force. A database that nobody refers to would be collected, and its lock with it. */
const inForce = new Set<DatabaseSync>();

/**
 * Claims a data folder for this process: one host at a time. The operating system drops the claim when the process
 * ends, however it ends, so that nothing has to be cleaned up after a crash.
 */
export function acquireInstanceLock(dataDir: string): InstanceLock {
  const folder = openDataDir(dataDir);
  if (!folder.ok) return { ok: false, held: false, message: folder.message };
  const path = fileIn(dataDir, "lock");
  let database: DatabaseSync | null = null;
  try {
    createOnce(path);
    database = new DatabaseSync(path);
    // IMMEDIATE takes SQLite's reserved lock, of which there is one. EXCLUSIVE first waits for readers to leave, and
    // two that start together are readers to each other: both could be turned away. A journal on disk is ruled out
    // because a killed process would leave one behind, for which the next ones would queue.
    database.exec("PRAGMA journal_mode = MEMORY; BEGIN IMMEDIATE");
  } catch (error) {
    database?.close();
    if (error instanceof Error && "errcode" in error && error.errcode === sqliteBusy) {
      return { ok: false, held: true, message: `Another Kibitz holds the data folder ${dataDir}.` };
    }
    return { ok: false, held: false, message: storageRefusal(error, `${path} cannot be locked`).message };
  }
  const held = database;
  inForce.add(held);
  return {
    ok: true,
    release() {
      if (inForce.delete(held)) held.close();
    },
  };
}

/** Creates the file with mode 0600. Never opens an existing one: closing it would drop this process's POSIX locks on it. */
function createOnce(path: string): void {
  try {
    closeSync(openSync(path, "wx", 0o600));
  } catch (error) {
    if (systemErrorCode(error) !== "EEXIST") throw error;
  }
}

export type Claim =
  | { readonly kind: "claimed"; release(): void }
  | { readonly kind: "running"; readonly discovery: Discovery }
  | { readonly kind: "failed"; readonly message: string };

/**
 * Claims the folder or finds who has it. Where the holder is just starting, waits for it to open its doors; where it
 * is just ending, waits to take over.
 */
export async function claimDataDir(dataDir: string, milliseconds = 10_000): Promise<Claim> {
  const deadline = Date.now() + milliseconds;
  for (;;) {
    const lock = acquireInstanceLock(dataDir);
    if (lock.ok) return { kind: "claimed", release: lock.release };
    if (!lock.held) return { kind: "failed", message: lock.message };
    const discovery = await findRunningHost(dataDir);
    if (discovery !== null) return { kind: "running", discovery };
    if (Date.now() >= deadline) {
      return { kind: "failed", message: `${lock.message} It does not answer. End that process, then start again.` };
    }
    await delay(50);
  }
}
