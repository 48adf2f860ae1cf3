/** Longest delay that a timer takes: what is later is looked at again after it. */
const LONGEST_MS = 2 ** 31 - 1;

/** One timer for each id, which calls at a moment, in milliseconds from the same one as `now`. */
export function createAlarms(now: () => number) {
  const timers = new Map<string, NodeJS.Timeout>();
  const clear = (id: string): void => {
    clearTimeout(timers.get(id));
    timers.delete(id);
  };
  return {
    /** Calls at a moment, and not at the one that was set before. */
    set: (id: string, at: number, call: () => void): void => {
      clear(id);
      timers.set(id, setTimeout(call, Math.min(Math.max(0, Math.ceil(at - now())), LONGEST_MS)));
    },
    clear,
    clearAll: (): void => {
      for (const id of [...timers.keys()]) clear(id);
    },
  };
}
