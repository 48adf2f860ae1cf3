import { setTimeout as delay } from "node:timers/promises";
import type { LoggedEvent } from "../../shared/events.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { Log } from "../log.ts";
import type { Store, StoredGame } from "../store/store.ts";
import { open } from "./archive.ts";
import type { NewsListener } from "./committer.ts";
import type { KeptGames } from "./kept-games.ts";
import { after, type LiveGame } from "./live-game.ts";
import { readTable } from "./snapshot.ts";

/** Milliseconds before a game is read again that could not be read. */
const AGAIN_MS = 500;

/** Follows what other hosts keep in the same database: a game in memory is a copy, which becomes the next one. */
export interface Others {
  /** Reads the games that entries of others belong to, and tells of them. */
  hear(entries: readonly LoggedEvent[]): void;
  /** Whether something was heard of a game that has not been told yet. */
  isBehind(id: string): boolean;
  /** Tells of a game after what was heard of it before. */
  afterwards(id: string, tell: () => void): void;
  /** Reads nothing any more. */
  close(): void;
}

export function createOthers(store: Store, kept: KeptGames, log: Log, told: NewsListener): Others {
  const last = new Map<string, Promise<void>>();
  let closed = false;

  /** The game as it is in the store now, from what is known of it. */
  const current = async (stored: StoredGame, known: LiveGame | null): Promise<Result<LiveGame>> => {
    if (known && known.version >= stored.version) return accept(known);
    if (!known) return open(store, stored);
    const table = readTable(stored);
    if (!table.ok) return table;
    const entries = (await store.log(stored.id, known.version)).filter(({ seq }) => seq <= stored.version);
    const next = after(known, table.value, entries);
    // With an entry that cannot be read the game cannot, either.
    return next.version === stored.version ? accept(next) : open(store, stored);
  };

  const takeUp = async (id: string, entries: readonly LoggedEvent[]): Promise<void> => {
    while (!closed) {
      try {
        const stored = await store.game(id);
        if (!stored) return;
        const before = kept.get(id);
        const game = await current(stored, before);
        if (game.ok) return told({ before, game: kept.put(game.value), entries });
        // Whoever asks for it next is told what is the matter.
        return kept.forget(id);
      } catch (error) {
        log.warn(`what happened elsewhere in game ${id} cannot be read yet: ${String(error)}`);
        await delay(AGAIN_MS);
      }
    }
  };

  const next = (id: string, work: () => Promise<void>): void => {
    const turn = (last.get(id) ?? Promise.resolve()).then(work).catch((error: unknown) => log.error(String(error)));
    last.set(id, turn);
    void turn.then(() => {
      if (last.get(id) === turn) last.delete(id);
    });
  };

  return {
    hear: (entries) => {
      const games = Map.groupBy(entries, ({ gameId }) => gameId);
      for (const [id, own] of games) next(id, () => takeUp(id, own));
    },
    isBehind: (id) => last.has(id),
    afterwards: (id, tell) => next(id, async () => tell()),
    close: () => {
      closed = true;
    },
  };
}
