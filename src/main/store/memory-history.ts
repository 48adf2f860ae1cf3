import type { HistoryOrder } from "../../shared/api.ts";
import { findsGame } from "../../shared/text.ts";
import { openingsWith } from "./history-sql.ts";
import { searchedText } from "./search.ts";
import type { GameColumns, HistorySearch, StoredGame } from "./store.ts";

type Key = string | number | null;

/** By what games stand in each order. */
const orderedBy: Readonly<Record<HistoryOrder, (columns: GameColumns) => readonly Key[]>> = {
  ended: () => [],
  players: (columns) => [searchedText(columns)],
  moves: ({ plies }) => [plies],
  ending: ({ reason, winner }) => [reason, winner],
  opening: ({ opening }) => [opening],
  kind: ({ kind }) => [kind],
};

/** Looks finished games up among all there are. */
export function findHistory(games: Iterable<StoredGame>, search: HistorySearch): readonly StoredGame[] {
  const { words, kind, person, league, inLeague, result, opening, from, until, eloFrom, eloTo, order, descending } =
    search;
  const found = [...games].filter(
    ({ id, columns }) =>
      columns.status === "finished" &&
      columns.deletedAt === null &&
      (kind === null || columns.kind === kind) &&
      (league === null || columns.league === league) &&
      (!person || columns.person) &&
      (inLeague === null || inLeague === (columns.league !== null)) &&
      (result === null || result === columns.result || result === columns.ownResult) &&
      isBetween(columns.finishedAt, from, until === null ? null : until - 1) &&
      isBetween(columns.elo, eloFrom, eloTo) &&
      (opening.length === 0 || openingsWith(opening, columns.opening === null ? [] : [columns.opening]).length > 0) &&
      words.every((word) => findsGame(word, id, searchedText(columns))),
  );
  const sign = descending ? -1 : 1;
  const ageSign = order === "ended" ? sign : -1;
  return found.sort((a, b) => {
    const [one, other] = [orderedBy[order](a.columns), orderedBy[order](b.columns)];
    for (const [index, key] of one.entries()) {
      const difference = compare(key, other[index] ?? null, sign);
      if (difference !== 0) return difference;
    }
    return compare(a.columns.finishedAt, b.columns.finishedAt, ageSign) || compare(a.id, b.id, ageSign);
  });
}

/** Whether a whole number lies between two others, both included; what is not there lies between none. */
const isBetween = (value: number | null, from: number | null, to: number | null): boolean =>
  (from === null && to === null) ||
  (value !== null && (from === null || value >= from) && (to === null || value <= to));

/** What is not there comes last, whichever way it goes. */
function compare(a: Key, b: Key, sign: number): number {
  if (a === b) return 0;
  if (a === null || b === null) return a === null ? 1 : -1;
  return (a < b ? -1 : 1) * sign;
}
