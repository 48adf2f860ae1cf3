import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";

/** How often the time is noted, so that a host that comes back knows how long there was none. */
export const BEAT_MS = 1_000;
/** The same while no clock runs, when it matters to the record alone. */
const SLOW_BEAT_MS = 30_000;
/** Milliseconds between two looks at the time from which on the process must have stood still: frozen, or asleep with the machine. */
const STANDSTILL_MS = 2_500;

/** What the host does at the time. */
export interface Activity {
  readonly unfinished: number;
  readonly clocks: number;
}

/** Notes again and again that the host is alive. */
export interface Pulse {
  /** Looks whether the host has just stood still. To be called before the time counts for anything. */
  look(): void;
  /** Notes it a last time. */
  close(): Promise<void>;
}

export interface PulseOptions {
  readonly store: Store;
  readonly log: Log;
  /** Milliseconds since 1970; never runs backwards. */
  readonly now: () => number;
  /** Milliseconds since any moment; runs on while the process is frozen. */
  readonly uptime: () => number;
  readonly activity: () => Activity;
  /** The host stood still from a moment (as `now` counts) until just now. */
  readonly stoodStill: (from: number) => void;
}

export function startPulse({ store, log, now, uptime, activity, stoodStill }: PulseOptions): Pulse {
  let last = Number.NEGATIVE_INFINITY;
  let looked = uptime();
  let trouble = "";

  const look = () => {
    const gap = uptime() - looked;
    looked += gap;
    if (gap < STANDSTILL_MS) return;
    log.warn(`Kibitz stood still for ${(gap / 1000).toFixed(1)} s; nobody is charged for it`);
    stoodStill(now() - gap);
  };
  const note = async (): Promise<void> => {
    const at = now();
    const { unfinished, clocks } = activity();
    if (unfinished === 0 || (clocks === 0 && at - last < SLOW_BEAT_MS)) return;
    try {
      await store.beat(at);
      last = at;
      trouble = "";
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      // A full disk must not end the games; a beat that is missing charges players less, not more.
      if (reason !== trouble) log.warn(`the time could not be noted: ${reason}`);
      trouble = reason;
    }
  };
  const timer = setInterval(() => {
    look();
    void note();
  }, BEAT_MS);
  timer.unref();
  return {
    look,
    close: () => {
      clearInterval(timer);
      last = Number.NEGATIVE_INFINITY;
      return note();
    },
  };
}
