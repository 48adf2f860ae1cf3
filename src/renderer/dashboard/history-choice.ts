import { historyOrders, historyResults } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";

const oneOf = (values: readonly string[]) => (text: string) => values.includes(text);
const isDay = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text));
const isSearch = (text: string) => text.length <= SEARCH_LENGTH;
const isElo = (text: string) => /^\d{1,4}$/.test(text);

/** The filters of finished games, each with the form of its value. */
const filterForms = {
  result: oneOf(historyResults),
  /** Only games of leagues, or only others. */
  leagues: oneOf(["only", "none"]),
  opening: isSearch,
  /** Days in the person's time zone, as `2026-11-24`; both are included. */
  from: isDay,
  until: isDay,
  /** Bounds of the mean of the players' ratings; both are included. */
  elo_from: isElo,
  elo_to: isElo,
};
/** The parts of a choice, by their names in the API, except `league_name`, and in addresses. */
const forms = {
  search: isSearch,
  game: (text: string) => /^[\w-]{1,40}$/.test(text),
  /** Only games in which the person played. */
  mine: oneOf(["true"]),
  /** Only games of this league. */
  league: (text: string) => /^\w{1,20}$/.test(text),
  league_name: (text: string) => text.length <= 60,
  ...filterForms,
  /** Without these, the newest come first. */
  order: oneOf(historyOrders.filter((order) => order !== "ended")),
  direction: oneOf(["up"]),
};
/** The filters and the order of the finished games. What is absent filters nothing. */
export type HistoryChoice = Readonly<Partial<Record<keyof typeof forms, string>>>;
const cleared = (those: object): HistoryChoice => Object.fromEntries(Object.keys(those).map((name) => [name, ""]));
/** A change of a choice that takes all filters back. */
export const noFilters = cleared(filterForms);
/** One that takes everything back: all finished games, newest first. */
export const anyFinished = cleared(forms);

/**
 * The choice that was asked for. Leaves out whatever is empty or the default, and what this would not have written,
 * since anybody may have written an address.
 */
export const choiceOf = (asked: Readonly<Record<string, string>>): HistoryChoice =>
  Object.fromEntries(
    Object.entries(forms).flatMap(([name, fits]) => {
      const text = asked[name] ?? "";
      return text !== "" && fits(text) ? [[name, text]] : [];
    }),
  );

/** The number of active filters. */
export const filtersAsked = ({ result, leagues, opening, from, until, elo_from, elo_to }: HistoryChoice): number =>
  [result, leagues, opening?.trim() || undefined, from ?? until, elo_from ?? elo_to].filter(
    (text) => text !== undefined,
  ).length;

/** The query for the host. Days are in the person's time zone. */
export const questionOf = ({ league_name: _name, from, until, ...others }: HistoryChoice) => ({
  ...others,
  ...(from === undefined ? {} : { from: startOf(from, 0) }),
  ...(until === undefined ? {} : { until: startOf(until, 1) }),
});

/** The moment at which a day begins in the person's time zone, or one some days after it. */
function startOf(day: string, later: number): string {
  const moment = new Date(`${day}T00:00`);
  moment.setDate(moment.getDate() + later);
  return moment.toISOString();
}
