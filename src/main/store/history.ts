import type { HistoryOrder } from "../../shared/api.ts";
import { foldText } from "../../shared/text.ts";
import type { Database } from "./rows.ts";
import type { HistoryQuery, HistorySearch, StoredGame } from "./values.ts";

/** The columns of each order; `search` begins with the first player's name. */
const orderedBy: Readonly<Record<HistoryOrder, readonly string[]>> = {
  ended: [],
  players: ["search"],
  moves: ["plies"],
  ending: ["reason", "winner"],
  opening: ["opening"],
  kind: ["kind"],
};

/** Undated games have earlier ends than this (`UNDATED_MS`). */
const FIRST_DATE = Date.parse("0001-01-01");

export const isFinished = "status = 'finished' AND deleted_at IS NULL";

/** Whether a search has other conditions than those that games are counted by. */
const isPicked = ({ kind: _kind, person: _person, order: _order, descending: _way, ...rest }: HistorySearch) =>
  Object.values(rest).some((value) => (Array.isArray(value) ? value.length > 0 : value !== undefined));

/**
 * A search of finished games in SQL: the conditions, their values in order, and the order of the rows.
 * @param openings the openings that match one word of the search, found beforehand since a database does not fold
 * accents or capitals beyond ASCII
 */
function historySql(search: HistorySearch, openings: readonly string[], { position, textsIn, triplesIn }: Database) {
  const { words, kind, person, league, inLeague, result, from, until, eloFrom, eloTo, ratedPairs, order, descending } =
    search;
  const values: (string | number | null)[] = [];
  const conditions = [isFinished];
  const where = (condition: string, ...parameters: typeof values) => {
    conditions.push(condition);
    values.push(...parameters);
  };
  if (search.plies !== undefined) where("plies = ?", search.plies);
  if (search.players) where("first_name = ? AND second_name = ?", ...search.players);
  for (const { text, isNumber } of words) {
    const byId = `${position}(id, ?) = 1`;
    if (isNumber) where(byId, text);
    else where(`(${position}(search, ?) > 0 OR ${byId})`, text, text);
  }
  if (kind !== undefined) where("kind = ?", kind);
  if (league !== undefined) where("league_id = ?", league);
  if (person) where("person = 1");
  if (inLeague !== undefined) where(`league_id IS ${inLeague ? "NOT " : ""}NULL`);
  if (result !== undefined) where(`${result === "won" || result === "lost" ? "own_result" : "result"} = ?`, result);
  if (search.opening.length > 0) where(`opening IN (${textsIn})`, JSON.stringify(openings));
  if (from !== undefined || until !== undefined) where("finished_at >= ?", from ?? FIRST_DATE);
  if (until !== undefined) where("finished_at < ?", until);
  if (eloFrom !== undefined || eloTo !== undefined) {
    // Kinds come last, since these are nearly all the same.
    const pairs = JSON.stringify(ratedPairs.map(({ kind, first, second }) => [first, second, kind]));
    const isRated = `elo IS NULL AND (first_rated, second_rated, kind) IN (${triplesIn})`;
    where(`(elo BETWEEN coalesce(?, elo) AND coalesce(?, elo) OR ${isRated})`, eloFrom ?? null, eloTo ?? null, pairs);
  }
  const direction = descending ? "DESC" : "ASC";
  const byAge = order === "ended" ? direction : "DESC";
  const sorting = [
    // Missing values come last in either direction; undated games have the earliest ends.
    ...(byAge === "ASC" ? [`finished_at < ${FIRST_DATE}`] : []),
    ...orderedBy[order].map((column) => `${column} ${direction} NULLS LAST`),
    `finished_at ${byAge}`,
    `id ${byAge}`,
  ];
  return { where: conditions.join(" AND "), order: sorting.join(", "), values };
}

/**
 * Searches finished games: one page of them, and how many there are in all; or the ids of all. The rows themselves,
 * with their snapshots, are read for the page alone.
 */
export function createHistory(db: Database, games: (ids: readonly string[]) => Promise<readonly StoredGame[]>) {
  const { ask, noLimit, finishedGames, countFinished } = db;
  /** The openings whose code and name contain all words. */
  const openingsWith = async (words: readonly string[]) => {
    if (words.length === 0) return [];
    const rows = await ask(`SELECT DISTINCT opening FROM ${finishedGames} WHERE ${isFinished} AND opening IS NOT NULL`);
    const openings = rows.map(({ opening }) => String(opening));
    return openings.filter((opening) => {
      const prefix = foldText(opening);
      return words.every((word) => prefix.includes(word));
    });
  };
  const find = async (search: HistorySearch, limit: number | null, offset: number) => {
    const { where, order, values } = historySql(search, await openingsWith(search.opening), db);
    // The games of two players have an index of their own.
    const table = search.players ? "games" : finishedGames;
    const page = `SELECT id FROM ${table} WHERE ${where} ORDER BY ${order} LIMIT ? OFFSET ?`;
    const ids = (await ask(page, [...values, limit, offset])).map(({ id }) => String(id));
    const count = async () => {
      // Where games are counted as they come, by kind and by player.
      const rows =
        countFinished === null || isPicked(search)
          ? ask(`SELECT count(*) AS total FROM ${table} WHERE ${where}`, values)
          : ask(countFinished, [search.kind ?? null, search.person ? 1 : 0]);
      return Number((await rows)[0]?.total ?? 0);
    };
    return { ids, count };
  };
  return {
    history: async ({ offset, limit, ...search }: HistoryQuery) => {
      const { ids, count } = await find(search, limit, offset);
      // A page that is not full has gone through the whole index, so the count is known.
      const isWhole = ids.length < limit && (ids.length > 0 || offset === 0);
      const [page, total] = await Promise.all([games(ids), isWhole ? offset + ids.length : count()]);
      const byId = new Map(page.map((game) => [game.id, game]));
      return { games: ids.flatMap((id) => byId.get(id) ?? []), total };
    },
    /** The ids of all matches, readable or not, at one moment: pages would shift where games end in between. */
    historyIds: async (search: HistorySearch): Promise<readonly string[]> => (await find(search, noLimit, 0)).ids,
  };
}
