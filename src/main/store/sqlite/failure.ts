import type { Refusal } from "../../../shared/result.ts";
import { extendedCodeOf, isOnReadOnlyDisk, primaryCodeOf } from "../../base/disk.ts";
import { outcomeUnknown, storageFailed } from "../commit.ts";

/** SQLite's primary result codes (sqlite.org/rescode), and the remedies. */
const advices: ReadonlyMap<number, string> = new Map([
  [5, "another program holds the database locked: close that program or wait until it has done its work"],
  [8, "the database may not be written to: give it back to this user or make its disk writable"],
  [10, "the disk has a fault or is full: see to it"],
  [11, "the database is damaged: close Kibitz and ask `kibitz doctor`, which says what to do"],
  [13, "free some disk space"],
  [14, "the database's files cannot be opened: see whether the data folder is still there"],
]);

const IO_WRITE = 778;

/** Thrown where a transaction may be in the database after a kill or a power cut, although it was not stored. */
export class SettlementUnknown extends Error {}

/**
 * Whether a failed COMMIT may have left the whole transaction in the write-ahead log: the disk did not flush it, or its
 * place there could not be noted. Where a write failed, the end of it is missing.
 */
export const mayBeWritten = (error: unknown): boolean =>
  primaryCodeOf(error) === 10 && extendedCodeOf(error) !== IO_WRITE;

/** The remedy where a database's disk is full, faulty or read-only; null for all other errors. */
export function diskAdvice(error: unknown, path: string): string | null {
  const code = primaryCodeOf(error);
  if (![8, 10, 13, 14].includes(code)) return null;
  return advices.get(isOnReadOnlyDisk(path) ? 8 : code) ?? null;
}

/** An error of SQLite as a refusal that says what to do. */
export function refusalFor(error: unknown): Refusal {
  if (error instanceof SettlementUnknown) return outcomeUnknown(error, "The disk has a fault or is full: see to it. ");
  const advice = advices.get(primaryCodeOf(error));
  return storageFailed(error, advice && `Nothing is lost; ${advice}, then try again`);
}
