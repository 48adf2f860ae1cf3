import { setTimeout as delay } from "node:timers/promises";
import { createListeners } from "../../shared/listeners.ts";
import { accept, refuse, Unavailable } from "../../shared/result.ts";
import type { LiveOptions, VersionedValue } from "../live/cache.ts";
import { type Live, openLive } from "../live/live.ts";
import { createTransactions, type Prepare, type Transactions } from "../live/transactions.ts";
import type { Cluster } from "../store/cluster.ts";
import type { Entry } from "../store/store.ts";
import { createSharedCache } from "./shared-cache.ts";
import { createSharedFeed } from "./shared-feed.ts";

/** Milliseconds between two looks for games that are to be heard of, or are no more. */
const LOOK_MS = 5_000;
/** Lost races after which the other hosts are asked to leave the aggregate alone, and for how many milliseconds. */
const LOST_RACES = 4;
const PRIORITY_MS = 500;

/** The machine of games, or leagues, that other hosts change as well. */
export function openSharedLive<Value extends VersionedValue, Step, Own extends Entry>(
  cluster: Cluster,
  options: LiveOptions<Value, Step, Own>,
): Live<Value, Step, Own> {
  const { aggregate, store } = options;
  const { noun, idOf } = aggregate;
  const { duties } = store;
  const hearing = noun === "game" ? cluster.hearing : null;
  const cache = createSharedCache(options, hearing);
  const feed = createSharedFeed(options, cache);
  const live = openLive(options, cache, feed);
  const { queue, waits } = live;
  const isAllWatched = () => feed.isWatched("");
  hearing?.narrow(isAllWatched);

  /** The times until which aggregates are left to other hosts. */
  const leftAlone = new Map<string, number>();
  const nameOf = (id: string) => `${noun} ${id}`;
  const stopYielding = cluster.onPriorityRequest((name) => leftAlone.set(name, performance.now() + PRIORITY_MS));
  const yieldToOthers = async (id: string): Promise<void> => {
    const remaining = (leftAlone.get(nameOf(id)) ?? 0) - performance.now();
    leftAlone.delete(nameOf(id));
    if (remaining > 0 && !queue.isClosed()) await delay(remaining);
  };
  const changedElsewhere = refuse("CONFLICT", `Another host keeps changing this ${noun}. Try again in a moment`);
  // A commit compares versions, so what nobody waits for begins with the copy: a flag falls while reads fail. Where it
  // is read, listeners need not hear of it as new.
  const copyFirst = async (id: string) => {
    const there = cache.peek(id);
    return there ? accept(there) : cache.get(id).finally(() => cache.takeAnnounced(id, null));
  };
  const transactionsFor = (isUnasked: boolean, prepare: Prepare<Value>): Transactions<Value> => {
    const sourceCache = isUnasked ? { ...cache, get: copyFirst } : cache;
    const own = createTransactions(options, sourceCache, queue, prepare);
    return {
      run: async (id, work) => {
        if (isUnasked && leftAlone.size > 0) await queue.run(id, () => yieldToOthers(id));
        let lost = 0;
        return own.run(id, async (value) => {
          const outcome = await work(value);
          if ("ok" in outcome && (outcome.ok || outcome.code === "ELSEWHERE")) return outcome;
          const isConflict = "code" in outcome && outcome.code === "CONFLICT";
          // A refusal may be based on a stale copy: nothing was written that the store would have compared.
          const isStale = !isConflict && (await cache.isStale(value));
          const result = isStale ? changedElsewhere : "finish" in outcome ? await outcome.finish() : outcome;
          if (!result.ok && result.code === "CONFLICT") lost += 1;
          if (!isUnasked && lost === LOST_RACES) cluster.requestPriority(nameOf(id));
          if (lost === LOST_RACES) lost = 0;
          return result;
        });
      },
    };
  };

  const until: typeof waits.until = async (id, ready, ...others) => {
    // The copy may be older than the question. Without the database, only an answer has to wait for the newest one.
    const newest = await cache.newest(id).catch(async (error: unknown) => {
      const copy = cache.peek(id);
      if (!copy || ready(copy) || !(error instanceof Unavailable)) throw error;
      return accept(copy);
    });
    return newest.ok ? waits.until(id, ready, ...others) : newest;
  };

  /** Whether this host does something in one by itself, and so has to know how it stands. */
  const isTended = (value: Value): boolean => aggregate.dutiesIn(value).some(duties.holds);
  /** Hears from now on of those that this host tends, and brings them up to date. */
  const keepCurrent = async (values: readonly Value[] = cache.unfinished()): Promise<void> => {
    const newcomers = values.filter((value) => !cache.followed(idOf(value)) && isTended(value));
    const follow = async (value: Value) => {
      // A failed read is repeated at the next regular look.
      await cache.get(idOf(value)).catch(() => null);
      feed.announce(idOf(value));
    };
    await Promise.all(newcomers.map(follow));
  };
  const isNeeded = (id: string): boolean => {
    const value = cache.peek(id);
    return waits.isAwaited(id) || (value !== null && (isTended(value) || isAllWatched()));
  };
  feed.listen(
    ({ value }) => void keepCurrent([value]),
    () => false,
  );
  const shifts = createListeners<[]>();
  const stopShifts = duties.listen(async () => {
    await keepCurrent();
    if (!queue.isClosed()) shifts.tell();
  });
  const regularly = setInterval(() => {
    void keepCurrent();
    cache.followLess(isNeeded);
  }, LOOK_MS).unref();

  return {
    ...live,
    transact: (prepare) => ({
      transactions: transactionsFor(false, prepare),
      unasked: transactionsFor(true, prepare),
    }),
    waits: { ...waits, until },
    listenToShifts: shifts.listen,
    keepCurrent,
    close: async () => {
      await live.close();
      clearInterval(regularly);
      stopShifts();
      stopYielding();
    },
  };
}
