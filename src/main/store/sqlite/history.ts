import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { type Dialect, historySql } from "../history-sql.ts";
import type { HistoryQuery, HistorySearch } from "../store.ts";

/** Left to itself, SQLite goes by the status and reads every row. */
const table = "games INDEXED BY games_history";
const dialect: Dialect = { position: "instr", value: () => "?" };

/**
 * Looks finished games up: the ids of one page, and how many there are in all; or all ids. Everything is read from one
 * index; the rows themselves, with their snapshots, are read for the page alone.
 */
export function createHistory(db: DatabaseSync) {
  const statements = new Map<string, { readonly page: StatementSync; readonly total: StatementSync }>();
  // By kind and by who played, games are counted as they come.
  const counted = db.prepare(
    "SELECT sum(games) AS total FROM game_counts WHERE status = 'finished' AND kind = ifnull(?, kind) AND person >= ?",
  );
  const asked = (search: HistorySearch) => {
    const { where, order, values } = historySql(search, dialect);
    const key = `${where} ${order}`;
    const known = statements.get(key) ?? {
      page: db.prepare(`SELECT id FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`),
      total: db.prepare(`SELECT count(*) AS total FROM ${table} WHERE ${where}`),
    };
    statements.set(key, known);
    return { ...known, values };
  };
  const idsOf = (page: StatementSync, ...values: readonly SQLInputValue[]) =>
    page.all(...values).map(({ id }) => String(id));

  return {
    page: ({ offset, limit, ...search }: HistoryQuery) => {
      const { page, total, values } = asked(search);
      const ids = idsOf(page, ...values, limit, offset);
      // Where the page has room left, the whole index was gone through for it, and need not be once more.
      if (ids.length < limit && (ids.length > 0 || offset === 0)) return { ids, total: offset + ids.length };
      const { words, kind, league, person } = search;
      const isCounted = words.length === 0 && league === null;
      const count = isCounted ? counted.get(kind, person ? 1 : 0) : total.get(...values);
      return { ids, total: Number(count?.total ?? 0) };
    },
    all: (search: HistorySearch) => {
      const { page, values } = asked(search);
      // SQLite reads a negative limit as none.
      return idsOf(page, ...values, -1, 0);
    },
  };
}
