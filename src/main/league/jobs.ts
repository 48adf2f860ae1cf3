import { messageOf, Unavailable } from "../../shared/result.ts";
import type { Log, LogSubject } from "../base/log.ts";
import { pauseFor } from "../players/pause.ts";

/**
 * Work in the background.
 * @param failure the words for a failure in the log
 * @param signal ends the attempts
 */
export function createJobs(failure: string, signal: AbortSignal, log: Log) {
  const underWay = new Set<Promise<unknown>>();
  const repeating = new Set<string | symbol>();
  const run = (work: Promise<unknown>, about: LogSubject): void => {
    const running = work
      .catch((error: unknown) => log.error(`${failure}: ${messageOf(error)}`, about))
      .finally(() => underWay.delete(running));
    underWay.add(running);
  };
  return {
    /** Keeps account of work, and logs its failure. */
    run,
    /**
     * Attempts something until it is done, with pauses, unless the same is attempted already. An attempt for which the
     * store cannot be read is repeated.
     */
    repeat: (key: string | symbol, about: LogSubject, attempt: () => Promise<boolean>, pauseMs: number) => {
      if (repeating.has(key)) return;
      repeating.add(key);
      const attempts = async () => {
        while (!signal.aborted) {
          const isDone = await attempt().catch((error: unknown) => {
            if (error instanceof Unavailable) return false;
            throw error;
          });
          if (isDone) return;
          await pauseFor(pauseMs, signal);
        }
      };
      run(
        attempts().finally(() => repeating.delete(key)),
        about,
      );
    },
    /** Resolves once nothing is under way. */
    idle: async () => {
      while (underWay.size > 0) await Promise.allSettled(underWay);
    },
  };
}
