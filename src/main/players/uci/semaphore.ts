import { addAbortListener } from "node:events";

/** Admits so many at once; the others wait, first come, first served. */
export function createSemaphore(most: number) {
  const waiting = new Set<(place: (() => void) | null) => void>();
  let inside = 0;

  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    waiting.delete(next);
    next(leave);
  };
  return {
    /** Resolves when there is room, with a function that frees the place; with null when the signal comes first. */
    enter: async (signal: AbortSignal) => {
      if (signal.aborted) return null;
      if (inside < most) {
        inside += 1;
        return leave;
      }
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      using _listening = addAbortListener(signal, () => {
        if (waiting.delete(resolve)) resolve(null);
      });
      waiting.add(resolve);
      return await promise;
    },
  };
}
