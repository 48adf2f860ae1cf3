import type { Refusal, Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { Entry, Store } from "../store/store.ts";
import type { AggregateType, VersionedValue } from "./aggregate.ts";
import { createCache } from "./cache.ts";
import { createChangeFeed } from "./change-feed.ts";
import { ownStandstills } from "./heartbeat.ts";
import { createQueue, createTransactions } from "./transactions.ts";
import { createWaits, type WaitKind } from "./waits.ts";

export interface LiveOptions<Value extends VersionedValue, Step, Own extends Entry> {
  readonly aggregate: AggregateType<Value, Step, Own>;
  readonly store: Store;
  readonly waitKind: WaitKind<Value>;
  /** The refusal of all work while the host closes. */
  readonly hostClosing: Refusal;
  readonly log: Log;
}

export type Live<Value extends VersionedValue, Step, Own extends Entry> = ReturnType<typeof openLive<Value, Step, Own>>;

/** The machine in which games, or leagues, are played, at a host that has its store for itself. */
export function openLive<Value extends VersionedValue, Step, Own extends Entry>(
  options: LiveOptions<Value, Step, Own>,
) {
  const cache = createCache(options);
  const feed = createChangeFeed({ ...options, cache });
  const queue = createQueue();
  const waits = createWaits(options.waitKind, cache, feed);
  return {
    cache,
    feed,
    queue,
    waits,
    /**
     * The transactions that somebody asks for, and those that nobody does.
     * @param prepare makes sure that a value can be changed now, and returns the current one
     */
    transact: (prepare: (value: Value) => Promise<Result<Value>>) => {
      const transactions = createTransactions({ ...options, cache, queue, prepare });
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

/** What a host has otherwise where others serve the same store. */
export interface Sharing {
  readonly openLive: typeof openLive;
  readonly openStandstills: typeof ownStandstills;
}

/** For a host that has its store for itself. */
export const alone: Sharing = { openLive, openStandstills: ownStandstills };
