import { createWallClock } from "./wall-clock.ts";

/** Milliseconds between two looks at the time from which on the process must have stood still: frozen, or asleep with the machine. */
const STANDSTILL_MS = 2_500;
/** How often somebody who waits looks, so that a look that does not come tells of a standstill. */
const LOOK_MS = 1_000;

/**
 * The time in which this process was awake: it leaves out whatever the process was frozen or asleep for, and leaps of the
 * system's clock. Limits that are kept in memory alone are measured in it: waits, answers of players, pauses.
 */
export interface AwakeTime {
  /** Milliseconds since any moment. */
  now(): number;
  /** Milliseconds that were left out so far. */
  missed(): number;
  /** Calls once after so many milliseconds, at once (in a later turn of the event loop) for 0. Gives what calls it off. */
  after(ms: number, call: () => void): () => void;
}

/** @param clock milliseconds since any moment; runs on while the process stands still, and never backwards */
export function createAwakeTime(clock: () => number = createWallClock()): AwakeTime {
  let looked = clock();
  let awake = 0;
  let missed = 0;
  const look = (): void => {
    const at = clock();
    const gap = Math.max(0, at - looked);
    looked = at;
    if (gap < STANDSTILL_MS) awake += gap;
    else missed += gap;
  };
  const now = (): number => {
    look();
    return awake;
  };
  return {
    now,
    missed: () => {
      look();
      return missed;
    },
    after: (ms, call) => {
      const due = now() + ms;
      let timer: NodeJS.Timeout;
      const step = (): void => {
        const left = due - now();
        // Timers count whole milliseconds, and may be early by less than one.
        if (left < 1) call();
        else if (left < LOOK_MS) timer = setTimeout(step, left);
        else timer.refresh();
      };
      timer = setTimeout(step, Math.min(ms, LOOK_MS));
      return () => clearTimeout(timer);
    },
  };
}

/** Of this process. In a host the pulse of its games looks every second. */
export const awakeTime: AwakeTime = createAwakeTime();

/** A signal that is aborted after so many milliseconds awake, and what to call when it is not needed any more. */
export function limitOf(ms: number): { readonly signal: AbortSignal; readonly end: () => void } {
  const late = new AbortController();
  return { signal: late.signal, end: awakeTime.after(ms, () => late.abort()) };
}
