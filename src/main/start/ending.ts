import type { Log } from "../base/log.ts";
import { systemErrorCode } from "../data/data-dir.ts";

/** Milliseconds after which the process ends even if something is not closed. */
const LONGEST_MS = 10_000;

/** Closes everything before the process exits; at once where that takes too long. Answers whether nothing failed. */
export async function closeInTime(
  close: () => Promise<void>,
  exit: (code: number) => void,
  log: Log,
): Promise<boolean> {
  const timer = setTimeout(() => {
    log.error(`closing took longer than ${LONGEST_MS / 1000} s`);
    exit(1);
  }, LONGEST_MS);
  try {
    await close();
    return true;
  } catch (error) {
    log.error(`closing failed: ${String(error)}`);
    return false;
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Logs what went wrong and nobody caught. Answers whether the program is to end for it: what else is wrong then is
 * unknown, and every acknowledged move is on disk, so that is the safe thing.
 */
export function logUnexpected(error: unknown, log: Log): boolean {
  // A peer that hung up has broken nothing but its own connection.
  if (["EPIPE", "ECONNRESET"].includes(systemErrorCode(error) ?? "")) {
    log.warn(`a connection broke: ${String(error)}`);
    return false;
  }
  log.error(`unexpected: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  return true;
}
