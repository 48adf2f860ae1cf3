import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import { type Dialect, historySql, isFinished, isPicked, openingsWith } from "../history-sql.ts";
import type { HistoryQuery, HistorySearch } from "../store.ts";
import { finishedGames } from "./indexed-database.ts";

const dialect: Dialect = {
  position: "instr",
  value: () => "?",
  textsIn: (list) => `SELECT value FROM json_each(${list})`,
  triplesIn: (list) => `SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${list})`,
};

/**
 * Searches finished games: the ids of one page, and how many there are in all; or all ids. All is read from one index
 * of the database; the rows themselves, with their snapshots, are read for the page alone.
 */
export function createHistory(db: DatabaseSync) {
  const statements = new Map<string, { readonly page: StatementSync; readonly total: StatementSync }>();
  // Games are counted by kind and by player as they come.
  const counted = db.prepare(
    "SELECT sum(games) AS total FROM game_counts WHERE status = 'finished' AND kind = ifnull(?, kind) AND person >= ?",
  );
  const openings = db.prepare(
    `SELECT DISTINCT opening FROM ${finishedGames} WHERE ${isFinished} AND opening IS NOT NULL`,
  );
  const openingsAsked = ({ opening }: HistorySearch) =>
    opening.length === 0
      ? []
      : openingsWith(
          opening,
          openings.all().map((row) => String(row.opening)),
        );
  const asked = (search: HistorySearch) => {
    const { where, order, values } = historySql(search, openingsAsked(search), dialect);
    const key = `${where} ${order}`;
    const known = statements.get(key) ?? {
      page: db.prepare(`SELECT id FROM ${finishedGames} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`),
      total: db.prepare(`SELECT count(*) AS total FROM ${finishedGames} WHERE ${where}`),
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
      // A page that is not full has gone through the whole index, so the count is known.
      if (ids.length < limit && (ids.length > 0 || offset === 0)) return { ids, total: offset + ids.length };
      const count = isPicked(search) ? total.get(...values) : counted.get(search.kind, search.person ? 1 : 0);
      return { ids, total: Number(count?.total ?? 0) };
    },
    all: (search: HistorySearch) => {
      const { page, values } = asked(search);
      // SQLite reads a negative limit as none.
      return idsOf(page, ...values, -1, 0);
    },
  };
}
