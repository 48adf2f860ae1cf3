import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import { createListeners } from "../../shared/listeners.ts";
import { accept, type Result, refuse, Unavailable } from "../../shared/result.ts";
import type { Cache, SetAside } from "../live/cache.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import type { Queue } from "../live/transactions.ts";
import type { Standstill } from "../store/cluster/cluster.ts";
import type { Store, StoredGame } from "../store/store.ts";
import { open, openWith } from "./game-aggregate.ts";
import type { LiveGame } from "./live-game.ts";
import { resume } from "./machine/ending.ts";
import type { GameState, Step } from "./machine/game-state.ts";

/** Games whose logs are read at a time. */
const PAGE = 250;
/** Most milliseconds by which the clocks of hosts differ. */
const SKEW_MS = 500;

/** Resumes the games that the last host left. */
export function createRecovery(options: {
  readonly store: Store;
  readonly cache: Cache<LiveGame, LoggedEvent>;
  readonly feed: Pick<ChangeFeed<LiveGame, Step, LoggedEvent>, "commit">;
  readonly queue: Queue;
  readonly setAside: SetAside;
  readonly isLeasedHere: (id: string) => boolean;
  readonly now: () => number;
}) {
  const { store, cache, feed, queue, setAside, isLeasedHere, now } = options;
  const { cluster } = store;
  /** The last known heartbeat, for the games that are still to be resumed. */
  const aliveUntil = new Map<string, number>();
  /** The times without any host that this one missed. */
  let standstills: readonly Standstill[] = [];
  let alone = Number.NEGATIVE_INFINITY;
  let running: Promise<unknown> | null = null;
  const takenUp = createListeners<[game: LiveGame, done: boolean]>();
  const standstillNews = createListeners<[]>();

  /**
   * The times without a host for which a game is still to be resumed, oldest first. An event after a standstill was
   * decided by a host that knew of it, and resumed the game first. Where hosts share a database, the time since the end
   * of a standstill counts, since another host may have been there; a single host also gives back the time that
   * resuming takes.
   */
  const missedBy = ({ state, lastEventAt }: LiveGame, at: number): readonly Standstill[] => {
    const own = aliveUntil.get(state.id);
    // The system's clock was put back since the last event: what ran until the last heartbeat counts by the old time.
    const isPutBack = lastEventAt > at;
    if (!cluster) return own === undefined ? [] : [{ from: isPutBack ? own : Math.min(own, at), until: at }];
    return standstills
      .filter(({ from, until }) => lastEventAt < until - Math.min(SKEW_MS, (until - from) / 2))
      .map(({ from, until }) => ({
        from: Math.min(Math.max(from, lastEventAt), until, at),
        until: Math.min(until, at),
      }));
  };

  /**
   * Makes sure that a game has been resumed, or its players would be charged for the time without a host: one that the
   * disk did not let be resumed is resumed first. Refuses with `STORAGE_FAILED` while that fails.
   */
  const settle = async (game: LiveGame): Promise<Result<LiveGame>> => {
    const { id } = game.state;
    const at = now();
    const step = resumeGame(game.state, missedBy(game, at));
    const commit = step ? await feed.commit([{ before: game, step }], at) : accept([game]);
    if (!commit.ok) return commit;
    aliveUntil.delete(id);
    return accept(commit.value[0] ?? game);
  };

  const takeUp = async (game: LiveGame): Promise<void> => {
    const update = await settle(game);
    // Without a commit there is no update that would make its clocks be watched.
    const current = cache.peek(game.state.id);
    if (current) takenUp.tell(current, update.ok);
  };

  /** Resumes the games whose leases this host has got since. */
  const takeUpOwn = (): void => {
    for (const each of cache.unfinished()) {
      const { id } = each.state;
      if (!isLeasedHere(id) || missedBy(each, now()).length === 0) continue;
      void queue.run(id, async () => {
        const game = cache.peek(id);
        if (game) await takeUp(game);
      });
    }
  };

  /** Resumes a game that was unfinished when a host was last there. Returns whether it can be read. */
  const begin = async (row: StoredGame, log: readonly LoggedEvent[], beatAt: number): Promise<boolean> => {
    const { id } = row;
    try {
      // Where an entry is missing, reading the game alone finds out why.
      const reading = log.length === row.version ? openWith(row, log) : await open(store, row);
      if (!reading.ok) {
        setAside.add(id, reading);
        return false;
      }
      const game = cache.put(reading.value);
      if (!cluster) aliveUntil.set(id, Math.max(beatAt, game.lastEventAt));
      if (isLeasedHere(id)) await takeUp(game);
      return true;
    } catch (error) {
      if (error instanceof Unavailable) throw error;
      // An unforeseen failure must not keep the other games from being played.
      cache.forget(id);
      const reason = error instanceof Error ? error.stack : String(error);
      setAside.add(id, refuse("STORAGE_FAILED", `Game ${id} cannot be read: ${reason}`));
      return false;
    }
  };

  const takeUpAll = async () => {
    if (cluster) standstills = await cluster.arrive(null);
    alone = now();
    const beatAt = cluster ? 0 : ((await store.lastBeat()) ?? 0);
    const rows = await store.unfinished();
    let games = 0;
    for (let from = 0; from < rows.length; from += PAGE) {
      const page = rows.slice(from, from + PAGE);
      const logs = Map.groupBy(await store.logs(page.map(({ id }) => ({ id, after: 0 }))), ({ gameId }) => gameId);
      // Commits at the same time share one transaction.
      const results = await Promise.all(
        page.map((each) => queue.run(each.id, () => begin(each, logs.get(each.id) ?? [], beatAt))),
      );
      games += results.filter(Boolean).length;
    }
    return { games };
  };

  return {
    settle,
    takeUpOwn,
    /** The end of the last outage of all hosts, in milliseconds since 1970. */
    stoodStillUntil: () => (cluster ? Math.max(...standstills.map(({ until }) => until)) : alone),
    /**
     * The host itself stood still from a moment until now: its games are resumed as if there had been no host. Where
     * other hosts may have been there, it resolves once that is known, and rejects with `Unavailable` while it cannot
     * be.
     */
    stoodStill: async (from: number): Promise<void> => {
      if (cluster) standstills = await cluster.arrive(from);
      else {
        alone = now();
        // A game that is still to be resumed keeps its earlier time.
        for (const { state, lastEventAt } of cache.unfinished())
          if (!aliveUntil.has(state.id)) aliveUntil.set(state.id, Math.max(from, lastEventAt));
      }
      takeUpOwn();
      standstillNews.tell();
    },
    /** Calls after each standstill of this host, once its meaning is known. */
    listenToStandstills: standstillNews.listen,
    /** Calls for each game that was resumed, or could not be yet: to watch its clocks, or to try again. */
    listen: takenUp.listen,
    /** The recovery under way; else null. */
    running: () => running,
    /**
     * Resumes the unfinished games, each in its own transaction. Unreadable ones are set aside and logged, and hold up
     * nobody else.
     */
    run: async () => {
      const run = takeUpAll();
      running = run;
      try {
        return await run;
      } finally {
        running = null;
      }
    },
  };
}

/** A game after times without a host; null where nothing has to be recorded. */
function resumeGame(state: GameState, standstills: readonly Standstill[]): Step | null {
  let current = state;
  const events: GameEvent[] = [];
  for (const { from, until } of standstills) {
    const step = resume(current, from, until);
    if (!step) continue;
    current = step.state;
    events.push(...step.events);
  }
  return events.length === 0 ? null : { state: current, events };
}
