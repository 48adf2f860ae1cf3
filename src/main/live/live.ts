import type { Refusal, Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { Entry, Store } from "../store/store.ts";
import type { AggregateType, VersionedValue } from "./aggregate.ts";
import { createCache, createSetAside, type SetAside } from "./cache.ts";
import { createChangeFeed } from "./change-feed.ts";
import { ownStandstills } from "./heartbeat.ts";
import { createQueue, createTransactions, type Queue } from "./transactions.ts";
import { createWaits, type WaitKind } from "./waits.ts";

export interface LiveOptions<Value extends VersionedValue, Step, Own extends Entry> {
  readonly aggregate: AggregateType<Value, Step, Own>;
  readonly store: Store;
  readonly waitKind: WaitKind<Value>;
  /** Makes sure that a value can be changed now, and returns the current one. */
  readonly prepare: (value: Value) => Promise<Result<Value>>;
  /** The refusal of all work while the host closes. */
  readonly hostClosing: Refusal;
  readonly log: Log;
}

export interface PartsOptions<Value extends VersionedValue, Step, Own extends Entry>
  extends LiveOptions<Value, Step, Own> {
  readonly setAside: SetAside;
  readonly queue: Queue;
}

export type Parts<Value extends VersionedValue, Step, Own extends Entry> = ReturnType<
  typeof ownParts<Value, Step, Own>
>;

/** The parts of the live machine of a host that has its store for itself. Each is made of those above it. */
function ownParts<Value extends VersionedValue, Step, Own extends Entry>(options: PartsOptions<Value, Step, Own>) {
  const cache = createCache(options);
  const feed = createChangeFeed({ ...options, cache });
  const transactions = createTransactions({ ...options, cache });
  return {
    cache,
    feed,
    transactions,
    /** Transactions that nobody asked for. */
    unasked: transactions,
    waits: createWaits(options.waitKind, cache, feed),
    /** Calls when this host has taken or lost duties, once it has their games up to date. */
    listenToShifts: (_listener: () => void) => () => {},
    /** Reads what is to be up to date by now. */
    keepCurrent: async () => {},
    close: feed.close,
  };
}

/** What a host has otherwise where others serve the same store. */
export interface Sharing {
  readonly createParts: typeof ownParts;
  readonly openStandstills: typeof ownStandstills;
}

/** For a host that has its store for itself. */
export const alone: Sharing = { createParts: ownParts, openStandstills: ownStandstills };

export type Live<Value extends VersionedValue, Step, Own extends Entry> = ReturnType<typeof openLive<Value, Step, Own>>;

/** The machine in which games, or leagues, are played. */
export function openLive<Value extends VersionedValue, Step, Own extends Entry>(
  options: LiveOptions<Value, Step, Own> & { readonly sharing: Sharing },
) {
  const { aggregate, sharing, log } = options;
  const setAside = createSetAside(aggregate.noun, log);
  const queue = createQueue();
  const parts = sharing.createParts({ ...options, setAside, queue });
  return {
    ...parts,
    setAside,
    queue,
    /** Refuses further work, and resolves once what is under way is done. */
    close: async () => {
      const idle = queue.close();
      parts.waits.close();
      await idle;
      parts.close();
    },
  };
}
