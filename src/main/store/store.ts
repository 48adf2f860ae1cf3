import { createListeners } from "../../shared/listeners.ts";
import type { Result } from "../../shared/result.ts";
import type { Cluster } from "./cluster.ts";
import type { GameReader, LeagueReader } from "./reader.ts";
import type { Change, Entry } from "./values.ts";

export type { GameStatus } from "./columns.ts";
export type { GameReader, LeagueReader } from "./reader.ts";
export type { RatedTally } from "./rows.ts";
export * from "./values.ts";

export interface CommitNotification {
  readonly entries: readonly Entry[];
  /** The changes of this host's commit; empty where entries are published later, from the log, a page at a time. */
  readonly changes: readonly Change[];
}
export type Listener = (news: CommitNotification) => void;

/** An error of a listener is its own: the commit stands, and the others are told. */
export const createSubscribers = () => createListeners<[CommitNotification]>(() => {});

/**
 * The storage of games and leagues. Implementations: `openSqliteStore`, `openPostgresStore`; one contract suite is run
 * on each.
 */
export interface Store extends GameReader, LeagueReader {
  /**
   * The reason why nothing can be stored until the next start, and what to do: the disk was full or read-only at this
   * one. Absent where it was not. Every commit is refused with it.
   */
  readonly readOnly?: string;
  /**
   * Keeps all of the changes or none, and resolves with their log entries (in the order of changes and events)
   * once they are on the disk. Refuses with `CONFLICT` when a game or league is not at its expected version (another writer won, or
   * the id is taken), with `STORAGE_FAILED` when they could not be kept, with `OUTCOME_UNKNOWN` when nobody can tell whether they were. What is asked for in the same turn of the
   * event loop shares one transaction and is decided in the order of asking; a commit that is refused does not take
   * the others with it. Rejects, as a bug, a change without events.
   * @param duty the duty of which changes are that nobody asked for: refused with `ELSEWHERE` where another host has it
   */
  commit(changes: readonly Change[], at: number, duty?: Duty): Promise<Result<readonly Entry[]>>;
  /** The work that this host does by itself in its games and leagues. */
  readonly duties: Duties;
  /** The part that serves several hosts; absent where one host has the store for itself. */
  readonly cluster?: Cluster;
  /**
   * Calls for every commit from now on after it is kept, in order, once each, before the one who asked for it is
   * answered. A listener that throws disturbs nobody, and nobody hears of it: whoever may fail catches that itself.
   * Returns what ends it.
   */
  subscribe(listener: Listener): () => void;
  /**
   * Notes that a task of an agent was cancelled, by the mark that tells it from all others, and forgets those whose time
   * is over. Moments in milliseconds since 1970. Rejects when that cannot be stored.
   */
  cancelTask(mark: string, until: number, now: number): Promise<void>;
  isTaskCancelled(mark: string): Promise<boolean>;
  /** Stores something that changes nothing. Rejects with the reason and what to do where nothing can be stored. */
  check(): Promise<void>;
  /** Notes that a host runs; the newest moment counts. Rejects when that cannot be stored. */
  beat(now: number): Promise<void>;
  /** Stores the waiting commits, publishes them, and closes. A later commit is refused with `STORAGE_FAILED`. */
  close(): Promise<void>;
}

/** Work that nobody asks for and one host alone does: the leagues, or the clocks and drivers of a game. */
export type Duty = "leagues" | { readonly game: string };

/** The work that a host does by itself. Duties that no host has for a moment are taken by the next one. */
export interface Duties {
  /** Whether this host has a duty, as far as it knows: after a standstill its commits may be refused. */
  holds(duty: Duty): boolean;
  /** Identifies the time for which this host has had a duty without a break; null where it does not have it. */
  term(duty: Duty): number | null;
  /** How many of the eight shares of games this host has, and of the leagues, which are one. */
  count(): { readonly games: number; readonly leagues: number };
  /** Calls when duties were taken or lost. Returns a function that stops it. */
  listen(onChange: () => void): () => void;
}

/** The duties of a host that has its store for itself: all of them, or none where it can store nothing. */
export const ownDuties = (all: boolean): Duties => ({
  holds: () => all,
  term: () => (all ? 1 : null),
  count: () => ({ games: all ? 8 : 0, leagues: all ? 1 : 0 }),
  listen: () => () => {},
});
