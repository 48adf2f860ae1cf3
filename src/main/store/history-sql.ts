import type { HistoryOrder } from "../../shared/api.ts";
import { foldText } from "../../shared/text.ts";
import type { HistorySearch } from "./store.ts";

/** The columns of each order; `search` begins with the first player's name. */
const orderedBy: Readonly<Record<HistoryOrder, readonly string[]>> = {
  ended: [],
  players: ["search"],
  moves: ["plies"],
  ending: ["reason", "winner"],
  opening: ["opening"],
  kind: ["kind"],
};

/** Finished games that are not deleted. */
export const isFinished = "status = 'finished' AND deleted_at IS NULL";

/** The parts of SQL that differ between databases. */
export interface Dialect {
  /** The function that finds one text in another, as a place from 1; 0 for nowhere. */
  readonly position: string;
  /** The placeholder of the value with this number, from 1. */
  readonly value: (number: number) => string;
  /** The texts of a JSON list, as rows. */
  readonly textsIn: (list: string) => string;
  /** The same of a list of lists of three texts each, as rows of three columns. */
  readonly triplesIn: (list: string) => string;
}

/** Whether a search has other conditions than those that games are counted by. */
export const isPicked = ({ kind: _kind, person: _person, order: _order, descending: _way, ...rest }: HistorySearch) =>
  Object.values(rest).some((asked) => (Array.isArray(asked) ? asked.length > 0 : asked !== null));

/** The openings whose code and name contain all words. */
export const openingsWith = (words: readonly string[], openings: readonly string[]): readonly string[] =>
  openings.filter((opening) => {
    const folded = foldText(opening);
    return words.every((word) => folded.includes(word));
  });

/**
 * A search of finished games in SQL: the conditions, their values in order, and the order of the rows.
 * @param openings the openings that match one word of the search, found beforehand since a database does not fold
 * accents or capitals beyond ASCII
 */
export function historySql(
  search: HistorySearch,
  openings: readonly string[],
  { position, value, textsIn, triplesIn }: Dialect,
) {
  const { words, kind, person, league, inLeague, result, from, until, eloFrom, eloTo, ratedPairs, order, descending } =
    search;
  const values: (string | number)[] = [];
  const given = (what: string | number) => value(values.push(what));
  const conditions = [isFinished];
  for (const { text, isNumber } of words) {
    const byId = `${position}(id, ${given(text)}) = 1`;
    conditions.push(isNumber ? byId : `(${position}(search, ${given(text)}) > 0 OR ${byId})`);
  }
  if (kind !== null) conditions.push(`kind = ${given(kind)}`);
  if (league !== null) conditions.push(`league_id = ${given(league)}`);
  if (person) conditions.push("person = 1");
  if (inLeague !== null) conditions.push(`league_id IS ${inLeague ? "NOT " : ""}NULL`);
  if (result !== null)
    conditions.push(`${result === "won" || result === "lost" ? "own_result" : "result"} = ${given(result)}`);
  if (search.opening.length > 0) conditions.push(`opening IN (${textsIn(given(JSON.stringify(openings)))})`);
  if (from !== null) conditions.push(`finished_at >= ${given(from)}`);
  if (until !== null) conditions.push(`finished_at < ${given(until)}`);
  if (eloFrom !== null || eloTo !== null) {
    const ends = [
      ...(eloFrom === null ? [] : [`elo >= ${given(eloFrom)}`]),
      ...(eloTo === null ? [] : [`elo <= ${given(eloTo)}`]),
    ];
    // Kinds come last, since these are nearly all the same.
    const pairs = JSON.stringify(ratedPairs.map(({ kind, first, second }) => [first, second, kind]));
    const isRated = `elo IS NULL AND (first_rated, second_rated, kind) IN (${triplesIn(given(pairs))})`;
    conditions.push(`(${ends.join(" AND ")} OR ${isRated})`);
  }
  const direction = descending ? "DESC" : "ASC";
  const byAge = order === "ended" ? direction : "DESC";
  const sorted = [
    // Missing values come last in either direction.
    ...orderedBy[order].map((column) => `${column} ${direction} NULLS LAST`),
    `finished_at ${byAge}`,
    `id ${byAge}`,
  ];
  return { where: conditions.join(" AND "), order: sorted.join(", "), values };
}
