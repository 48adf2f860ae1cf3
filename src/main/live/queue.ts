/** Runs work for one game after the other work for that game; work for different games side by side. */
export interface Queue {
  run<T>(id: string, work: () => Promise<T>): Promise<T>;
  /** Resolves when all that is queued now has run. */
  idle(): Promise<void>;
}

export function createQueue(): Queue {
  const last = new Map<string, Promise<unknown>>();
  return {
    run: (id, work) => {
      const turn = (last.get(id) ?? Promise.resolve()).then(work, work);
      last.set(id, turn);
      const settled = () => {
        if (last.get(id) === turn) last.delete(id);
      };
      turn.then(settled, settled);
      return turn;
    },
    idle: async () => void (await Promise.allSettled(last.values())),
  };
}
