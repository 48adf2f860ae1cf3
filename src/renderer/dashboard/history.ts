import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import { type HistoryGame, historyOrders, historyResults } from "../../shared/api.ts";
import { SEARCH_LENGTH } from "../../shared/text.ts";
import { getHistory } from "../api/client.ts";
import type { Failure } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { recall, remember } from "../ui/remember.ts";
import { learnAnswer, moment } from "./counts.ts";
import { type Filter, filters } from "./filters.ts";

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
const choiceTests = {
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
export type HistoryChoice = Readonly<Partial<Record<keyof typeof choiceTests, string>>>;
const clearChoice = (those: object): HistoryChoice => Object.fromEntries(Object.keys(those).map((name) => [name, ""]));
/** A change of a choice that takes all filters back. */
export const noFilters = clearChoice(filterForms);
/** One that takes everything back: all finished games, newest first. */
export const anyFinished = clearChoice(choiceTests);

/**
 * The choice that was asked for. Leaves out whatever is empty or the default, and what this would not have written,
 * since anybody may have written an address.
 */
export const choiceOf = (query: Readonly<Record<string, string>>): HistoryChoice =>
  Object.fromEntries(
    Object.entries(choiceTests).flatMap(([name, fits]) => {
      const text = query[name] ?? "";
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

/** The parts of the list that survive a reload of the page, in this tab. */
export interface ListState {
  readonly choice: HistoryChoice;
  /** Null until the person has chosen one. */
  readonly filter: Filter | null;
  /** In new tabs as well. */
  readonly view: "cards" | "table";
}

const STORAGE_KEY = "kibitz-list";
const VIEW_KEY = "kibitz-list-view";

const state = signal(recallList());

/** The stored choices at first; the defaults of a new tab where none are stored or allowed. */
export const listState: ReadonlySignal<ListState> = state;

export function changeList(change: Partial<ListState>): void {
  const next = { ...state.peek(), ...change };
  state.value = next;
  const { choice, filter, view } = next;
  if (change.view) remember(VIEW_KEY, view);
  remember(STORAGE_KEY, new URLSearchParams({ ...choice, list: filter ?? "", view }).toString(), "sessionStorage");
}

/** The query of the address for the current search of finished games; empty for the other lists. */
export const queryOf = (choice: HistoryChoice, filter: Filter): string =>
  filter === "finished" ? `?${new URLSearchParams({ list: "finished", ...choice })}` : "";

/** The choice in such a query; null for an invalid one. */
export function listIn(query: string): HistoryChoice | null {
  const words = Object.fromEntries(new URLSearchParams(query));
  return words["list"] === "finished" ? choiceOf(words) : null;
}

/** Accepts only what it would have written, since any page of this origin can write to the storage. */
function recallList(): ListState {
  const words = Object.fromEntries(new URLSearchParams(recall(STORAGE_KEY, "sessionStorage") ?? ""));
  const filter = filters.find((each) => each === words["list"]) ?? null;
  const view = (words["view"] ?? recall(VIEW_KEY)) === "table" ? "table" : "cards";
  return { choice: choiceOf(words), filter, view };
}

/** Games in one request. */
const PAGE = 50;
/** Most games in one request. */
const MOST_GAMES = 100;

const historyRows = signal<readonly HistoryGame[]>([]);
const totalSignal = signal<number | null>(null);
const failureSignal = signal<Failure | null>(null);
/** The choice that the rows answer; null before the first answer. */
const answeredChoice = signal<HistoryChoice | null>(null);

export const historyChoice = computed(() => listState.value.choice);
/** The games that were found, as far as they have been read. */
export const historyGames: ReadonlySignal<readonly HistoryGame[]> = historyRows;
/** The number of games in all; null before the host's first answer. */
export const historyTotal: ReadonlySignal<number | null> = totalSignal;
/** Why they could not be read; null when they could. */
export const historyFailure: ReadonlySignal<Failure | null> = failureSignal;
/** Whether the rows answer the current choice. */
export const historySettled = computed(() => answeredChoice.value === historyChoice.value);
export const historyHasMore = computed(() => historyRows.value.length < (totalSignal.value ?? 0));

/** Whether the finished games are shown as cards or as a table. */
export const historyView = computed(() => listState.value.view);
export const chooseView = (view: ListState["view"]): void => changeList({ view });

/** The number of rows to read; 0 while the list is hidden. */
let rowsWanted = 0;
/** Whether the rows may be out of date. */
let stale = true;
/** The rows read since the list was last reset. */
let rowsRead: readonly HistoryGame[] = [];
/** The number of games through which these were found: unreadable ones are in no answer. */
let gamesRead = 0;

/** Asks until the wanted rows are there: one request at a time, and none for a former choice. */
const { ask: settle } = untilAnswered(async () => {
  while (rowsWanted > 0 && (stale || answeredChoice.peek() !== historyChoice.peek() || isShort())) {
    const choice = historyChoice.peek();
    const other = answeredChoice.peek() !== choice;
    // Reads a list to its end before it starts again: where games end all the time, it would never be complete.
    const afresh = other || !isShort();
    if (afresh) stale = false;
    const before = afresh ? [] : rowsRead;
    const offset = afresh ? 0 : gamesRead;
    const limit = Math.min(MOST_GAMES, Math.max(PAGE, rowsWanted - before.length));
    const askedAt = moment();
    const answer = await getHistory({ ...questionOf(choice), offset, limit });
    if (!answer.ok) {
      failureSignal.value = answer;
      stale = true;
      return false;
    }
    const { games, total } = answer.value;
    gamesRead = offset + limit;
    batch(() => {
      failureSignal.value = null;
      for (const each of games) learnAnswer(each, askedAt);
      // A game that ended meanwhile has shifted the others by one.
      const ids = new Set(before.map(({ game_id }) => game_id));
      rowsRead = [...before, ...games.filter(({ game_id }) => !ids.has(game_id))];
      totalSignal.value = gamesRead < total ? total : rowsRead.length;
      // A mere refresh removes no row that the person is looking at.
      if (other || rowsRead.length >= historyRows.value.length || !isShort()) historyRows.value = rowsRead;
      answeredChoice.value = choice;
    });
  }
  return true;
});

const isShort = (): boolean => rowsRead.length < Math.min(rowsWanted, totalSignal.peek() ?? 0);

/** Searches for other games, or sorts them differently; an empty text takes a part of the choice back. */
export function chooseHistory(change: HistoryChoice): void {
  const before = historyChoice.peek();
  const next = choiceOf({ ...before, ...change });
  if (JSON.stringify(next) === JSON.stringify(before)) return;
  // Before the choice, which is followed at once.
  if (rowsWanted > 0) rowsWanted = PAGE;
  changeList({ choice: next });
  settle();
}

/** The end of the rows comes near. */
export function readMoreHistory(): void {
  rowsWanted = Math.max(rowsWanted, historyRows.peek().length + PAGE);
  settle();
}

/** The history is shown from now on, or hidden. */
export function lookAtHistory(isOpen: boolean): void {
  const rowCount = historySettled.peek() ? historyRows.peek().length : 0;
  rowsWanted = isOpen ? Math.max(rowsWanted, rowCount, PAGE) : 0;
  settle();
}

/** A game ended, was deleted or restored: the rows may be out of date. */
export function historyChanged(): void {
  stale = true;
  settle();
}
