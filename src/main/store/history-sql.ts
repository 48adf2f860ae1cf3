import type { HistoryOrder } from "../../shared/api.ts";
import type { HistorySearch } from "./store.ts";

/** By what rows stand in each order; `search` begins with the first player's name. */
const orderedBy: Readonly<Record<HistoryOrder, readonly string[]>> = {
  ended: [],
  players: ["search"],
  moves: ["plies"],
  ending: ["reason", "winner"],
  opening: ["opening"],
  kind: ["kind"],
};

/** How a database says what we ask it. */
export interface Dialect {
  /** The function that tells at which place, from 1, one text stands in another; 0 for nowhere. */
  readonly position: string;
  /** How the value of a number, from 1, is written. */
  readonly value: (number: number) => string;
}

/** What a look into finished games is in SQL: the conditions, their values in order, and the order of the rows. */
export function historySql(search: HistorySearch, { position, value }: Dialect) {
  const { words, kind, person, league, order, descending } = search;
  const values: string[] = [];
  const given = (text: string) => value(values.push(text));
  const conditions = ["status = 'finished'", "deleted_at IS NULL"];
  for (const { text, isNumber } of words) {
    const byId = `${position}(id, ${given(text)}) = 1`;
    conditions.push(isNumber ? byId : `(${position}(search, ${given(text)}) > 0 OR ${byId})`);
  }
  if (kind !== null) conditions.push(`kind = ${given(kind)}`);
  if (league !== null) conditions.push(`league_id = ${given(league)}`);
  if (person) conditions.push("person = 1");
  const direction = descending ? "DESC" : "ASC";
  const byAge = order === "ended" ? direction : "DESC";
  const sorted = [
    // What is not there comes last, whichever way it goes.
    ...orderedBy[order].map((column) => `${column} ${direction} NULLS LAST`),
    ...[`finished_at ${byAge}`, `id ${byAge}`],
  ];
  return { where: conditions.join(" AND "), order: sorted.join(", "), values };
}
