import { accessSync, closeSync, constants, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Refusal } from "../../../shared/result.ts";
import { outcomeUnknown, storageFailed } from "../commit.ts";

/** SQLite's primary result codes (sqlite.org/rescode), and the remedies. */
const BUSY = 5;
const advices: ReadonlyMap<number, string> = new Map([
  [BUSY, "another program holds the database locked: close that program or wait until it has done its work"],
  [8, "the database may not be written to: give it back to this user or make its disk writable"],
  [10, "the disk has a fault or is full: see to it"],
  [11, "the database is damaged: close Kibitz and ask `kibitz doctor`, which says what to do"],
  [13, "free some disk space"],
  [14, "the database's files cannot be opened: see whether the data folder is still there"],
]);

const IO_WRITE = 778;

/** The code of an error of SQLite, and its primary one; 0 for anything else. */
const extendedCodeOf = (error: unknown): number =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0;
const codeOf = (error: unknown): number => extendedCodeOf(error) & 0xff;

/** Thrown where a transaction may be in the database after a kill or a power cut, although it was not stored. */
export class Unsettled extends Error {}

/**
 * Whether a failed COMMIT may have left the whole transaction in the write-ahead log: the disk did not flush it, or its
 * place there could not be noted. Where a write failed, the end of it is missing.
 */
export const mayBeWritten = (error: unknown): boolean => codeOf(error) === 10 && extendedCodeOf(error) !== IO_WRITE;

/** The remedy where a database's disk is full, faulty or read-only; null for all other errors. */
export function diskAdvice(error: unknown, path: string): string | null {
  const code = codeOf(error);
  if (![8, 10, 13, 14].includes(code)) return null;
  return advices.get(isOnReadOnlyDisk(path) ? 8 : code) ?? null;
}

/** Whether another program's lock was in the way: it may be gone in a moment. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** Whether a file is no database, or a damaged one. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(codeOf(error));

/** An error of SQLite as a refusal that says what to do. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof Unsettled) return outcomeUnknown(error, "The disk has a fault or is full: see to it. ");
  const advice = advices.get(codeOf(error));
  return storageFailed(error, advice && `Nothing is lost; ${advice}, then try again`);
}

/** The system's code for what does not succeed; null where it does. */
function failureOf(attempt: () => void): unknown {
  try {
    attempt();
    return null;
  } catch (error) {
    return error instanceof Error && "code" in error ? error.code : null;
  }
}

/** Whether a file is, or would be, on a disk that takes nothing, such as a read-only mount. */
export const isOnReadOnlyDisk = (path: string): boolean =>
  failureOf(() => accessSync(dirname(path), constants.W_OK)) === "EROFS";

/** Whether no further file can be opened just now, which SQLite does not tell from a faulty file. */
export const outOfDescriptors = (path: string): boolean =>
  // The folder and not the file: closing that would drop the locks that this process holds on it.
  ["EMFILE", "ENFILE"].includes(String(failureOf(() => closeSync(openSync(dirname(path), "r")))));
