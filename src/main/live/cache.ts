import { RecentMap } from "../../shared/recent-map.ts";
import { accept, type Refusal, type Result, Unavailable } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { Hearing } from "../store/cluster/cluster.ts";
import type { Entry } from "../store/store.ts";
import type { AggregateType, VersionedValue } from "./aggregate.ts";

export type Cache<Value extends VersionedValue, Own extends Entry = Entry> = ReturnType<
  typeof createCache<Value, unknown, Own>
>;

/** Milliseconds after the last read during which this host follows changes at other hosts. */
const HEARD_MS = 60_000;

/** Games or leagues in memory: all unfinished ones, and the finished ones that were read last. */
export function createCache<Value extends VersionedValue, Step, Own extends Entry>(options: {
  readonly aggregate: AggregateType<Value, Step, Own>;
  readonly setAside: SetAside;
  /** Whether other hosts use the same store: then a value in memory may be stale. */
  readonly isShared: boolean;
  /** Where play at other hosts is heard of only as far as it is asked for. */
  readonly hearing?: Pick<Hearing, "enter" | "leave"> | undefined;
}) {
  const { aggregate, setAside, isShared, hearing } = options;
  const running = new Map<string, Value>();
  const over = new RecentMap<string, Value>(aggregate.keptOver, (id) => announcements.delete(id));
  const reading = new Map<string, Promise<Result<Value>>>();
  /** The value last announced, where a read cached a newer one; null for none. */
  const announcements = new Map<string, Value | null>();
  /** Those whose changes at other hosts are heard of, and when each was asked for last. */
  const subscriptions = new Map<string, number>();
  const entering = new Map<string, Promise<Result<Value>>>();
  const peek = (id: string) => running.get(id) ?? over.get(id) ?? null;
  /** Drops the copy. Its changes are still heard of, for waits that are open. */
  const forget = (id: string) => {
    running.delete(id);
    over.delete(id);
    announcements.delete(id);
  };

  const put = (value: Value): Value => {
    const id = aggregate.idOf(value);
    const before = peek(id);
    if (before && before.version >= value.version) return before;
    if (!aggregate.isOver(value)) {
      running.set(id, value);
      return value;
    }
    running.delete(id);
    over.set(id, value);
    return value;
  };

  const readOnce = async (id: string): Promise<Result<Value>> => {
    const result = (await aggregate.load([id], peek, new Map())).get(id) ?? aggregate.notFound(id);
    if (!result.ok) {
      if (result.code === "STORAGE_FAILED") setAside.add(id, result);
      return result;
    }
    const before = peek(id);
    const value = put(result.value);
    const isNew = value.version > (before?.version ?? 0);
    if (isShared && isNew && !announcements.has(id) && (before || !aggregate.isOver(value)))
      announcements.set(id, before);
    return accept(value);
  };
  /** One read of each id at a time. */
  const readShared = (id: string): Promise<Result<Value>> => {
    const running = reading.get(id) ?? readOnce(id).finally(() => reading.delete(id));
    reading.set(id, running);
    return running;
  };
  const newer = async (id: string, version: number): Promise<Result<Value>> => {
    // A read under way may have begun too early.
    await reading.get(id)?.catch(() => {});
    const there = peek(id);
    return there && there.version > version ? accept(there) : readShared(id);
  };
  const isHeard = (id: string): boolean => peek(id) !== null && (!hearing || subscriptions.has(id));
  /** While the store does not answer, the copy is the best there is: a commit compares its version. */
  const knownInstead = (id: string, error: unknown): Result<Value> => {
    const there = peek(id);
    if (there && error instanceof Unavailable) return accept(there);
    throw error;
  };
  const enterOnce = async (id: string): Promise<Result<Value>> => {
    try {
      await hearing?.enter(id);
      await reading.get(id)?.catch(() => {});
      const result = await readShared(id);
      if (result.ok) subscriptions.set(id, performance.now());
      else if (!subscriptions.has(id)) hearing?.leave(id);
      return result;
    } catch (error) {
      if (!subscriptions.has(id)) hearing?.leave(id);
      return knownInstead(id, error);
    }
  };
  /** Begins to hear of one, and reads what happened before. */
  const enter = (id: string): Promise<Result<Value>> => {
    const running = entering.get(id) ?? enterOnce(id).finally(() => entering.delete(id));
    entering.set(id, running);
    return running;
  };
  const get = async (id: string): Promise<Result<Value>> => {
    const there = peek(id);
    if (!hearing) return there ? accept(there) : readShared(id);
    if (!there || !subscriptions.has(id)) return enter(id);
    subscriptions.set(id, performance.now());
    return accept(there);
  };

  const newest = async (id: string): Promise<Result<Value>> => {
    // A read that begins now is newer than the question.
    if (!isShared || (!peek(id) && !reading.has(id))) return get(id);
    const version = await aggregate.versionOf(id);
    const there = peek(id);
    return there && there.version >= version ? accept(there) : newer(id, version - 1);
  };

  return {
    /** The copy in memory; null for none. */
    peek,
    /** Stores a value, unless a newer version is there. Returns the newer of the two. */
    put,
    forget,
    unfinished: (): readonly Value[] => [...running.values()],
    countUnfinished: () => running.size,
    /**
     * The copy in memory, read from the store where there is none, or where this host has not heard of its changes; from
     * then on it does. Refuses what is not there, or is damaged.
     */
    get,
    /** The newest version at any host when it was asked for. Rejects with `Unavailable` where the store cannot be read. */
    newest,
    /** The same; where the store cannot be read, the copy in memory if there is one. */
    current: (id: string) => newest(id).catch((error: unknown) => knownInstead(id, error)),
    /** A version newer than this one. The value in memory stays there where that fails. */
    newer,
    /** The newest version at any host. Rejects with `Unavailable`. */
    versionOf: (id: string) => aggregate.versionOf(id),
    /** Whether another host has committed a newer version. */
    isStale: async (value: Value) => isShared && (await aggregate.versionOf(aggregate.idOf(value))) > value.version,
    /** Reads several that other hosts have changed. A damaged one is forgotten: the next `get` reports it. */
    catchUp: async (ids: readonly string[], remote: ReadonlyMap<string, readonly Own[]>): Promise<void> => {
      const results = await aggregate.load(ids, peek, remote);
      for (const id of ids) {
        const each = results.get(id);
        if (each?.ok) put(each.value);
        else forget(id);
      }
    },
    /** The state that listeners were told of last, where reading has gone beyond it; null for none. */
    takeAnnounced: (id: string): Value | null => {
      const last = announcements.has(id) ? (announcements.get(id) ?? null) : peek(id);
      announcements.delete(id);
      return last;
    },
    /** Listeners have been told everything that was read of it. */
    dropAnnounced: (id: string) => void announcements.delete(id),
    /** Whether a read of it is under way, which may miss what is committed meanwhile. */
    isReading: (id: string) => reading.has(id),
    /** Whether the copy in memory is changed with every commit, at whichever host. */
    isHeard,
    /** Hears no more of those that nobody has asked for in the last minute, but for the needed ones. */
    hearLess: (isNeeded: (id: string) => boolean): void => {
      const since = performance.now() - HEARD_MS;
      for (const [id, at] of subscriptions) {
        if (at >= since || isNeeded(id)) continue;
        subscriptions.delete(id);
        hearing?.leave(id);
      }
    },
  };
}

/** Games and leagues that cannot be read: left out of everything, logged once, and shown to the person. */
export type SetAside = ReturnType<typeof createSetAside>;

export function createSetAside(kind: "game" | "league", log: Log) {
  /** The reason for each, in a sentence that names it. */
  const reasons = new Map<string, { readonly id: string; readonly reason: string }>();
  return {
    add: (id: string, { message }: Refusal): void => {
      if (!reasons.has(id)) log.error(`set aside: ${message}`, { [kind]: id });
      reasons.set(id, { id, reason: message });
    },
    all: () => [...reasons.values()],
  };
}
