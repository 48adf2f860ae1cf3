import { setTimeout as delay } from "node:timers/promises";

/** Milliseconds that the system's clock may be ahead of ours before ours follows it. */
const DRIFT_MS = 1_000;

/**
 * Milliseconds since 1970, for the time of day and for how long something took: it runs evenly and never backwards. A
 * steady clock alone stands still while the machine sleeps, on Linux, and would be wrong by all of its nights; where
 * the system's clock has gone ahead, ours leaps after it. A system's clock that is put back is not followed.
 * @param wall the system's clock, in milliseconds since 1970
 * @param steady milliseconds since any moment, never backwards
 */
export function createWallClock(
  wall: () => number = () => Date.now(),
  steady: () => number = () => performance.now(),
): () => number {
  let offset = wall() - steady();
  return () => {
    const time = offset + steady();
    const ahead = wall() - time;
    if (ahead <= DRIFT_MS) return time;
    offset += ahead;
    return time + ahead;
  };
}

/** Milliseconds between two ticks beyond which the process stood still: frozen, or asleep with the machine. */
const STANDSTILL_MS = 2_500;
/** Milliseconds between two ticks while somebody waits: a missing tick tells of a standstill. */
const TICK_MS = 1_000;

/**
 * The time that this process was awake, without the times in which it was frozen or asleep and without leaps of the
 * system's clock. Limits in memory are measured in it: waits, answers of players, pauses.
 */
export type AwakeTime = ReturnType<typeof createAwakeTime>;

/** @param clock milliseconds since any moment; it runs on while the process stands still, and never backwards */
export function createAwakeTime(clock: () => number = createWallClock()) {
  let lastCheck = clock();
  let awake = 0;
  let missedMs = 0;
  let asleep = false;
  const look = (): void => {
    const at = clock();
    const gap = Math.max(0, at - lastCheck);
    lastCheck = at;
    if (gap < STANDSTILL_MS && !asleep) awake += gap;
    else missedMs += gap;
  };
  const now = (): number => {
    look();
    return awake;
  };
  return {
    /** Milliseconds since any moment. */
    now,
    /** Milliseconds that were left out so far. */
    missedMs: (): number => {
      look();
      return missedMs;
    },
    /**
     * Notes that the system goes to sleep, or has woken up. What passes in between is left out, also while it stirs for
     * seconds by itself, as laptops do with their lid closed.
     */
    setAsleep: (isAsleep: boolean): void => {
      look();
      asleep = isAsleep;
    },
    isAsleep: (): boolean => asleep,
    /** Calls once after so many milliseconds, in a later pass of the event loop. Returns a function that cancels it. */
    after: (ms: number, call: () => void): (() => void) => {
      const due = now() + ms;
      let timer: NodeJS.Timeout;
      const step = (): void => {
        const remaining = due - now();
        // Timers count whole milliseconds, and may be early by less than one.
        if (remaining < 1) call();
        else if (remaining < TICK_MS) timer = setTimeout(step, remaining);
        else timer.refresh();
      };
      timer = setTimeout(step, Math.min(ms, TICK_MS));
      return () => clearTimeout(timer);
    },
  };
}

/** The awake time of this process. In a host the heartbeat ticks every second. */
export const awakeTime: AwakeTime = createAwakeTime();

/** A signal that is aborted after a number of milliseconds awake, and a function to call once it is no longer needed. */
export function limitOf(ms: number): { readonly signal: AbortSignal; readonly end: () => void } {
  const late = new AbortController();
  return { signal: late.signal, end: awakeTime.after(ms, () => late.abort()) };
}

/** Resolves after so many milliseconds, or once the signal is aborted. Keeps no process alive. */
export const restAwake = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { ref: false, signal }).catch(() => {});
