import { setTimeout as delay } from "node:timers/promises";
import type { Log } from "../base/log.ts";

export type WrongTokens = ReturnType<typeof createWrongTokens>;

/** Wrong tokens in a row that are answered at once: each page that was open over a restart has one. */
const FREE = 20;
/** Delay of each further one, in milliseconds. */
const PAUSE_MS = 1_000;
/** Most wrong tokens that wait at a time: each holds a connection, and some must remain free. */
const MOST_WAITING = 50;
/** Milliseconds without a wrong token after which a burst is over, and after which it is logged in any case. */
const QUIET_MS = 5_000;
const LONGEST_BURST_MS = 60_000;

/** Delays callers that try out tokens, and nobody else: a valid token is never delayed. */
export function createWrongTokens(log: Pick<Log, "warn">, pauseMs = PAUSE_MS) {
  let count = 0;
  let since = 0;
  let waiting = 0;
  let end: NodeJS.Timeout | undefined;

  const tell = () => {
    clearTimeout(end);
    const seconds = Math.max(1, Math.round((performance.now() - since) / 1_000));
    if (count > FREE)
      log.warn(`${count} wrong tokens or codes came over the port within ${seconds} s, and were refused`);
    count = 0;
  };

  return {
    /** Resolves when a wrong token may be answered; false where so many wait that the connection is to be closed. */
    pause: async (signal: AbortSignal) => {
      if (count > 0 && performance.now() - since > LONGEST_BURST_MS) tell();
      if (count === 0) since = performance.now();
      count += 1;
      clearTimeout(end);
      end = setTimeout(tell, QUIET_MS).unref();
      if (count <= FREE) return true;
      if (waiting >= MOST_WAITING) return false;
      waiting += 1;
      await delay(pauseMs, undefined, { signal, ref: false }).catch(() => null);
      waiting -= 1;
      return true;
    },
    /** Writes a line to the log. */
    close: tell,
  };
}
