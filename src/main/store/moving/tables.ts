/** A table that is moved as it is, damaged rows and all. */
export interface MovedTable {
  readonly name: string;
  /** Its columns, by the same names in each database, and what PostgreSQL has there. */
  readonly columns: Readonly<Record<string, "text" | "integer" | "bigint">>;
  /** By what its rows are ordered. */
  readonly key: string;
}

/** A row's values in the order of the columns, whole numbers as digits: no number is too large for a text. */
export type MovedRow = readonly (string | null)[];

/** All there are, in an order in which each row finds those that it refers to. */
export const movedTables: readonly MovedTable[] = [
  {
    name: "games",
    columns: {
      id: "text",
      kind: "text",
      status: "text",
      version: "integer",
      created_at: "bigint",
      started_at: "bigint",
      finished_at: "bigint",
      deleted_at: "bigint",
      winner: "text",
      reason: "text",
      first_kind: "text",
      first_name: "text",
      second_kind: "text",
      second_name: "text",
      person: "integer",
      plies: "integer",
      opening: "text",
      search: "text",
      review: "text",
      league_id: "text",
      first_rated: "text",
      second_rated: "text",
      snapshot_form: "integer",
      snapshot: "text",
    },
    key: "id",
  },
  {
    name: "events",
    columns: { id: "bigint", game_id: "text", seq: "integer", at: "bigint", body: "text" },
    key: "id",
  },
  {
    name: "leagues",
    columns: {
      id: "text",
      name: "text",
      kind: "text",
      status: "text",
      version: "integer",
      created_at: "bigint",
      finished_at: "bigint",
      snapshot_form: "integer",
      snapshot: "text",
    },
    key: "id",
  },
  {
    name: "league_parts",
    columns: { league_id: "text", part: "text", number: "integer", data: "text" },
    key: "league_id, part, number",
  },
  {
    name: "league_events",
    columns: { league_id: "text", seq: "integer", at: "bigint", body: "text" },
    key: "league_id, seq",
  },
];

/** Where games and leagues are moved from or to. */
export interface MovingEnd {
  /** Whether nothing is there. */
  isEmpty(): Promise<boolean>;
  /** All rows of a table in the order of its key, some at a time. */
  rows(table: MovedTable): AsyncIterable<readonly MovedRow[]>;
  /** The number that was given to an entry of the log last, in digits: it may be gone, and is not given again. */
  lastEntry(): Promise<string>;
  /** When a host was last known to run, in digits; null for never. */
  lastBeat(): Promise<string | null>;
  /** Keeps everything that the work puts there, or nothing. */
  fill(work: (into: Filling) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface Filling {
  put(table: MovedTable, rows: readonly MovedRow[]): Promise<void>;
  end(lastEntry: string, lastBeat: string | null): Promise<void>;
}

/** Rows that are moved at a time. */
export const ROWS_AT_ONCE = 500;
