import type { ExplorerMove, HistoryOrder, HistoryResult } from "../../shared/api.ts";
import type { GameEvent, LoggedEvent } from "../../shared/events.ts";
import type { LeagueEvent } from "../../shared/league-events.ts";
import type { SearchWord } from "../../shared/text.ts";
import type { GameStatus, RowOf } from "./columns.ts";

/** A snapshot as it is stored, with the number of its format, by which a later version upgrades it. */
export interface Snapshot {
  /** Counted from 1. */
  readonly form: number;
  /** Plain JSON. The store does not look into it; it is null when the disk holds none. */
  readonly data: unknown;
}

type StoredBeside = "id" | "version" | "snapshot_form" | "snapshot";

/** The columns that games are searched by, beside their JSON. Times are rounded to whole milliseconds. */
export interface GameColumns extends Omit<RowOf<"games">, StoredBeside | "search"> {
  /** Another text that a search finds it by, beside names and opening; absent for none, and in reads. */
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
  /** The positions that it went through, by `writePath`, when it ends; absent where stored before, and for none. */
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
  /** Each has to occur in a player's name or in the opening, or begin the game's id; a number does the latter. */
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
   * Between what the Elo of the game lies, both included. It is the mean of its players' as far as they are known. A
   * player's Elo is, in a record, what the file says (`WhiteElo`); the computer's what its level was measured at; and
   * everybody else's, in rated games, where the rating list has them now.
   */
  readonly eloFrom?: number | undefined;
  readonly eloTo?: number | undefined;
  /** Between whom rated games have an Elo that lies there, by the rating list; empty where none is asked for. */
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
