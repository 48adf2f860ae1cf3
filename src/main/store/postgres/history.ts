import type { Ask } from "../ask.ts";
import { type Dialect, historySql, isFinished, openingsWith } from "../history-sql.ts";
import type { IndexedDatabase } from "../indexed-paths.ts";
import { readGame } from "../rows.ts";
import type { History, HistoryQuery, HistorySearch } from "../store.ts";

const dialect: Dialect = {
  position: "strpos",
  value: (number) => `$${number}`,
  textsIn: (list) => `SELECT json_array_elements_text(${list}::json)`,
  triplesIn: (list) =>
    `SELECT triple ->> 0, triple ->> 1, triple ->> 2 FROM json_array_elements(${list}::json) AS triple`,
};

/** The database as the index in memory reads it. */
export const indexedDatabase = (ask: Ask): IndexedDatabase => ({
  ask,
  value: dialect.value,
  games: "games",
  lastEntry: "SELECT id FROM log_end",
});

/** Searches finished games. */
export function createHistory(ask: Ask) {
  const openingsAsked = async ({ opening }: HistorySearch) => {
    if (opening.length === 0) return [];
    const rows = await ask(`SELECT DISTINCT opening FROM games WHERE ${isFinished} AND opening IS NOT NULL`);
    return openingsWith(
      opening,
      rows.map((row) => String(row.opening)),
    );
  };

  return {
    /** One page of them, and how many there are in all. */
    page: async ({ offset, limit, ...search }: HistoryQuery): Promise<History> => {
      const { where, order, values } = historySql(search, await openingsAsked(search), dialect);
      const place = values.length;
      const [rows, counted] = await Promise.all([
        ask(`SELECT * FROM games WHERE ${where} ORDER BY ${order} LIMIT $${place + 1} OFFSET $${place + 2}`, [
          ...values,
          limit,
          offset,
        ]),
        ask(`SELECT count(*) AS total FROM games WHERE ${where}`, values),
      ]);
      return { games: rows.map(readGame), total: Number(counted[0]?.total ?? 0) };
    },
    /** The ids of all that match. */
    all: async (search: HistorySearch): Promise<readonly string[]> => {
      const { where, order, values } = historySql(search, await openingsAsked(search), dialect);
      const rows = await ask(`SELECT id FROM games WHERE ${where} ORDER BY ${order}`, values);
      return rows.map(({ id }) => String(id));
    },
  };
}
