/** Admits so many at once; the others wait, first come, first served. */
export interface Semaphore {
  /** Resolves when there is room, with a function that frees the place; with null when the signal comes first. */
  enter(signal: AbortSignal): Promise<(() => void) | null>;
}

export function createSemaphore(most: number): Semaphore {
  const waiting = new Set<() => void>();
  let inside = 0;

  const leave = (): void => {
    const [next] = waiting;
    if (next) next();
    else inside -= 1;
  };
  return {
    enter: (signal) => {
      if (signal.aborted) return Promise.resolve(null);
      if (inside < most) {
        inside += 1;
        return Promise.resolve(leave);
      }
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      const end = (outcome: (() => void) | null) => () => {
        waiting.delete(admit);
        signal.removeEventListener("abort", giveUp);
        resolve(outcome);
      };
      const [admit, giveUp] = [end(leave), end(null)];
      waiting.add(admit);
      signal.addEventListener("abort", giveUp);
      return promise;
    },
  };
}
