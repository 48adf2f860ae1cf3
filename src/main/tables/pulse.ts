import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";

/** How often the time is noted, so that a host that comes back knows how long there was none. */
export const BEAT_MS = 1_000;
/** The same while no clock runs, when it matters to the record alone. */
const SLOW_BEAT_MS = 30_000;

/** What the host does at the time. */
export interface Activity {
  readonly unfinished: number;
  readonly clocks: number;
}

/** Notes again and again that the host is alive. */
export interface Pulse {
  /** Notes it a last time. */
  close(): Promise<void>;
}

export function startPulse(store: Store, log: Log, now: () => number, activity: () => Activity): Pulse {
  let last = Number.NEGATIVE_INFINITY;
  const note = async (): Promise<void> => {
    const at = now();
    const { unfinished, clocks } = activity();
    if (unfinished === 0 || (clocks === 0 && at - last < SLOW_BEAT_MS)) return;
    try {
      await store.beat(at);
      last = at;
    } catch (error) {
      // A full disk must not end the games; a beat that is missing charges players less, not more.
      log.warn(`the time could not be noted: ${error instanceof Error ? error.message : String(error)}`);
    }
  };
  const timer = setInterval(() => void note(), BEAT_MS);
  timer.unref();
  return {
    close: () => {
      clearInterval(timer);
      last = Number.NEGATIVE_INFINITY;
      return note();
    },
  };
}
