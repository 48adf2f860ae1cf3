import type { DatabaseSync, StatementSync } from "node:sqlite";
import type { IndexedDatabase } from "../indexed-paths.ts";
import { allRows } from "./all-rows.ts";

/** Left to itself, SQLite goes by the status and reads every row. */
export const finishedGames = "games INDEXED BY games_history";

/** The database as the index in memory reads it. */
export function indexedDatabase(db: DatabaseSync): IndexedDatabase {
  const statements = new Map<string, StatementSync>();
  const given = (value: unknown) => (typeof value === "number" || typeof value === "bigint" ? value : String(value));
  return {
    ask: async (text, values) => {
      const statement = statements.get(text) ?? db.prepare(text);
      statements.set(text, statement);
      return allRows(statement, ...values.map(given));
    },
    value: () => "?",
    games: finishedGames,
    lastEntry: "SELECT max(id) AS id FROM events",
  };
}
