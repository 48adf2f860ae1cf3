import type { Log } from "../log.ts";
import type { Store } from "../store/store.ts";
import { open } from "./archive.ts";
import type { Committer } from "./committer.ts";
import type { KeptGames } from "./kept-games.ts";
import { resume } from "./machine/ending.ts";
import type { Queue } from "./queue.ts";

export interface Recovered {
  readonly games: number;
}

/**
 * Takes up the games that were unfinished when the last host ended, each in its own turn of the queue. What cannot be
 * read is set aside and said; it holds up nobody else.
 */
export async function recover(
  {
    store,
    kept,
    committer,
    queue,
    log,
  }: { store: Store; kept: KeptGames; committer: Committer; queue: Queue; log: Log },
  at: number,
): Promise<Recovered> {
  const beatAt = (await store.lastBeat()) ?? 0;
  const stored = await store.unfinished();
  // Asked for at once, they share a commit.
  const taken = await Promise.all(
    stored.map((each) =>
      queue.run(each.id, async () => {
        const opened = await open(store, each);
        if (!opened.ok) {
          log.error(`a game was set aside: ${opened.message}`);
          return false;
        }
        const game = kept.put(opened.value);
        const lastKnown = Math.min(at, Math.max(beatAt, game.lastEventAt));
        const step = resume(game.table, lastKnown, at);
        if (step) await committer.commit([{ before: game, step }], at);
        return true;
      }),
    ),
  );
  return { games: taken.filter(Boolean).length };
}
