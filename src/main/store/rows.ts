import { z } from "zod";
import type { LoggedEvent } from "../../shared/events.ts";
import { describeIssues } from "../../shared/issues.ts";
import { struct } from "../../shared/struct.ts";
import { type Ask, columns, type Row, statusSchema } from "./columns.ts";
import { readData, readEvent, readLeagueEvent } from "./commit.ts";
import type { Entry, LeaguePart, LoggedLeagueEvent, StoredGame, StoredLeague, WholeLeague } from "./values.ts";

const gameRow = z.object(columns.games);
const leagueRow = z.object(columns.leagues);

const momentOf = (value: unknown): number => Math.min(Math.max(Number(value) || 0, 0), Number.MAX_SAFE_INTEGER);

/** The part of a damaged row that can still be told: which game or league it is, and its place in a list. */
const damagedCard = ({ id, kind, status, created_at }: Row) => ({
  id: String(id),
  kind: String(kind),
  status: statusSchema.catch("finished").parse(status),
  created_at: momentOf(created_at),
  version: 1,
  snapshot_form: 1,
  snapshot: "null",
});
const noPlayers = { person: 0, plies: 0, first_kind: "unknown", second_kind: "unknown", search: "" };

/** Reads a row of `games`. A damaged one becomes a game without a snapshot, so that it does not hide the others. */
export function readGame(row: Row): StoredGame {
  const { success, data } = gameRow.safeParse(row);
  const game = success ? data : gameRow.parse({ ...damagedCard(row), ...noPlayers });
  const { id, version, snapshot_form: form, snapshot, search: _, ...columns } = game;
  return { id, version, columns, snapshot: { form, data: readData(snapshot) } };
}

const { game_id: _game, league_id: _league, ...placed } = columns.events;
const entryRow = z.object({ ...placed, game_id: z.string() });
const leagueEntryRow = z.object({ ...placed, league_id: z.string() });

/** Reads a row of `events` that is a game's. Throws where it is damaged. */
export function readGameEntry(row: Row): LoggedEvent {
  const { id, game_id, seq, at, body } = entryRow.parse(row);
  return { id, gameId: game_id, seq, at, event: readEvent(body) };
}

/** Reads a row of `events` that is a league's. Throws where it is damaged. */
export function readLeagueEntry(row: Row): LoggedLeagueEvent {
  const { id, league_id, seq, at, body } = leagueEntryRow.parse(row);
  return { id, leagueId: league_id, seq, at, event: readLeagueEvent(body) };
}

const readEntry = (row: Row): Entry => (row.game_id === null ? readLeagueEntry(row) : readGameEntry(row));

/** Reads a row of `leagues`. A damaged one becomes a league without a snapshot, as with games. */
export function readLeague(row: Row): StoredLeague {
  const { success, data } = leagueRow.safeParse(row);
  const league = success ? data : leagueRow.parse({ ...damagedCard(row), name: String(row.name) });
  const { id, version, snapshot_form: form, snapshot, ...columns } = league;
  return { id, version, columns, snapshot: { form, data: readData(snapshot) } };
}

const { league_id: _, ...part } = columns.league_parts;
const partRow = z.object(part);

/** Reads a row of `league_parts`. A damaged one becomes a part without data. */
export function readPart(row: Row): LeaguePart {
  const parsing = partRow.safeParse(row);
  if (!parsing.success) return { part: String(row.part), number: Number(row.number), data: null };
  const { part, number, data } = parsing.data;
  return { part, number, data: readData(data) };
}

/** Reads rows of `league_parts` that came as one value; null for none. */
export const readParts = (rows: unknown): readonly LeaguePart[] =>
  z
    .array(z.record(z.string(), z.unknown()))
    .parse(rows ?? [])
    .map(readPart);

/** Reads entries from rows of the log. `onDamage` is called once for each entry that is left out. */
export function createLogRows(onDamage: (message: string) => void): (rows: readonly Row[]) => readonly Entry[] {
  const ids = new Set<unknown>();
  const entryIn = (row: Row): Entry[] => {
    try {
      return [readEntry(row)];
    } catch (error) {
      if (!ids.has(row.id)) onDamage(`left out of the log: entry ${row.id}, of ${ownerOf(row)} (${reasonOf(error)})`);
      ids.add(row.id);
      return [];
    }
  };
  return (rows) => rows.flatMap(entryIn);
}

const ownerOf = ({ game_id, league_id }: Row) => (game_id === null ? `league ${league_id}` : `game ${game_id}`);
const reasonOf = (error: unknown): string => (error instanceof z.ZodError ? describeIssues(error) : String(error));

const countRow = z.object({ status: statusSchema, n: z.number() });

/** The number of games between two that ended in one way; games that repeat each other are counted apart. */
export type RatedTally = z.infer<typeof tallyRow>;
const tallyRow = struct({
  first: z.string(),
  second: z.string(),
  /** A seat, or null for draws. */
  winner: z.string().nullable(),
  reason: z.string(),
  /** The key of games that repeat each other, or share their draws by chance; null for all others. */
  course: z.string().nullable(),
  games: z.number(),
});

const ratedEntrantRow = struct({
  identity: z.string(),
  /** Its name in its last game. */
  name: z.string(),
  /** When that ended, in milliseconds since 1970. */
  lastPlayedAt: z.number(),
});

/** Reads sums over rows of a table; leaves out those that say what no game can. */
const sums =
  <T extends object>(row: z.ZodType<T>) =>
  (rows: readonly Row[]): readonly T[] =>
    rows.flatMap((each) => row.safeParse(each).data ?? []);
export const readCounts = sums(countRow);
export const readTallies = sums(tallyRow);
export const readRatedEntrants = sums(ratedEntrantRow);

/** A database, with the parts of SQL that differ between databases. Values are placed by `?`, in order. */
export interface Database {
  /** A league with all its parts, but those whose numbers are not above the known one of their name. */
  wholeLeague(id: string, versions?: Readonly<Record<string, number>>): Promise<WholeLeague | null>;
  /** Gives the rows; rejects where the database does not answer. */
  readonly ask: Ask;
  /** The limit of a list that has none. */
  readonly noLimit: number | null;
  /** The function that finds one text in another, as a place from 1; 0 for nowhere. */
  readonly position: string;
  /** The texts of a JSON list, as rows. */
  readonly textsIn: string;
  /** The same of a list of lists of three texts each, as rows of three columns. */
  readonly triplesIn: string;
  /** The rows of a JSON list of `{ id, after }`, as a table of that name. */
  readonly requestTable: string;
  /** The table of games, with the hint that finds the finished ones. */
  readonly finishedGames: string;
  /** The number of games of each status that are not deleted, as `status` and `n`. */
  readonly counts: string;
  /** The number of finished games of a kind, or of any for null, and with a person in it for 1; null to count them. */
  readonly countFinished: string | null;
  /** The newest entry of the log, as `id`. */
  readonly lastEntry: string;
}
