import { setTimeout as delay } from "node:timers/promises";
import { createListeners } from "../../shared/listeners.ts";
import { accept, type Result, refuse, Unavailable } from "../../shared/result.ts";
import type { VersionedValue } from "../live/aggregate.ts";
import type { Live, LiveOptions } from "../live/live.ts";
import { createQueue, createTransactions, type Transactions } from "../live/transactions.ts";
import { createWaits } from "../live/waits.ts";
import type { Cluster } from "../store/cluster.ts";
import type { Entry } from "../store/store.ts";
import { createSharedCache } from "./shared-cache.ts";
import { createSharedFeed } from "./shared-feed.ts";

/** Milliseconds between two looks for games that are to be heard of, or are no more. */
const LOOK_MS = 5_000;
/**
 * Lost races after which the other hosts are asked to leave the aggregate alone for a moment, and how long that is, in
 * milliseconds.
 */
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
  const cache = createSharedCache({ ...options, hearing });
  const feed = createSharedFeed({ ...options, cache });
  const queue = createQueue();
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
  // A commit compares versions, so what nobody waits for begins with the copy: a flag falls while reads fail.
  const copyFirst = async (id: string) => {
    const there = cache.peek(id);
    return there ? accept(there) : cache.get(id);
  };
  const transactionsFor = (
    isUnasked: boolean,
    prepare: (value: Value) => Promise<Result<Value>>,
  ): Transactions<Value> => {
    const read = isUnasked ? { ...cache, get: copyFirst } : cache;
    const own = createTransactions({ ...options, queue, prepare, cache: read });
    return {
      run: async (id, work) => {
        if (isUnasked && leftAlone.size > 0) await queue.run(id, () => yieldToOthers(id));
        let lost = 0;
        return own.run(id, async (value) => {
          const outcome = await work(value);
          if ("final" in outcome || ("ok" in outcome && (outcome.ok || outcome.code === "ELSEWHERE"))) return outcome;
          const isConflict = "code" in outcome && outcome.code === "CONFLICT";
          // A refusal may be based on a stale copy: nothing was written that the store would have compared.
          const isStale = !isConflict && (await cache.isStale(value));
          const result = isStale ? changedElsewhere : "finish" in outcome ? await outcome.finish() : outcome;
          if ("code" in result && result.code === "CONFLICT") {
            lost += 1;
            if (!isUnasked && lost % LOST_RACES === 0) cluster.requestPriority(nameOf(id));
          }
          return result;
        });
      },
    };
  };

  const { until, ...waits } = createWaits(options.waitKind, cache, feed);
  const waitUntil: typeof until = async (id, ready, ...others) => {
    // The copy may be older than the question. Without the database, only an answer has to wait for the newest one.
    const newest = await cache.newest(id).catch(async (error: unknown) => {
      const copy = cache.peek(id);
      if (!copy || ready(copy) || !(error instanceof Unavailable)) throw error;
      return accept(copy);
    });
    return newest.ok ? until(id, ready, ...others) : newest;
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
    return waits.isAwaited(id) || (value !== null && isTended(value)) || isAllWatched();
  };
  const look = () => {
    void keepCurrent();
    cache.followLess(isNeeded);
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
  const regularly = setInterval(look, LOOK_MS).unref();

  return {
    cache,
    feed,
    queue,
    transact: (prepare) => ({
      transactions: transactionsFor(false, prepare),
      unasked: transactionsFor(true, prepare),
    }),
    waits: { ...waits, until: waitUntil },
    listenToShifts: shifts.listen,
    keepCurrent,
    close: async () => {
      const idle = queue.close();
      waits.close();
      await idle;
      clearInterval(regularly);
      stopShifts();
      stopYielding();
      feed.close();
    },
  };
}
