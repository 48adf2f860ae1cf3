import type { LiveGame } from "./live-game.ts";

/** Finished games kept in memory for those who still look at them. */
const KEPT_FINISHED = 64;

/** Games in memory: all that go on, and the last that somebody looked at of those that are over. */
export interface KeptGames {
  get(id: string): LiveGame | null;
  /** Keeps a game, unless a newer version of it is there. Gives the one that is kept. */
  put(game: LiveGame): LiveGame;
  forget(id: string): void;
  /** Those that go on. */
  unfinished(): readonly LiveGame[];
  countUnfinished(): number;
}

export function createKeptGames(): KeptGames {
  const unfinished = new Map<string, LiveGame>();
  const finished = new Map<string, LiveGame>();
  const get = (id: string) => unfinished.get(id) ?? finished.get(id) ?? null;

  return {
    get,
    put: (game) => {
      const { id, outcome } = game.table;
      const known = get(id);
      if (known && known.version > game.version) return known;
      if (!outcome) {
        unfinished.set(id, game);
        return game;
      }
      unfinished.delete(id);
      finished.delete(id);
      finished.set(id, game);
      for (const oldest of finished.keys()) {
        if (finished.size <= KEPT_FINISHED) break;
        finished.delete(oldest);
      }
      return game;
    },
    forget: (id) => {
      unfinished.delete(id);
      finished.delete(id);
    },
    unfinished: () => [...unfinished.values()],
    countUnfinished: () => unfinished.size,
  };
}
