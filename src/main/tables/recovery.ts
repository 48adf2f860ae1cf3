import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Store } from "../store/store.ts";
import { open } from "./archive.ts";
import type { Committer } from "./committer.ts";
import type { KeptGames } from "./kept-games.ts";
import type { LiveGame } from "./live-game.ts";
import { resume } from "./machine/ending.ts";
import type { Queue } from "./queue.ts";
import type { SetAside } from "./set-aside.ts";

export interface Recovered {
  readonly games: number;
}

/** Takes up what the last host left. */
export interface Recovery {
  /**
   * Takes up the games that were unfinished, each in its own turn of the queue. What cannot be read is set aside and
   * said; it holds up nobody else.
   */
  run(): Promise<Recovered>;
  /**
   * A game as it may be gone on with, in its turn: one that the disk did not let be taken up is taken up first, or its
   * players would be charged the time in which there was no host. Refuses with `STORAGE_FAILED` while that fails.
   */
  settle(game: LiveGame): Promise<Result<LiveGame>>;
  /** The host itself stood still from a moment until now: what goes on is taken up anew, as if there had been no host. */
  stoodStill(from: number): void;
}

export interface RecoveryOptions {
  readonly store: Store;
  readonly kept: KeptGames;
  readonly committer: Committer;
  readonly queue: Queue;
  readonly setAside: SetAside;
  readonly now: () => number;
  /** A game could not be taken up yet: somebody is to try again. */
  readonly late: (game: LiveGame) => void;
}

export function createRecovery({ store, kept, committer, queue, setAside, now, late }: RecoveryOptions): Recovery {
  /** When a host was last known to run, for the games that are still to be taken up. */
  const aliveUntil = new Map<string, number>();

  const settle: Recovery["settle"] = async (game) => {
    const { id } = game.table;
    const from = aliveUntil.get(id);
    if (from === undefined) return accept(game);
    const at = now();
    const step = resume(game.table, Math.min(at, from), at);
    const done = step ? await committer.commit([{ before: game, step }], at) : accept([game]);
    if (!done.ok) return done;
    aliveUntil.delete(id);
    return accept(done.value[0] ?? game);
  };

  const takeUp = async (game: LiveGame): Promise<void> => {
    const settled = await settle(game);
    if (!settled.ok) late(game);
  };

  return {
    settle,
    stoodStill: (from) => {
      for (const { table, lastEventAt } of kept.unfinished()) {
        const { id } = table;
        // One that still waits to be taken up has been waiting since before.
        if (!aliveUntil.has(id)) aliveUntil.set(id, Math.max(from, lastEventAt));
        void queue.run(id, async () => {
          const game = kept.get(id);
          if (game) await takeUp(game);
        });
      }
    },
    run: async () => {
      const beatAt = (await store.lastBeat()) ?? 0;
      const stored = await store.unfinished();
      // Asked for at once, they share a commit.
      const taken = await Promise.all(
        stored.map((each) =>
          queue.run(each.id, async () => {
            try {
              const opened = await open(store, each);
              if (!opened.ok) {
                setAside.add(each.id, opened);
                return false;
              }
              const game = kept.put(opened.value);
              aliveUntil.set(each.id, Math.max(beatAt, game.lastEventAt));
              const settled = await settle(game);
              if (!settled.ok) late(game);
              return true;
            } catch (error) {
              // One that nobody foresaw must not keep the others from being played.
              kept.forget(each.id);
              const reason = error instanceof Error ? error.stack : String(error);
              setAside.add(each.id, refuse("STORAGE_FAILED", `Game ${each.id} cannot be read: ${reason}`));
              return false;
            }
          }),
        ),
      );
      return { games: taken.filter(Boolean).length };
    },
  };
}
