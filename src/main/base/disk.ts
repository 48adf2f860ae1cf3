import { accessSync, closeSync, constants, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { attempt } from "../../shared/result.ts";

/** The code of an error of SQLite (sqlite.org/rescode), and its primary one; 0 for anything else. */
export const extendedCodeOf = (error: unknown): number =>
  error instanceof Error && "errcode" in error && typeof error.errcode === "number" ? error.errcode : 0;
export const primaryCodeOf = (error: unknown): number => extendedCodeOf(error) & 0xff;

/** Whether another program's lock was in the way: it may be gone in a moment. */
export const isBusy = (error: unknown): boolean => primaryCodeOf(error) === 5;

/** Whether a file is no database, or a damaged one. */
export const isDamaged = (error: unknown): boolean => [11, 26].includes(primaryCodeOf(error));

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

/**
 * Tells a file from another one in its place; null where none can be seen there: one that is gone, or unreachable behind
 * a closed folder or a dead disk, cannot be relied on either way.
 */
export function fileIdentity(path: string): string | null {
  const file = attempt(() => statSync(path, { bigint: true }), null);
  return file && `${file.dev} ${file.ino}`;
}
