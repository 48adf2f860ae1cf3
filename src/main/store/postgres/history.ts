import type { Ask } from "../ask.ts";
import { type Dialect, historySql, isFinished, isPicked, openingsWith } from "../history-sql.ts";
import type { IndexedDatabase } from "../indexed-games.ts";
import { createIndexedHistory } from "../indexed-history.ts";
import { readGame } from "../rows.ts";
import type { History, HistoryQuery, HistorySearch } from "../store.ts";

const dialect: Dialect = {
  position: "strpos",
  value: (number) => `$${number}`,
  textsIn: (list) => `SELECT json_array_elements_text(${list}::json)`,
};

/** The database as an index in memory reads it. */
export const indexedDatabase = (ask: Ask): IndexedDatabase => ({
  ...{ ask, value: dialect.value, games: "games", lastEntry: "SELECT id FROM log_end" },
});

/**
 * Looks finished games up. Words are looked up in memory where games stand in the order of their ends, and the rows of
 * the page are read; for everything else the database looks at the rows of all.
 */
export function createHistory(ask: Ask) {
  const indexed = createIndexedHistory(indexedDatabase(ask));
  const named = async (ids: readonly string[]) => {
    const rows = await ask("SELECT * FROM games WHERE id = ANY($1)", [ids]);
    const games = new Map(rows.map((row) => [String(row.id), row]));
    return ids.flatMap((id) => {
      const row = games.get(id);
      return row ? [readGame(row)] : [];
    });
  };

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
      const picked = isPicked(search);
      // Whoever looks at finished games will soon look for some of them.
      if (!picked) indexed.prepare();
      const index = picked && search.order === "ended" ? await indexed.current() : null;
      if (index) {
        const { ids, total } = index.page(search, offset, limit);
        return { games: await named(ids), total };
      }
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
    /** The ids of all that are found. */
    all: async (search: HistorySearch): Promise<readonly string[]> => {
      const { where, order, values } = historySql(search, await openingsAsked(search), dialect);
      const rows = await ask(`SELECT id FROM games WHERE ${where} ORDER BY ${order}`, values);
      return rows.map(({ id }) => String(id));
    },
  };
}
