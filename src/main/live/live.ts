import type { Entry } from "../store/store.ts";
import { type Cache, createCache, type LiveOptions, type VersionedValue } from "./cache.ts";
import { ownStandstills } from "./heartbeat.ts";
import { type ChangeFeed, createChangeFeed, createQueue, createTransactions, type Prepare } from "./transactions.ts";
import { createWaits } from "./waits.ts";

export type Live<Value extends VersionedValue, Step, Own extends Entry> = ReturnType<typeof openLive<Value, Step, Own>>;

/** The machine in which games, or leagues, are played, at a host that has its store for itself. */
export function openLive<Value extends VersionedValue, Step, Own extends Entry>(
  options: LiveOptions<Value, Step, Own>,
  cache: Cache<Value> = createCache(options),
  feed: ChangeFeed<Value, Step, Own> = createChangeFeed(options, cache),
) {
  const queue = createQueue();
  const waits = createWaits(options, cache, feed);
  return {
    cache,
    feed,
    queue,
    waits,
    /** The transactions that somebody asks for, and those that nobody does. */
    transact: (prepare: Prepare<Value>) => {
      const transactions = createTransactions(options, cache, queue, prepare);
      return { transactions, unasked: transactions };
    },
    /** Calls when this host has taken or lost duties, once it has their games up to date. */
    listenToShifts: (_listener: () => void) => () => {},
    /** Brings up to date what this host has duties in. */
    keepCurrent: async (_values?: readonly Value[]) => {},
    /** Refuses further work, and resolves once what is under way is done. */
    close: async () => {
      const idle = queue.close();
      waits.close();
      await idle;
      feed.close();
    },
  };
}

/** The parts that a host has otherwise where others serve the same store. */
export interface Sharing {
  readonly openLive: typeof openLive;
  readonly openStandstills: typeof ownStandstills;
}

/** For a host that has its store for itself. */
export const singleHost: Sharing = { openLive, openStandstills: ownStandstills };
