import type { Log } from "../base/log.ts";
import { systemErrorCode } from "../data/data-dir.ts";

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
