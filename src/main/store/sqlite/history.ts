import type { DatabaseSync, SQLInputValue, StatementSync } from "node:sqlite";
import type { HistoryOrder } from "../../../shared/api.ts";
import type { HistoryQuery, HistorySearch } from "../store.ts";

/** Left to itself, SQLite goes by the status and reads every row. */
const table = "games INDEXED BY games_history";

/** By what rows stand in each order; `search` begins with the first player's name. */
const orderedBy: Readonly<Record<HistoryOrder, readonly string[]>> = {
  ended: [],
  players: ["search"],
  moves: ["plies"],
  ending: ["reason", "winner"],
  opening: ["opening"],
  kind: ["kind"],
};

/**
 * Looks finished games up: the ids of one page, and how many there are in all; or all ids. Everything is read from one
 * index; the rows themselves, with their snapshots, are read for the page alone.
 */
export function createHistory(db: DatabaseSync) {
  const statements = new Map<string, { readonly page: StatementSync; readonly total: StatementSync }>();
  const statementsOf = (conditions: readonly string[], order: string) => {
    const where = ["status = 'finished'", "deleted_at IS NULL", ...conditions].join(" AND ");
    const key = `${where} ${order}`;
    const known = statements.get(key) ?? {
      page: db.prepare(`SELECT id FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`),
      total: db.prepare(`SELECT count(*) AS total FROM ${table} WHERE ${where}`),
    };
    statements.set(key, known);
    return known;
  };

  const asked = ({ words, kind, person, league, order, descending }: HistorySearch) => {
    const conditions: string[] = [];
    const values: string[] = [];
    for (const word of words) {
      conditions.push("(instr(search, ?) > 0 OR instr(id, ?) = 1)");
      values.push(word, word);
    }
    if (kind !== null) conditions.push("kind = ?");
    if (kind !== null) values.push(kind);
    if (league !== null) conditions.push("league_id = ?");
    if (league !== null) values.push(league);
    if (person) conditions.push("person = 1");
    const direction = descending ? "DESC" : "ASC";
    const byAge = order === "ended" ? direction : "DESC";
    const sorted = [
      // What is not there comes last, whichever way it goes.
      ...orderedBy[order].map((column) => `${column} ${direction} NULLS LAST`),
      ...[`finished_at ${byAge}`, `id ${byAge}`],
    ];
    return { ...statementsOf(conditions, sorted.join(", ")), values };
  };
  const idsOf = (page: StatementSync, ...values: readonly SQLInputValue[]) =>
    page.all(...values).map(({ id }) => String(id));

  return {
    page: ({ offset, limit, ...search }: HistoryQuery) => {
      const { page, total, values } = asked(search);
      return { ids: idsOf(page, ...values, limit, offset), total: Number(total.get(...values)?.total ?? 0) };
    },
    all: (search: HistorySearch) => {
      const { page, values } = asked(search);
      // SQLite reads a negative limit as none.
      return idsOf(page, ...values, -1, 0);
    },
  };
}
