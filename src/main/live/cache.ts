import { accept, type Result } from "../../shared/result.ts";
import { Unavailable } from "../base/unavailable.ts";
import type { Entry } from "../store/store.ts";
import type { AggregateType, Versioned } from "./aggregate.ts";
import type { SetAside } from "./set-aside.ts";

/** Games or leagues in memory: all unfinished ones, and the finished ones that were read last. */
export interface Cache<Value, Own> {
  /** The copy in memory; null for none. */
  known(id: string): Value | null;
  /** Stores a value, unless a newer version is there. Returns the newer of the two. */
  put(value: Value): Value;
  forget(id: string): void;
  /** The unfinished ones. */
  unfinished(): readonly Value[];
  countUnfinished(): number;
  /** The copy in memory, read from the store where there is none. Refuses what is not there, or is damaged. */
  get(id: string): Promise<Result<Value>>;
  /** The newest version at any host when it was asked for; where the store cannot be read, the one in memory. */
  current(id: string): Promise<Result<Value>>;
  /** A version newer than this one. The value in memory stays there where that fails. */
  newer(id: string, version: number): Promise<Result<Value>>;
  /** The newest version at any host. Rejects with `Unavailable`. */
  versionOf(id: string): Promise<number>;
  /** Whether another host has committed a newer version. */
  isStale(value: Value): Promise<boolean>;
  /** Reads several that other hosts have changed. A damaged one is forgotten: the next `get` reports it. */
  catchUp(ids: readonly string[], heard: ReadonlyMap<string, readonly Own[]>): Promise<void>;
  /** The state that listeners were told of last, where reading has gone beyond it; null for none. */
  takeAnnounced(id: string): Value | null;
  /** Listeners have been told everything that was read of it. */
  dropAnnounced(id: string): void;
}

export interface CacheOptions<Value extends Versioned, Step, Own extends Entry> {
  readonly aggregate: AggregateType<Value, Step, Own>;
  readonly setAside: SetAside;
  /** Whether other hosts use the same store: then a value in memory may be stale. */
  readonly shared: boolean;
}

export function createCache<Value extends Versioned, Step, Own extends Entry>({
  aggregate,
  setAside,
  shared,
}: CacheOptions<Value, Step, Own>): Cache<Value, Own> {
  const unfinished = new Map<string, Value>();
  const over = new Map<string, Value>();
  const reading = new Map<string, Promise<Result<Value>>>();
  /** The last value that listeners know, for those that a question had read anew. */
  const told = new Map<string, Value | null>();
  const known = (id: string) => unfinished.get(id) ?? over.get(id) ?? null;
  const forget = (id: string) => {
    unfinished.delete(id);
    over.delete(id);
    told.delete(id);
  };

  const put = (value: Value): Value => {
    const id = aggregate.idOf(value);
    const before = known(id);
    if (before && before.version >= value.version) return before;
    if (!aggregate.isOver(value)) {
      unfinished.set(id, value);
      return value;
    }
    unfinished.delete(id);
    over.delete(id);
    over.set(id, value);
    for (const oldest of over.keys()) {
      if (over.size <= aggregate.keptOver) break;
      forget(oldest);
    }
    return value;
  };

  const readOnce = async (id: string): Promise<Result<Value>> => {
    const read = (await aggregate.read([id], known, new Map())).get(id) ?? aggregate.notFound(id);
    if (!read.ok) {
      if (read.code === "STORAGE_FAILED") setAside.add(id, read);
      return read;
    }
    const before = known(id);
    const value = put(read.value);
    const isNew = value.version > (before?.version ?? 0);
    if (shared && isNew && !told.has(id) && (before || !aggregate.isOver(value))) told.set(id, before);
    return accept(value);
  };
  /** One read of each id at a time. */
  const read = (id: string): Promise<Result<Value>> => {
    const running = reading.get(id) ?? readOnce(id).finally(() => reading.delete(id));
    reading.set(id, running);
    return running;
  };
  const newer: Cache<Value, Own>["newer"] = async (id, version) => {
    // A read under way may have begun too early.
    await reading.get(id)?.catch(() => {});
    const there = known(id);
    return there && there.version > version ? accept(there) : read(id);
  };
  const get = async (id: string): Promise<Result<Value>> => {
    const there = known(id);
    return there ? accept(there) : read(id);
  };

  return {
    known,
    put,
    forget,
    unfinished: () => [...unfinished.values()],
    countUnfinished: () => unfinished.size,
    get,
    current: async (id) => {
      // A read that begins now is newer than the question.
      if (!shared || (!known(id) && !reading.has(id))) return get(id);
      const version = await aggregate.versionOf(id).catch((error: unknown) => {
        if (error instanceof Unavailable) return 0;
        throw error;
      });
      const there = known(id);
      return there && there.version >= version ? accept(there) : newer(id, version - 1);
    },
    newer,
    versionOf: (id) => aggregate.versionOf(id),
    isStale: async (value) => shared && (await aggregate.versionOf(aggregate.idOf(value))) > value.version,
    catchUp: async (ids, heard) => {
      const found = await aggregate.read(ids, known, heard);
      for (const id of ids) {
        const each = found.get(id);
        if (each?.ok) put(each.value);
        else forget(id);
      }
    },
    takeAnnounced: (id) => {
      const last = told.has(id) ? (told.get(id) ?? null) : known(id);
      told.delete(id);
      return last;
    },
    dropAnnounced: (id) => void told.delete(id),
  };
}
