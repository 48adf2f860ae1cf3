import { RecentMap } from "../../shared/recent-map.ts";
import { accept, type Result, Unavailable } from "../../shared/result.ts";
import { entryOf } from "../base/once-for.ts";
import { createCache, type LiveOptions, type VersionedValue } from "../live/cache.ts";
import type { Hearing } from "../store/cluster.ts";
import type { Entry } from "../store/store.ts";

/** Milliseconds since the last question for which changes at other hosts are read. */
const HEARD_MS = 60_000;
/** Values of which it is remembered what listeners know of them. */
const MOST_ANNOUNCEMENTS = 1_000;

export type SharedCache<Value extends VersionedValue, Own extends Entry> = ReturnType<
  typeof createSharedCache<Value, unknown, Own>
>;

/** Games or leagues in memory that other hosts may change. `hearing` chooses those heard of; null for all. */
export function createSharedCache<Value extends VersionedValue, Step, Own extends Entry>(
  options: LiveOptions<Value, Step, Own>,
  hearing: Hearing | null,
) {
  const { aggregate } = options;
  /** The value last announced, where a read cached a newer one; null for none. */
  const announcements = new RecentMap<string, Value | null>(MOST_ANNOUNCEMENTS);
  /** Those whose changes at other hosts are read, and when each was asked for last. */
  const subscriptions = new Map<string, number>();
  const entering = new Map<string, Promise<Result<Value>>>();
  const cache = createCache(options, (value, before) => {
    const id = aggregate.idOf(value);
    const isNew = value.version > (before?.version ?? 0);
    if (isNew && !announcements.has(id) && (before || !aggregate.isOver(value))) announcements.set(id, before);
  });
  const { peek, atLeast, isReading } = cache;

  /** While the store does not answer, the copy is the best there is: a commit compares its version. */
  const copyInstead = (id: string, error: unknown): Result<Value> => {
    const there = peek(id);
    if (there && error instanceof Unavailable) return accept(there);
    throw error;
  };
  const enterOnce = async (id: string): Promise<Result<Value>> => {
    try {
      await hearing?.enter(id);
      const result = await atLeast(id, Number.POSITIVE_INFINITY);
      if (result.ok) subscriptions.set(id, performance.now());
      else if (!subscriptions.has(id)) hearing?.leave(id);
      return result;
    } catch (error) {
      if (!subscriptions.has(id)) hearing?.leave(id);
      return copyInstead(id, error);
    }
  };
  /** Begins to hear of one, and reads what happened before. One that fails must not leave while another one enters. */
  const enter = (id: string): Promise<Result<Value>> =>
    entryOf(entering, id, () => enterOnce(id).finally(() => entering.delete(id)));
  const isFollowed = (id: string): boolean => subscriptions.has(id);
  const get = async (id: string): Promise<Result<Value>> => {
    const there = peek(id);
    if (hearing && !(there && isFollowed(id))) return enter(id);
    subscriptions.set(id, performance.now());
    return there ? accept(there) : cache.get(id);
  };
  const newest = async (id: string): Promise<Result<Value>> => {
    // A read that begins now is newer than the question.
    if (!peek(id) && !isReading(id)) return get(id);
    if (!hearing) subscriptions.set(id, performance.now());
    const version = await aggregate.versionOf(id);
    const there = peek(id);
    return there && there.version >= version ? accept(there) : atLeast(id, version);
  };

  return {
    ...cache,
    followed: (id: string): Value | null => (isFollowed(id) ? peek(id) : null),
    /** Whether somebody has asked for it in the last minute, or needs it. */
    isFollowed,
    /** The same, read from the store also where this host has not heard of its changes; from then on it does. */
    get,
    newest,
    current: (id: string) => newest(id).catch((error: unknown) => copyInstead(id, error)),
    /** Whether another host has committed a newer version. */
    isStale: async (value: Value) => (await aggregate.versionOf(aggregate.idOf(value))) > value.version,
    /** Reads several that other hosts have changed. A damaged one is forgotten: the next `get` reports it. */
    catchUp: async (entries: ReadonlyMap<string, readonly Own[]>): Promise<void> => {
      const ids = [...entries.keys()];
      const results = await aggregate.load(ids, peek, entries);
      for (const id of ids) {
        const each = results.get(id);
        if (each?.ok) cache.put(each.value);
        else cache.forget(id);
      }
    },
    /** The value that listeners were told of last: another one where reading has gone beyond it; null for none. */
    takeAnnounced: (id: string, otherwise: Value | null): Value | null => {
      const last = announcements.get(id);
      announcements.delete(id);
      return last === undefined ? otherwise : last;
    },
    /** Follows no more those that nobody has asked for in the last minute, but for the needed ones. */
    followLess: (isNeeded: (id: string) => boolean): void => {
      const since = performance.now() - HEARD_MS;
      for (const [id, at] of subscriptions) {
        if (at >= since || isNeeded(id)) continue;
        subscriptions.delete(id);
        hearing?.leave(id);
      }
    },
  };
}
