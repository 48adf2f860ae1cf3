import type { DatabaseSync, SQLInputValue, SQLOutputValue, StatementSync } from "node:sqlite";
import { setImmediate as nextPass } from "node:timers/promises";
import { entryOf } from "../../base/once-for.ts";
import type { Ask } from "../columns.ts";
import { type Database, readLeague, readPart } from "../rows.ts";
import type { LeaguePart } from "../values.ts";

type Row = Record<string, SQLOutputValue>;

/** All rows of a query. In a row with a number that is too large for JavaScript, that is a bigint: damaged. */
function allRows(statement: StatementSync, ...values: readonly SQLInputValue[]): readonly Row[] {
  try {
    return statement.all(...values);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    statement.setReadBigInts(true);
    try {
      return statement.all(...values).map(asNumbers);
    } finally {
      statement.setReadBigInts(false);
    }
  }
}

const asNumbers = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row).map(([name, value]) => {
      const number = Number(value);
      return [name, typeof value === "bigint" && Number.isSafeInteger(number) ? number : value];
    }),
  );

/** A SQLite database as it is read. Answers are computed at once; they are promises because others' are. */
export function sqliteDatabase(db: DatabaseSync): Database {
  const statements = new Map<string, StatementSync>();
  const toSqlite = (value: unknown) =>
    typeof value === "number" || typeof value === "bigint" || value === null ? value : String(value);
  const ask: Ask = async (text, values = []) => {
    const statement = entryOf(statements, text, () => db.prepare(text));
    return allRows(statement, ...values.map(toSqlite));
  };
  return {
    ask,
    wholeLeague: wholeLeagueIn(ask),
    // SQLite reads a negative limit as none.
    noLimit: -1,
    position: "instr",
    textsIn: "SELECT value FROM json_each(?)",
    triplesIn: "SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(?)",
    requestTable: "(SELECT value ->> 'id' AS id, value ->> 'after' AS after FROM json_each(?)) AS wanted",
    // Left to itself, SQLite goes by the status and reads every row.
    finishedGames: "games INDEXED BY games_history",
    counts: "SELECT status, sum(games) AS n FROM game_counts GROUP BY status",
    countFinished:
      "SELECT sum(games) AS total FROM game_counts WHERE status = 'finished' AND kind = ifnull(?, kind) AND person >= ?",
    lastEntry: "SELECT max(id) AS id FROM events",
  };
}

/** Parts of a league read in one piece, and attempts to do so where it changes meanwhile. */
const AT_ONCE = 1_000;
const TRIES = 4;

const wholeLeagueIn =
  (ask: Ask): Database["wholeLeague"] =>
  async (id, versions = {}) => {
    for (let attempt = 1; ; attempt += 1) {
      const [row] = await ask("SELECT * FROM leagues WHERE id = ?", [id]);
      if (!row) return null;
      const league = readLeague(row);
      const parts: LeaguePart[] = [];
      // The last attempt reads everything in one go, so that it succeeds even if the league changes again and again.
      const most = attempt === TRIES ? -1 : AT_ONCE;
      for (let page: LeaguePart[]; ; await nextPass()) {
        const { part, number } = parts.at(-1) ?? { part: "", number: 0 };
        const rows = await ask(
          `SELECT part, number, data FROM league_parts
           WHERE league_id = ? AND number > coalesce(json_extract(?, '$."' || part || '"'), 0) AND (part, number) > (?, ?)
           ORDER BY part, number LIMIT ?`,
          [id, JSON.stringify(versions), part, number, most],
        );
        page = rows.map(readPart);
        parts.push(...page);
        if (page.length < most || most === -1) break;
      }
      // A league whose row is damaged has no version to compare.
      const [now] = most === -1 ? [] : await ask("SELECT version FROM leagues WHERE id = ?", [id]);
      if (most === -1 || league.version === Number(now?.version ?? 0)) return { ...league, parts };
    }
  };
