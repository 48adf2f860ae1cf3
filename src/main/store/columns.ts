import { z } from "zod";

/** A row by the names of its columns, unchecked: one damaged row must not keep the others from being read. */
export type Row = Readonly<Record<string, unknown>>;

/** Asks a database, and gives the rows. */
export type Ask = (text: string, values?: readonly unknown[]) => Promise<readonly Row[]>;

/** The columns of a table by name, with the values that they hold: texts or whole numbers. */
export type Columns = Readonly<Record<string, z.ZodType>>;

const text = z.string();
const number = z.number();
const textOrNull = text.nullable().default(null);
const numberOrNull = number.nullable().default(null);
/** Of a game, or of a league: `open` takes players, `live` is being played. */
export const statusSchema = z.enum(["open", "live", "finished"]);
export type GameStatus = z.infer<typeof statusSchema>;

/** Milliseconds by which the end of an undated game is moved back, so that it is before every date (from the year 1 on). */
export const UNDATED_MS = 100_000_000_000_000;

/**
 * The tables in which games and leagues are kept. They have the same columns in each database. Times are in milliseconds
 * since 1970; `id`, `kind`, `created_at` and `league_id` never change. The tables are made by them (`tables.ts`): another
 * column is another version of the schema, with an upgrade.
 */
export const columns = {
  games: {
    id: text,
    kind: text,
    status: statusSchema,
    /** The number of its events. */
    version: number,
    created_at: number,
    /** When both seats were first taken; null before. */
    started_at: numberOrNull,
    /** Of a game that was read from a record without a date, its arrival, {@link UNDATED_MS} earlier. */
    finished_at: numberOrNull,
    /** The time of its deletion: a deleted game is in no list, and not counted. Null for all others. */
    deleted_at: numberOrNull,
    /** A seat; null for a draw and while the game goes on. */
    winner: textOrNull,
    /** How it ended; null while the game goes on. */
    reason: textOrNull,
    /** The winner of a finished game, by seat; null where it came to no result, and while it goes on. */
    result: z.enum(["first", "second", "draw"]).nullable().default(null),
    /** The result for the only person who played it here; null where none did, or two. */
    own_result: z.enum(["won", "lost", "drawn"]).nullable().default(null),
    /** The Elo that a finished game itself states; null where it states none, and for a rated game. */
    elo: numberOrNull,
    first_kind: text,
    /** Null while the seat is open. */
    first_name: textOrNull,
    second_kind: text,
    second_name: textOrNull,
    /** 1 where a person plays in it here, or it is a person's study; 0 for others and games that were read from a record. */
    person: number,
    /** Moves made so far. */
    plies: number,
    /** The opening of a finished game, by code and name; null where there is none, and while the game goes on. */
    opening: textOrNull,
    /** The text that a search looks in. */
    search: text,
    /** An engine's review, as JSON; null before there is one. */
    review: textOrNull,
    /** The league that it is played in. */
    league_id: textOrNull,
    /** The entrants whose ratings it counts for, by seat; null for a game that is not rated. Changes with the status. */
    first_rated: textOrNull,
    second_rated: textOrNull,
    /**
     * A key that is the same for games that are not evidence each of its own, as they repeat each other or share their
     * draws by chance; null for all others, and while the game goes on. Changes with the status.
     */
    course: textOrNull,
    snapshot_form: number,
    snapshot: text,
  },
  game_paths: { game_id: text, path: text },
  events: { id: number, game_id: textOrNull, league_id: textOrNull, seq: number, at: number, body: text },
  leagues: {
    id: text,
    name: text,
    kind: text,
    status: statusSchema,
    version: number,
    created_at: number,
    finished_at: numberOrNull,
    /** The time of its deletion: a deleted league is in no list but its own. Null for all others. */
    deleted_at: numberOrNull,
    snapshot_form: number,
    snapshot: text,
  },
  league_parts: { league_id: text, part: text, number, data: text },
} as const satisfies Readonly<Record<string, Columns>>;

export type RowOf<Table extends keyof typeof columns> = Readonly<z.infer<z.ZodObject<(typeof columns)[Table]>>>;

/** Columns of a game or a league that never change. */
const constants: readonly string[] = ["id", "kind", "created_at", "league_id"];
/** The columns of a table that change as a game or a league goes on, but for these. */
export const changing = (table: Columns, ...but: readonly string[]): Columns =>
  Object.fromEntries(Object.entries(table).filter(([name]) => !constants.includes(name) && !but.includes(name)));

export const holdsNumbers = (values: z.ZodType): boolean => values.safeParse(0).success;
