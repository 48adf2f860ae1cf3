/** A clock that follows another one, which may turn out to be behind it. */
export function neverBackwards(clock: () => number): () => number {
  let last = Number.NEGATIVE_INFINITY;
  return () => {
    last = Math.max(last, clock());
    return last;
  };
}

/** A clock that follows another one, which has to be asked for the time. */
export type SharedClock = ReturnType<typeof createSharedClock>;

/** Most milliseconds by which two steady clocks ever differ. */
const LEAP_MS = 2_500;

/**
 * Runs evenly beside the steady clock of this process, corrected by no more than each reading requires: that the answer
 * was given between the question and its arrival, so the shortest round trip tells most.
 */
export function createSharedClock(steady: () => number = () => performance.now()) {
  let ahead: number | null = null;
  let leapt = 0;
  return {
    /** Milliseconds by which the other clock was put forward while this one ran. */
    leapt: () => leapt,
    /** Milliseconds since 1970. */
    now: () => (ahead ?? Date.now() - steady()) + steady(),
    /** Takes in a reading of the other clock, made between two moments of `performance.now`. */
    noteTime: (time: number, askedAt: number, answeredAt: number): void => {
      const [least, most] = [time - answeredAt, time - askedAt];
      const before = ahead;
      ahead = ahead === null ? (least + most) / 2 : Math.min(Math.max(ahead, least), most);
      if (before !== null && ahead - before >= LEAP_MS) leapt += ahead - before;
    },
  };
}
