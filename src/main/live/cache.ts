import { RecentMap } from "../../shared/recent-map.ts";
import { accept, type Refusal, type Result } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import type { Change, Duty, Entry, Store } from "../store/store.ts";

/** A game or a league as it stood after a commit. It never changes; the next commit makes the next one. */
export interface VersionedValue {
  /** How many events it has; what the next decision is decided on. */
  readonly version: number;
}

/** The rules by which the live machine stores and reads games, or leagues. */
export interface AggregateType<Value extends VersionedValue, Step, Own extends Entry> {
  readonly noun: "game" | "league";
  idOf(value: Value): string;
  /** Most waits of spectators for one. */
  readonly mostWaits: number;
  /** Most waits for one of one connection, and of all requests that stand alone. */
  readonly mostOfClient: number;
  readonly mostAlone: number;
  isOver(value: Value): boolean;
  /** The duties by which a host does something in it by itself. */
  dutiesIn(value: Value): readonly Duty[];
  /** Most finished ones that stay in memory for later readers. */
  readonly keptOver: number;
  /** Most attempts at a command when another writer was faster. */
  readonly tries: number;
  /** The entries of this aggregate type, by id. */
  entriesIn(entries: readonly Entry[]): ReadonlyMap<string, readonly Own[]>;
  /** The part of a step that the store keeps; `before` is null for something new. */
  change(before: Value | null, step: Step): Change;
  /** The state that a step led to, once its entries are kept. */
  after(before: Value | null, step: Step, entries: readonly Own[]): Value;
  /** The stored version; 0 where there is none. */
  versionOf(id: string): Promise<number>;
  /**
   * Reads some from the store; missing ones are left out. Refuses with `STORAGE_FAILED` what is damaged, and rejects
   * with `Unavailable`.
   * @param cacheOf the value in memory
   * @param since entries that arrived after it
   */
  load(
    ids: readonly string[],
    cacheOf: (id: string) => Value | null,
    since: ReadonlyMap<string, readonly Own[]>,
  ): Promise<ReadonlyMap<string, Result<Value>>>;
  notFound(id: string): Refusal;
}

/** A live machine: what it is for, and what all its parts are made with. */
export interface LiveOptions<Value extends VersionedValue, Step, Own extends Entry> {
  readonly aggregate: AggregateType<Value, Step, Own>;
  readonly store: Store;
  /** The refusal of all work while the host closes. */
  readonly hostClosing: Refusal;
  readonly log: Log;
}

export type Cache<Value extends VersionedValue> = ReturnType<typeof createCache<Value, unknown, Entry>>;

/**
 * Games or leagues in memory: all unfinished ones, and the finished ones that were read last.
 * @param onRead called for each value that was read, with the one in memory before
 */
export function createCache<Value extends VersionedValue, Step, Own extends Entry>(
  { aggregate, log }: LiveOptions<Value, Step, Own>,
  onRead: (value: Value, before: Value | null) => void = () => {},
) {
  const setAside = createSetAside(aggregate.noun, log);
  const running = new Map<string, Value>();
  const over = new RecentMap<string, Value>(aggregate.keptOver);
  const reading = new Map<string, Promise<Result<Value>>>();
  const peek = (id: string) => running.get(id) ?? over.get(id) ?? null;

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
    onRead(value, before);
    return accept(value);
  };
  /** One read of each id at a time. */
  const readShared = (id: string): Promise<Result<Value>> => {
    const running = reading.get(id) ?? readOnce(id).finally(() => reading.delete(id));
    reading.set(id, running);
    return running;
  };
  const get = async (id: string): Promise<Result<Value>> => {
    const there = peek(id);
    return there ? accept(there) : readShared(id);
  };
  return {
    setAside,
    /** The copy in memory; null for none. */
    peek,
    /** The same, where it is changed with every commit. */
    followed: peek,
    /** Stores a value, unless a newer version is there. Returns the newer of the two. */
    put,
    /** Drops the copy. */
    forget: (id: string): void => {
      running.delete(id);
      over.delete(id);
    },
    unfinished: (): readonly Value[] => [...running.values()],
    countUnfinished: () => running.size,
    /** The copy in memory, read from the store where there is none. Refuses what is not there, or is damaged. */
    get,
    /** The newest version when it was asked for. Rejects with `Unavailable` where the store cannot be read. */
    newest: get,
    /** The same; where the store cannot be read, the copy in memory if there is one. */
    current: get,
    /** At least this version, read where the copy is older. The copy stays where that fails. */
    atLeast: async (id: string, version: number): Promise<Result<Value>> => {
      // A read under way may have begun too early.
      await reading.get(id)?.catch(() => {});
      const there = peek(id);
      return there && there.version >= version ? accept(there) : readShared(id);
    },
    /** Whether a read of it is under way, which may miss what is committed meanwhile. */
    isReading: (id: string) => reading.has(id),
  };
}

/** Games and leagues that cannot be read: left out of everything, logged once, and shown to the person. */
function createSetAside(kind: "game" | "league", log: Log) {
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
