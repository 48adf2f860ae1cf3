import { type Dialect, historySql } from "../history-sql.ts";
import { readGame } from "../rows.ts";
import type { History, HistoryQuery, HistorySearch } from "../store.ts";
import type { Ask } from "./connections.ts";

const dialect: Dialect = { position: "strpos", value: (number) => `$${number}` };

/** Looks finished games up: one page of them, and how many there are in all. */
export async function findHistory(ask: Ask, { offset, limit, ...search }: HistoryQuery): Promise<History> {
  const { where, order, values } = historySql(search, dialect);
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
}

/** The ids of all that are found. */
export async function findHistoryIds(ask: Ask, search: HistorySearch): Promise<readonly string[]> {
  const { where, order, values } = historySql(search, dialect);
  const rows = await ask(`SELECT id FROM games WHERE ${where} ORDER BY ${order}`, values);
  return rows.map(({ id }) => String(id));
}
