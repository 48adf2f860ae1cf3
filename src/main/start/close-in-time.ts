import type { Log } from "../base/log.ts";

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
