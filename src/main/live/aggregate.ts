import type { Refusal, Result } from "../../shared/result.ts";
import type { Change, Entry } from "../store/store.ts";

/** A game or a league as it stood after a commit. It never changes; the next commit makes the next one. */
export interface Versioned {
  /** How many events it has; what the next decision is decided on. */
  readonly version: number;
}

/** How games are kept and read, or leagues: all that the live machine has to know of them. */
export interface AggregateType<Value extends Versioned, Step, Own extends Entry> {
  readonly noun: "game" | "league";
  idOf(value: Value): string;
  isOver(value: Value): boolean;
  /** How many of those that are over stay in memory for whoever still looks at them. */
  readonly keptOver: number;
  /** How often a command is decided anew when another writer was faster. */
  readonly tries: number;
  /**
   * Milliseconds between two readings of what other hosts kept, of which only that is read which somebody looks at; null
   * where all of it is read at once.
   */
  readonly pauseMs: number | null;
  /** The entries that are of this kind, by its ids. */
  entriesIn(entries: readonly Entry[]): ReadonlyMap<string, readonly Own[]>;
  /** The part of a step that the store keeps; `before` is null for something new. */
  change(before: Value | null, step: Step): Change;
  /** The state that a step led to, once its entries are kept. */
  after(before: Value | null, step: Step, entries: readonly Own[]): Value;
  /** How far one has come in the store; 0 where there is none. */
  versionOf(id: string): Promise<number>;
  /**
   * Reads some from the store; those that are not there are left out. Refuses with `STORAGE_FAILED` what is damaged,
   * and rejects with `Unavailable`.
   * @param known what is in memory of one
   * @param heard entries that were heard of it since
   */
  read(
    ids: readonly string[],
    known: (id: string) => Value | null,
    heard: ReadonlyMap<string, readonly Own[]>,
  ): Promise<ReadonlyMap<string, Result<Value>>>;
  notFound(id: string): Refusal;
}
