import type { ExplorerMove, HistoryOrder, HistoryResult } from "../../shared/api.ts";
import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import type { LeagueEvent } from "../../shared/league-events.ts";
import { createListeners } from "../../shared/listeners.ts";
import type { Result } from "../../shared/result.ts";
import type { SearchWord } from "../../shared/text.ts";
import type { Cluster } from "./cluster/cluster.ts";
import type { Fence } from "./cluster/leases.ts";
import type { GameStatus, RowOf } from "./columns.ts";
import type { RatedEntrant, RatedTally } from "./sums.ts";

export type { GameStatus } from "./columns.ts";
export type { RatedEntrant, RatedTally } from "./sums.ts";

/**
 * A snapshot as it is stored, with the number of its format, so that a later version can upgrade it when it reads it.
 */
export interface Snapshot {
  /** Counted from 1. */
  readonly form: number;
  /** Plain JSON. The store does not look into it; it is null when the disk holds none. */
  readonly data: unknown;
}

type StoredBeside = "id" | "version" | "snapshot_form" | "snapshot";

/** The columns that games are searched by, beside their JSON. Times are rounded to whole milliseconds. */
export interface GameColumns extends Omit<RowOf<"games">, StoredBeside | "search"> {
  /**
   * Another text that a search finds it by, beside names and opening; absent where there is none. Not returned by
   * reads.
   */
  readonly alias?: string;
}

/** The next state of one aggregate: of a game, or of a league. */
interface ChangeOf<Aggregate, Columns, Event> {
  readonly aggregate: Aggregate;
  readonly id: string;
  /** The version it was decided on: the number of its events; 0 for one that must not exist yet. */
  readonly expectedVersion: number;
  readonly snapshot: Snapshot;
  readonly columns: Columns;
  /** At least one: every change of a snapshot has an event. They become numbers expectedVersion + 1, + 2, … of it. */
  readonly events: readonly Event[];
}

export interface GameChange extends ChangeOf<"game", GameColumns, GameEvent> {
  /**
   * The positions that it went through, by `writePath`, stored when it ends; absent where they were stored before or
   * there are none.
   */
  readonly path?: string;
}

/** The columns that leagues are searched by. */
export type LeagueColumns = Omit<RowOf<"leagues">, StoredBeside>;

/** One of the many parts of a league: an entrant, a match, a round. */
export interface LeaguePart {
  /** The part of the league that it is played in. */
  readonly part: string;
  readonly number: number;
  /** Plain JSON. */
  readonly data: unknown;
}

export interface LeagueChange extends ChangeOf<"league", LeagueColumns, LeagueEvent> {
  /** The parts that are new or different; the others stay as they are. */
  readonly parts: readonly LeaguePart[];
}
export type Change = GameChange | LeagueChange;

interface StoredRow<Columns> {
  readonly id: string;
  /** How many events it has had; at least 1. */
  readonly version: number;
  readonly columns: Columns;
  readonly snapshot: Snapshot;
}
export type StoredGame = StoredRow<GameColumns>;
export type StoredLeague = StoredRow<LeagueColumns>;

/** A league with all its parts, as they stood at one moment. */
export interface WholeLeague extends StoredLeague {
  /** By name and number. */
  readonly parts: readonly LeaguePart[];
}

export interface LoggedLeagueEvent extends Omit<LoggedEvent, "gameId" | "event"> {
  readonly leagueId: string;
  readonly event: LeagueEvent;
}

/** An entry of the log, in which games and leagues stand together. */
export type Entry = LoggedEvent | LoggedLeagueEvent;
export const isOfGame = (entry: Entry): entry is LoggedEvent => "gameId" in entry;
export const isOfLeague = (entry: Entry): entry is LoggedLeagueEvent => "leagueId" in entry;

/** A page of games or leagues; deleted ones are in no page but their own. */
export interface Page {
  readonly status: GameStatus | "all" | "deleted";
  /** 1–101: one more than is shown tells whether there is a next page. */
  readonly limit: number;
  /** Where the last page ended; null for the first. */
  readonly after: { readonly createdAt: number; readonly id: string } | null;
}

/** The finished games to search for, and their order. Conditions that are undefined do not apply. */
export interface HistorySearch {
  /** Each has to occur in a player's name or in the opening; a number has to begin the game's id. */
  readonly words: readonly SearchWord[];
  readonly kind?: string | undefined;
  /** Only those in which a person played here. */
  readonly person?: boolean;
  /** Only those of this league. */
  readonly league?: string | undefined;
  /** Only those of leagues, or only those of none. */
  readonly inLeague?: boolean | undefined;
  readonly result?: HistoryResult | undefined;
  /** Folded, as of `SearchWord`: each has to occur in the code and name of the opening. */
  readonly opening: readonly string[];
  /** The number of moves. */
  readonly plies?: number;
  /** The names of the players, to the letter. */
  readonly players?: readonly [string, string];
  /** The time of the end, in milliseconds since 1970: from `from` on, and before `until`. */
  readonly from?: number | undefined;
  readonly until?: number | undefined;
  /**
   * The range of the game's Elo, both ends included. It is the mean of its players' as far as they are known. A
   * player's Elo is, in a record, what the file says (`WhiteElo`); the computer's what its level was measured at; and
   * everybody else's, in rated games, where the rating list has them now.
   */
  readonly eloFrom?: number | undefined;
  readonly eloTo?: number | undefined;
  /** Pairs of players whose mean Elo in the rating list is in that range; empty without a range. */
  readonly ratedPairs: readonly RatedPair[];
  readonly order: HistoryOrder;
  readonly descending: boolean;
}

