import type { Refusal, Result } from "../../shared/result.ts";
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
