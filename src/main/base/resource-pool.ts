import { addAbortListener } from "node:events";

/** Lends each of several resources to one user at a time: those who wait for one are served first come, first served. */
export function createResourcePool<Resource>(...free: Resource[]) {
  const waiting = new Set<(resource: Resource | null) => void>();
  return {
    /** The resources that are free, the one that was in use last at the end. */
    free: (): readonly Resource[] => free,
    /** How many wait. */
    waiting: () => waiting.size,
    /** Takes a resource back, or another one in; whoever waits for one gets it. */
    put: (resource: Resource): void => {
      const [next] = waiting;
      if (!next) return void free.push(resource);
      waiting.delete(next);
      next(resource);
    },
    /** Takes a free resource out again; false where it is in use. */
    remove: (resource: Resource): boolean =>
      free.includes(resource) && free.splice(free.indexOf(resource), 1).length > 0,
    /** Resolves with the resource that was in use last, or once one is free; with null when the signal comes first. */
    take: async (signal: AbortSignal): Promise<Resource | null> => {
      const resource = signal.aborted ? null : free.pop();
      if (resource !== undefined) return resource;
      const { promise, resolve } = Promise.withResolvers<Resource | null>();
      using _listening = addAbortListener(signal, () => {
        if (waiting.delete(resolve)) resolve(null);
      });
      waiting.add(resolve);
      return await promise;
    },
  };
}