/** Two by their identities in the rating list of a kind of game, in the first and the second seat. */
export interface RatedPair {
  readonly kind: string;
  readonly first: string;
  readonly second: string;
}

/** All of them, newest first. */
export const allFinished: HistorySearch = {
  words: [],
  opening: [],
  ratedPairs: [],
  order: "ended",
  descending: true,
};

/** A page of them. */
export interface HistoryQuery extends HistorySearch {
  /** The number of matches to skip. */
  readonly offset: number;
  readonly limit: number;
}

export interface History {
  readonly games: readonly StoredGame[];
  readonly total: number;
}

/** A position to find in finished games. */
export interface PositionQuery {
  readonly kind: string;
  /** By its mark of eight characters, as it stands in the paths of games. */
  readonly position: string;
  /** Only games in which a person played here, and records in which one of these names did; null for all games. */
  readonly own: readonly string[] | null;
}

/** The moves that were played in a position, and how those games ended, by seat. */
export interface TriedMove extends Omit<ExplorerMove, "code" | "text"> {
  readonly move: string;
}

/**
 * Reads committed values, which are the caller's own. Asynchronous, so that a database elsewhere can stand behind it; a
 * failed read rejects.
 */
export interface GameReader {
  game(id: string): Promise<StoredGame | null>;
  /** 0 for one that does not exist. */
  gameVersion(id: string): Promise<number>;
  /** The events of a game, oldest first: those with a number above `after` (0 for all), at most `limit`. */
  log(id: string, after: number, limit?: number): Promise<readonly LoggedEvent[]>;
  /** Games that are not deleted, newest first; those of one moment by falling id. */
  list(page: Page): Promise<readonly StoredGame[]>;
  /** Searches finished games that are not deleted. */
  history(query: HistoryQuery): Promise<History>;
  /** The ids of all matches, readable or not, at one moment: pages would shift where games end in between. */
  historyIds(search: HistorySearch): Promise<readonly string[]>;
  /** Finds the moves that were played in a position of finished games that are not deleted, most often first. */
  movesTried(query: PositionQuery): Promise<readonly TriedMove[]>;
  /** Reads the positions of every finished game into memory, so that the first call of `movesTried` is as fast as later ones. */
  prepareTried(): Promise<void>;
  /** Games by their ids, in any order; those that are not there are left out. */
  games(ids: readonly string[]): Promise<readonly StoredGame[]>;
  /** The log of several games at once, each from its own `after` on, in the order of the whole; damaged entries are left out. */
  logs(games: readonly { readonly id: string; readonly after: number }[]): Promise<readonly LoggedEvent[]>;
  /** Games that are open or live, oldest first. */
  unfinished(): Promise<readonly StoredGame[]>;
  count(): Promise<Record<GameStatus, number>>;
  /** The entries of all aggregates after one entry, oldest first, at most `limit`. */
  entriesAfter(id: number, limit: number): Promise<readonly Entry[]>;
  /** The newest entry's id; 0 for an empty log. */
  lastEntryId(): Promise<number>;
  /** When a host was last known to run, or null. */
  lastBeat(): Promise<number | null>;
}

/** The same for leagues. */
export interface LeagueReader {
  league(id: string): Promise<StoredLeague | null>;
  /** With all its parts, but those whose numbers are not above the known one of their name. */
  wholeLeague(id: string, versions?: Readonly<Record<string, number>>): Promise<WholeLeague | null>;
  /** 0 for one that does not exist. */
  leagueVersion(id: string): Promise<number>;
  /** How many leagues are open or live. */
  unfinishedLeagues(): Promise<number>;
  /** The events of a league, oldest first: those with a number above `after` (0 for all), at most `limit`. */
  leagueLog(id: string, after: number, limit?: number): Promise<readonly LoggedLeagueEvent[]>;
  /** Leagues, newest first; those of one moment by falling id. */
  leagues(page: Page): Promise<readonly StoredLeague[]>;
  leagueReviews(id: string): Promise<readonly { readonly id: string; readonly review: string }[]>;
  /** The finished games of one kind that count for ratings, added up. */
  ratedTallies(kind: string): Promise<readonly RatedTally[]>;
  ratedEntrants(kind: string): Promise<readonly RatedEntrant[]>;
}

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
   * @param under the lease that the commit needs where no request asked for it: refused with `ELSEWHERE` once it has ended
   */
  commit(changes: readonly Change[], at: number, under?: Fence): Promise<Result<readonly Entry[]>>;
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
