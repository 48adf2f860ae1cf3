import { setTimeout as delay } from "node:timers/promises";
import { createListeners, endAll } from "../../shared/listeners.ts";
import { RecentMap } from "../../shared/recent-map.ts";
import { accept, messageOf, type Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { LeaseName, Leases } from "../store/cluster/leases.ts";
import { elsewhere } from "../store/commit.ts";
import type { Change, Entry, Store } from "../store/store.ts";
import type { AggregateType, VersionedValue } from "./aggregate.ts";
import type { Cache } from "./cache.ts";

/** Milliseconds before a failed read is repeated. */
const AGAIN_MS = 500;
/** A pause between reads is so many times as long as the last read, which leaves the host time for other work. */
const SHARE = 9;

/** A step, and the value that it was decided on; null for a new one. */
export interface Decision<Value, Step> {
  readonly before: Value | null;
  readonly step: Step;
}

/** The change that one commit made to a game or a league. */
export interface LiveUpdate<Value, Step, Own> {
  /** The last value that listeners know; null for none. */
  readonly before: Value | null;
  readonly value: Value;
  readonly entries: readonly Own[];
  /** The step that this host decided; null where another host did. */
  readonly step: Step | null;
}

export type ChangeFeed<Value extends VersionedValue, Step, Own extends Entry = Entry> = ReturnType<
  typeof createChangeFeed<Value, Step, Own>
>;

/**
 * The one way from a decision to the current state. The store's notification comes back to this host as to every other
 * one: only then does the value in memory change, and only then are listeners told.
 */
export function createChangeFeed<Value extends VersionedValue, Step, Own extends Entry>(options: {
  readonly aggregate: AggregateType<Value, Step, Own>;
  readonly store: Pick<Store, "commit" | "subscribe">;
  readonly cache: Cache<Value, Own>;
  readonly leases: Pick<Leases, "fenceOf">;
  readonly log: Log;
}) {
  const { aggregate, store, cache, leases, log } = options;
  type Update = LiveUpdate<Value, Step, Own>;
  /** A notification about one game or league: its entries, with the decision where it was made here. */
  interface Notification {
    readonly entries: readonly Own[];
    readonly decision: Decision<Value, Step> | null;
  }
  const decisions = new WeakMap<Change, Decision<Value, Step>>();
  const listeners = createListeners<[Update]>((error) => log.error(`a listener failed: ${messageOf(error)}`));
  const looks = new Set<(id: string) => boolean>();
  const ids = createListeners<[id: string]>();
  /**
   * The newest known version of each that nobody watched when it changed elsewhere: it is read when somebody does, and
   * leaves the memory after a while.
   */
  const stale = new RecentMap<string, number>(aggregate.keptOver, cache.forget);
  /** Those being read, and those that changed since, which are read together next. */
  let current = new Map<string, Notification[]>();
  let next = new Map<string, Notification[]>();
  let isReading = false;
  let isClosed = false;

  const versionAfter = ({ entries }: Notification) => entries.at(-1)?.seq ?? 0;
  const isWatched = (id: string) => aggregate.pauseMs === null || [...looks].some((watches) => watches(id));
  const { tell } = listeners;

  /** Makes a decision of this host the current value. Returns no updates where entries before it are missing in memory. */
  const applyOwnCommit = (id: string, { entries, decision }: Notification): readonly Update[] => {
    if (!decision) return [];
    const { step } = decision;
    const [first] = entries;
    // A finished one may have left the cache since it was decided on.
    const current = cache.peek(id) ?? decision.before;
    const before = first?.seq === 1 ? null : (cache.takeAnnounced(id) ?? current);
    // It was read from the store before its notification came, since other hosts changed it too.
    if (current && current.version >= versionAfter({ entries, decision }))
      return [{ before, value: current, entries, step }];
    const from = first?.seq === 1 ? null : current;
    if ((from?.version ?? 0) !== (first?.seq ?? 0) - 1) {
      // The next `get` reads it from the store.
      cache.forget(id);
      return [];
    }
    return [{ before, value: cache.put(aggregate.after(from, step, entries)), entries, step }];
  };

  const catchUp = async (
    batch: ReadonlyMap<string, readonly Notification[]>,
    before: ReadonlyMap<string, Value | null>,
  ): Promise<void> => {
    const behind = [...batch].filter(([id, all]) => {
      const version = Math.max(stale.get(id) ?? 0, ...all.map(versionAfter));
      return all.some(({ decision }) => !decision) && (cache.peek(id)?.version ?? 0) < version;
    });
    const entriesById = new Map(behind.map(([id, all]) => [id, all.flatMap(({ entries }) => entries)]));
    if (behind.length > 0) await cache.catchUp([...entriesById.keys()], entriesById);
    // All changes of one commit are in place before anybody hears of any.
    for (const [id, all] of batch) {
      stale.delete(id);
      let last = before.get(id) ?? null;
      for (const each of all) {
        for (const news of applyOwnCommit(id, each)) tell(news);
        const value = cache.peek(id);
        if (!each.decision && value) tell({ before: last, value, entries: each.entries, step: null });
        last = value;
      }
    }
  };
  const readPending = async (): Promise<void> => {
    isReading = true;
    // Notifications that arrive together are read together.
    await null;
    while (next.size > 0 && !isClosed) {
      const startedAt = performance.now();
      current = next;
      next = new Map();
      const before = new Map([...current.keys()].map((id) => [id, cache.takeAnnounced(id)]));
      for (let isFirst = true; !isClosed; isFirst = false) {
        try {
          await catchUp(current, before);
          break;
        } catch (error) {
          if (isFirst) log.warn(`what happened elsewhere cannot be read yet: ${String(error)}`);
          await delay(AGAIN_MS);
        }
      }
      current = new Map();
      if (aggregate.pauseMs !== null)
        await delay(Math.max(aggregate.pauseMs, SHARE * (performance.now() - startedAt)), null, { ref: false });
    }
    isReading = false;
  };
  const readLater = (id: string, notification: Notification): void => {
    const all = next.get(id) ?? [];
    const last = all.at(-1);
    next.set(
      id,
      last && !last.decision && !notification.decision
        ? [...all.slice(0, -1), { entries: [...last.entries, ...notification.entries], decision: null }]
        : [...all, notification],
    );
    if (!isReading) void readPending();
  };
  const isLate = (id: string) => current.has(id) || next.has(id);

  const stop = store.subscribe(({ changes, entries }) => {
    const own = new Map(
      changes.flatMap((change) => {
        const decision = change.aggregate === aggregate.noun ? decisions.get(change) : undefined;
        return decision ? [[change.id, decision]] : [];
      }),
    );
    const all = [...aggregate.entriesIn(entries)].map(
      ([id, ofIt]) => [id, { entries: ofIt, decision: own.get(id) ?? null }] as const,
    );
    const atOnce = all.filter(([id, { decision }]) => decision && !isLate(id));
    const news = atOnce.flatMap(([id, notification]) => applyOwnCommit(id, notification));
    for (const [id] of all) ids.tell(id);
    for (const each of news) tell(each);
    for (const each of all) {
      const [id, notification] = each;
      if (atOnce.includes(each)) continue;
      if (notification.decision || isWatched(id)) readLater(id, notification);
      else if (cache.peek(id) || cache.isReading(id)) stale.set(id, versionAfter(notification));
    }
  });

  const prepare = (decision: Decision<Value, Step>): Change => {
    if (decision.before) cache.put(decision.before);
    const change = aggregate.change(decision.before, decision.step);
    decisions.set(change, decision);
    return change;
  };

  return {
    /** Prepares a decision as a change that goes along with a commit of another aggregate. */
    prepare,
    /**
     * Stores decisions, all of them or none, and returns the new values. Refuses with `CONFLICT` when something has
     * changed meanwhile or an id is taken, with `ELSEWHERE` where another host has the lease, and with `STORAGE_FAILED`.
     * @param leased the lease that the commit needs where no request asked for it
     * @param along changes that are stored in the same commit, or not at all
     */
    commit: async (
      decisions: readonly Decision<Value, Step>[],
      at: number,
      { lease, along = [] }: { readonly lease?: LeaseName | undefined; readonly along?: readonly Change[] } = {},
    ): Promise<Result<readonly Value[]>> => {
      const under = lease && leases.fenceOf(lease);
      if (under === null) return elsewhere;
      const changes = decisions.map(prepare);
      const result = await store.commit([...along, ...changes], at, under);
      if (!result.ok) {
        const isExpected = result.code === "CONFLICT" || result.code === "ELSEWHERE";
        if (!isExpected) log.error(result.message, { [aggregate.noun]: changes[0]?.id });
        return result;
      }
      const own = aggregate.entriesIn(result.value);
      return accept(
        decisions.map(({ before, step }, index) => {
          const { id = "", expectedVersion = 0, events = [] } = changes[index] ?? {};
          const value = cache.peek(id);
          // Another commit may have followed already; the answer is the value of this one.
          const isThere = value?.version === expectedVersion + events.length;
          return isThere ? value : aggregate.after(before, step, own.get(id) ?? []);
        }),
      );
    },
    /**
     * Calls for every commit after it is stored, at whichever host. Where other hosts' changes take a while to read, only
     * while `watches` says so. A listener that throws disturbs nobody.
     */
    listen: (listener: (news: Update) => void, watches: (id: string) => boolean = () => true) => {
      looks.add(watches);
      return endAll(listeners.listen(listener), () => looks.delete(watches));
    },
    /** Calls with the id of everything that changes at any host. */
    listenToIds: ids.listen,
    /** Tells listeners of what was read without them, if there is anything. */
    announce: (id: string): void => {
      const before = cache.takeAnnounced(id);
      const value = cache.peek(id);
      if (value && value !== before) tell({ before, value, entries: [], step: null });
    },
    /** Reads one that is known to be stale. To be called when somebody begins to watch it. */
    follow: (id: string): void => {
      if ((stale.get(id) ?? 0) > (cache.peek(id)?.version ?? 0) && !isLate(id))
        readLater(id, { entries: [], decision: null });
    },
    close: (): void => {
      isClosed = true;
      stop();
      listeners.clear();
      looks.clear();
      ids.clear();
    },
  };
}
