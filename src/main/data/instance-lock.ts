import { closeSync, openSync } from "node:fs";
import { DatabaseSync } from "node:sqlite";
import { setTimeout as delay } from "node:timers/promises";
import type { Discovery } from "../../shared/instance.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { fileIdentity, isBusy, isDamaged, isOnReadOnlyDisk, outOfDescriptors } from "../base/disk.ts";
import { fileIn, openDataDir, storageRefusal, systemErrorCode } from "./data-dir.ts";
import { findRunningHost } from "./discovery.ts";

/** A data folder that this process has claimed. */
export interface HeldLock {
  readonly ok: true;
  /** Locks a deleted or replaced file again; returns a note, null where all is well. Refuses where it cannot. */
  renew(): Result<string | null>;
  release(): void;
}
export type InstanceLock =
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
      free(current.database);
      current = again;
      return accept(`${path} was deleted; it is there and locked again`);
    },
    release: () => free(current.database),
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

function free(database: DatabaseSync): void {
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

export type Claim =
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
