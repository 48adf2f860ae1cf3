import { messageOf } from "../../../shared/result.ts";
import { type Columns, columns } from "../columns.ts";

/** A table that is copied as it is, damaged rows and all. */
export interface TransferTable {
  readonly name: string;
  readonly columns: Columns;
  /** The column by which its rows are ordered. */
  readonly key: string;
}

/** A row's values in the order of the columns, whole numbers as digits, which fit every number. */
export type TransferRow = readonly (string | null)[];

/** All tables, in an order in which each row finds those that it refers to. */
const transferTables: readonly TransferTable[] = [
  { name: "games", columns: columns.games, key: "id" },
  { name: "game_paths", columns: columns.game_paths, key: "game_id" },
  { name: "leagues", columns: columns.leagues, key: "id" },
  { name: "league_parts", columns: columns.league_parts, key: "league_id, part, number" },
  { name: "events", columns: columns.events, key: "id" },
];

/** The source or the target of a transfer. */
export interface TransferEnd {
  /** Whether no table has a row. */
  isEmpty(): Promise<boolean>;
  /** All rows of a table in the order of its key, some at a time. */
  rows(table: TransferTable): AsyncIterable<readonly TransferRow[]>;
  /** The last number given to an entry of the log, in digits: it is not given again, even where the entry is gone. */
  lastEntry(): Promise<string>;
  /** When a host was last known to run, in digits; null for never. */
  lastBeat(): Promise<string | null>;
  /** Stores everything that the work writes, or nothing. */
  fill(
    work: (into: {
      put(table: TransferTable, rows: readonly TransferRow[]): Promise<void>;
      end(lastEntry: string, lastBeat: string | null): Promise<void>;
    }) => Promise<void>,
  ): Promise<void>;
  close(): Promise<void>;
}

/** Rows that are moved at a time. */
export const ROWS_AT_ONCE = 500;

/** How many rows of each table were moved. */
export type RowCounts = ReadonlyMap<string, number>;

/** Copies everything from one end to the other, which is empty: all of it, or nothing where something fails. */
export async function transferAll(from: TransferEnd, to: TransferEnd): Promise<RowCounts> {
  const counts = new Map<string, number>();
  await to.fill(async (into) => {
    for (const table of transferTables) {
      let rows = 0;
      for await (const page of from.rows(table)) {
        try {
          await into.put(table, page);
        } catch (error) {
          const reason = messageOf(error);
          throw new Error(
            `Nothing was copied: a row of ${table.name} is not taken, after the first ${rows} (${reason}).`,
            { cause: error },
          );
        }
        rows += page.length;
      }
      counts.set(table.name, rows);
    }
    await into.end(await from.lastEntry(), await from.lastBeat());
  });
  return counts;
}
