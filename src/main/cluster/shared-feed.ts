import { setTimeout as delay } from "node:timers/promises";
import { createListeners, endAll } from "../../shared/listeners.ts";
import type { LiveOptions, VersionedValue } from "../live/cache.ts";
import { createChangeFeed, type LiveUpdate } from "../live/transactions.ts";
import type { Change, Entry, Listener } from "../store/store.ts";
import type { SharedCache } from "./shared-cache.ts";

/** Milliseconds before a failed read is repeated. */
const AGAIN_MS = 500;
/** Least milliseconds between two reads of leagues that other hosts have changed. */
const PAUSE_MS = 100;
/** A pause lasts so many times as long as the last read took: it leaves the host its time. */
const SHARE = 9;

/** The change feed of a host that hears of other hosts' commits, too, all in the order of the log. */
export function createSharedFeed<Value extends VersionedValue, Step, Own extends Entry>(
  options: LiveOptions<Value, Step, Own>,
  cache: SharedCache<Value, Own>,
) {
  const { aggregate, store, log } = options;
  /** Whether all that is heard of is read, and at once. */
  const readsAll = aggregate.noun === "game";
  type Update = LiveUpdate<Value, Step, Own>;
  /** A notification about one game or league: its entries, with the change where it was made here. */
  interface Notification {
    readonly entries: readonly Own[];
    readonly change: Change | null;
  }
  const watchers = new Set<(id: string) => boolean>();
  const ids = createListeners<[id: string]>();
  const isWatched = (id: string) => [...watchers].some((watches) => watches(id));
  /** Those being read, and those that changed since, which are read together next. */
  let current = new Map<string, Notification[]>();
  let next = new Map<string, Notification[]>();
  let isReading = false;
  let isClosed = false;
  let applyOwn: Listener = () => {};

  const versionAfter = ({ entries }: Notification) => entries.at(-1)?.seq ?? 0;
  const catchUp = async (
    batch: ReadonlyMap<string, readonly Notification[]>,
    before: ReadonlyMap<string, Value | null>,
  ): Promise<void> => {
    const behind = [...batch].filter(
      ([id, all]) =>
        all.some(({ change }) => !change) && (cache.peek(id)?.version ?? 0) < Math.max(...all.map(versionAfter)),
    );
    if (behind.length > 0)
      await cache.catchUp(new Map(behind.map(([id, all]) => [id, all.flatMap(({ entries }) => entries)])));
    // All changes of one commit are in place before anybody hears of any.
    for (const [id, all] of batch) {
      let last = before.get(id) ?? null;
      for (const { change, entries } of all) {
        if (change) applyOwn({ changes: [change], entries });
        const value = cache.peek(id);
        if (!change && value) feed.tell({ before: last, value, entries, step: null });
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
      const before = new Map([...current.keys()].map((id) => [id, cache.takeAnnounced(id, cache.peek(id))]));
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
      if (!readsAll) await delay(Math.max(PAUSE_MS, SHARE * (performance.now() - startedAt)), null, { ref: false });
    }
    isReading = false;
  };
  const readLater = (id: string, notification: Notification): void => {
    const all = next.get(id) ?? [];
    const last = all.at(-1);
    next.set(
      id,
      last && !last.change && !notification.change
        ? [...all.slice(0, -1), { entries: [...last.entries, ...notification.entries], change: null }]
        : [...all, notification],
    );
    if (!isReading) void readPending();
  };

  /** Passes this host's own changes on at once, but those that follow on one of another host that is being read. */
  const subscribe = (apply: Listener) => {
    applyOwn = apply;
    return store.subscribe(({ changes, entries }) => {
      const own = new Map(changes.flatMap((each) => (each.aggregate === aggregate.noun ? [[each.id, each]] : [])));
      const all = [...aggregate.entriesIn(entries)].map(([id, ofIt]) => {
        const change = own.get(id) ?? null;
        return { id, entries: ofIt, change, isNow: change !== null && !current.has(id) && !next.has(id) };
      });
      const atOnce = all.filter(({ isNow }) => isNow);
      apply({
        changes: atOnce.flatMap(({ change }) => change ?? []),
        entries: atOnce.flatMap((each) => each.entries),
      });
      for (const { id } of all) ids.tell(id);
      for (const { id, isNow, ...notification } of all) {
        if (isNow) continue;
        if (notification.change || readsAll || cache.isFollowed(id) || isWatched(id)) readLater(id, notification);
        // It is read when somebody asks for it.
        else cache.forget(id);
      }
    });
  };
  const feed = createChangeFeed({ ...options, store: { ...store, subscribe } }, cache, cache.takeAnnounced);

  return {
    ...feed,
    isWatched,
    listen: (listener: (news: Update) => void, watches: (id: string) => boolean = () => !readsAll) => {
      watchers.add(watches);
      return endAll(feed.listen(listener), () => watchers.delete(watches));
    },
    listenToIds: ids.listen,
    /** Tells listeners of what was read without them, if there is anything. */
    announce: (id: string): void => {
      const value = cache.peek(id);
      const before = cache.takeAnnounced(id, value);
      if (value && value !== before) feed.tell({ before, value, entries: [], step: null });
    },
    close: (): void => {
      isClosed = true;
      feed.close();
      watchers.clear();
      ids.clear();
    },
  };
}
