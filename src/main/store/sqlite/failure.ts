import { closeSync, openSync } from "node:fs";
import { dirname } from "node:path";
import type { Refusal } from "../../../shared/result.ts";
import { storageFailed } from "../commit.ts";

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

/** The primary code of an error of SQLite; 0 for anything else. */
function codeOf(error: unknown): number {
  const code = error instanceof Error && "errcode" in error ? error.errcode : null;
  return typeof code === "number" ? code & 0xff : 0;
}

/** Whether another program's lock was in the way: it may be gone in a moment. */
export const isBusy = (error: unknown): boolean => codeOf(error) === BUSY;

/** Whether a file is no database, or a damaged one. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(codeOf(error));

/** An error of SQLite as a refusal that says what to do. */
export function refusalFor(error: unknown): Refusal {
  const advice = advices.get(codeOf(error));
  return storageFailed(error, advice && `Nothing is lost; ${advice}, then try again`);
}

/** Whether no further file can be opened just now, which SQLite does not tell from a faulty file. */
export function outOfDescriptors(path: string): boolean {
  try {
    // The folder and not the file: closing that would drop the locks that this process holds on it.
    closeSync(openSync(dirname(path), "r"));
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && (error.code === "EMFILE" || error.code === "ENFILE");
  }
}
