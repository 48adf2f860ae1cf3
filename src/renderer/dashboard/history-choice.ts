import { type HistoryOrder, type HistoryResult, historyOrders, historyResults } from "../../shared/api.ts";
import type { GameKind } from "../../shared/terms.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";

/** The filters of finished games besides words, kind and league. Null and an empty text filter nothing. */
export interface HistoryFilters {
  readonly result: HistoryResult | null;
  /** Only games of leagues, or only others. */
  readonly leagues: "only" | "none" | null;
  readonly opening: string;
  /** Days in the person's time zone, as `2026-11-24`; both are included. */
  readonly from: string;
  readonly until: string;
  /** Bounds of the mean of the players' ratings; both are included. */
  readonly eloFrom: number | null;
  readonly eloTo: number | null;
}

/** The filters and the order of the finished games. */
export interface HistoryChoice extends HistoryFilters {
  readonly search: string;
  readonly game: GameKind | null;
  /** Only games in which the person played. */
  readonly mine: boolean;
  /** Only games of this league. */
  readonly league: { readonly id: string; readonly name: string } | null;
  readonly order: HistoryOrder;
  readonly direction: "up" | "down";
}

export const noFilters: HistoryFilters = {
  result: null,
  leagues: null,
  opening: "",
  from: "",
  until: "",
  eloFrom: null,
  eloTo: null,
};

/** All of them, newest first. */
export const anyFinished: HistoryChoice = {
  ...noFilters,
  search: "",
  game: null,
  mine: false,
  league: null,
  order: "ended",
  direction: "down",
};

/** The number of active filters. */
export const filtersAsked = (choice: HistoryFilters): number =>
  [
    choice.result,
    choice.leagues,
    choice.opening.trim() || null,
    choice.from || choice.until || null,
    choice.eloFrom ?? choice.eloTo,
  ].filter((asked) => asked !== null).length;

/** A choice as the query of an address; defaults are left out. */
export function choiceInWords(choice: HistoryChoice): URLSearchParams {
  const { search, game, mine, league, order, direction, eloFrom, eloTo, ...filters } = choice;
  const all: readonly (readonly [string, string | number | null])[] = [
    ["search", search],
    ["game", game],
    ["mine", mine ? "true" : ""],
    ["league", league?.id ?? null],
    ["league_name", league?.name ?? null],
    ...Object.entries(filters),
    ["elo_from", eloFrom],
    ["elo_to", eloTo],
    ["order", order === anyFinished.order ? "" : order],
    ["direction", direction === anyFinished.direction ? "" : direction],
  ];
  return new URLSearchParams(
    all.flatMap(([name, value]) => (value === null || value === "" ? [] : [[name, String(value)]])),
  );
}

/**
 * Parses the query of an address. Accepts only what it would have written, since anybody may have written the address.
 */
export function choiceIn(words: URLSearchParams): HistoryChoice {
  const text = (name: string) => (words.get(name) ?? "").slice(0, SEARCH_LENGTH);
  const one = <T extends string>(name: string, values: readonly T[]): T | null =>
    values.find((value) => value === words.get(name)) ?? null;
  const day = (name: string) => (isDay(text(name)) ? text(name) : "");
  const number = (name: string) => (/^\d{1,4}$/.test(text(name)) ? Number(text(name)) : null);
  const [league, game] = [text("league"), text("game")];
  return {
    search: text("search"),
    game: /^[\w-]{1,40}$/.test(game) ? game : null,
    mine: words.get("mine") === "true",
    league: /^\w{1,20}$/.test(league)
      ? { id: league, name: text("league_name").slice(0, 60) || `League ${league}` }
      : null,
    result: one("result", historyResults),
    leagues: one("leagues", ["only", "none"]),
    opening: text("opening"),
    from: day("from"),
    until: day("until"),
    eloFrom: number("elo_from"),
    eloTo: number("elo_to"),
    order: one("order", historyOrders) ?? anyFinished.order,
    direction: one("direction", ["up", "down"]) ?? anyFinished.direction,
  };
}

const isDay = (text: string): boolean => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));

/** The query for the host. Days are in the person's time zone. */
export function questionOf(choice: HistoryChoice) {
  const { search, order, direction, game, mine, league, result, leagues, opening, eloFrom, eloTo } = choice;
  return {
    search,
    order,
    direction,
    mine: mine ? ("true" as const) : ("false" as const),
    ...(game === null ? {} : { game }),
    ...(league === null ? {} : { league: league.id }),
    ...(result === null ? {} : { result }),
    ...(leagues === null ? {} : { leagues }),
    ...(opening.trim() === "" ? {} : { opening }),
    ...(choice.from === "" ? {} : { from: startOf(choice.from, 0) }),
    ...(choice.until === "" ? {} : { until: startOf(choice.until, 1) }),
    ...(eloFrom === null ? {} : { elo_from: eloFrom }),
    ...(eloTo === null ? {} : { elo_to: eloTo }),
  };
}

/** The moment at which a day begins in the person's time zone, or one some days after it. */
function startOf(day: string, later: number): string {
  const moment = new Date(`${day}T00:00`);
  moment.setDate(moment.getDate() + later);
  return moment.toISOString();
}
