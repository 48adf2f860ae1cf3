import { type Columns, columns } from "../columns.ts";

/** A table that is moved as it is, damaged rows and all. */
export interface TransferTable {
  readonly name: string;
  readonly columns: Columns;
  /** By what its rows are ordered. */
  readonly key: string;
}

/** A row's values in the order of the columns, whole numbers as digits: no number is too large for a text. */
export type TransferRow = readonly (string | null)[];

/** All there are, in an order in which each row finds those that it refers to. */
export const transferTables: readonly TransferTable[] = [
  { name: "games", columns: columns.games, key: "id" },
  { name: "game_paths", columns: columns.game_paths, key: "game_id" },
  { name: "leagues", columns: columns.leagues, key: "id" },
  { name: "league_parts", columns: columns.league_parts, key: "league_id, part, number" },
  { name: "events", columns: columns.events, key: "id" },
];

/** Where games and leagues are moved from or to. */
export interface TransferEnd {
  /** Whether nothing is there. */
  isEmpty(): Promise<boolean>;
  /** All rows of a table in the order of its key, some at a time. */
  rows(table: TransferTable): AsyncIterable<readonly TransferRow[]>;
  /** The number that was given to an entry of the log last, in digits: it may be gone, and is not given again. */
  lastEntry(): Promise<string>;
  /** When a host was last known to run, in digits; null for never. */
  lastBeat(): Promise<string | null>;
  /** Keeps everything that the work puts there, or nothing. */
  fill(work: (into: Filling) => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

export interface Filling {
  put(table: TransferTable, rows: readonly TransferRow[]): Promise<void>;
  end(lastEntry: string, lastBeat: string | null): Promise<void>;
}

/** Rows that are moved at a time. */
export const ROWS_AT_ONCE = 500;
