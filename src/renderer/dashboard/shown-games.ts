import { computed, effect, signal } from "@preact/signals";
import { endAll } from "../../shared/listeners.ts";
import { searchWords } from "../../shared/text.ts";
import { gamesAddress } from "../app/address.ts";
import { paramsOf, replacePath } from "../app/route.ts";
import { byAge, counts, knownCards, knownGame, knownRevision } from "./counts.ts";
import { type Filter, isYours, isYourTurn, matchesSearch, passesFilter } from "./filters.ts";
import * as history from "./history.ts";
import { anyFinished, changeList, listIn, listState, queryOf } from "./history.ts";

/** Cards that are added each time the end of the list comes near. */
const STEP = 120;

const limit = signal(STEP);
const cardIds = signal<readonly string[]>([]);

/** Until the person chooses, the finished games where there are no others when the list is opened. */
const usualFilter = signal<Filter>("live");
export const filter = computed(() => listState.value.filter ?? usualFilter.value);
export const search = computed(() => history.historyChoice.value.search ?? "");

const isHistory = computed(() => filter.value === "finished");

/** The games of the list in order, as far as it has been scrolled. */
export const shownIds = computed(() =>
  isHistory.value ? history.historyGames.value.map(({ game_id }) => game_id) : cardIds.value.slice(0, limit.value),
);
export const shownCount = computed(() => (isHistory.value ? (history.historyTotal.value ?? 0) : cardIds.value.length));

const yourTurns = computed(() => knownCards.value.filter(isYourTurn).length);

/** The number of games of each filter; null before the host's first answer. */
export const filterCounts = computed((): Record<Filter, number> | null => {
  if (counts.value === null) return null;
  const { open, live, finished } = counts.value;
  return { live: live + open, "your-turn": yourTurns.value, "open-seat": open, finished };
});

/** The games that belong to the list now. */
const gamesInFilter = (): string[] => {
  const words = searchWords(search.peek());
  const own = knownCards.peek().filter((game) => passesFilter(game, filter.peek()) && matchesSearch(game, words));
  return own.map(({ game_id }) => game_id);
};

/** The rank of each game when it joined the list: cards do not move while somebody looks at them. */
const joiningRanks = new Map<string, number>();
/** Ranks games in which it is the person's turn first, then their others, then all others. */
function rankOf(id: string): number {
  const game = knownGame(id)?.peek().game;
  const group = joiningRanks.get(id) ?? (game === undefined ? 2 : isYourTurn(game) ? 0 : isYours(game) ? 1 : 2);
  joiningRanks.set(id, group);
  return group;
}
const byRank = (a: string, b: string): number => rankOf(a) - rankOf(b) || byAge(a, b);

/** Rebuilds the list without the games that no longer belong to it. */
function drawUp(): void {
  joiningRanks.clear();
  cardIds.value = gamesInFilter().sort(byRank);
}

/**
 * Adds games that now belong to the list at its end. Those that no longer do stay until the list is rebuilt, so that no
 * card moves while somebody looks at it.
 */
function addNewcomers(): void {
  const present = new Set(cardIds.peek());
  const newcomers = gamesInFilter().filter((id) => !present.has(id));
  if (newcomers.length > 0) cardIds.value = [...cardIds.peek(), ...newcomers.sort(byRank)];
}

export function chooseFilter(next: Filter): void {
  changeList({ filter: next });
  limit.value = STEP;
  drawUp();
}

export function lookFor(text: string): void {
  history.chooseHistory({ search: text });
  limit.value = STEP;
  drawUp();
}

/** Shows only the finished games of a league, as a table. */
export function showLeagueGames({ id, name }: { readonly id: string; readonly name: string }): void {
  history.chooseView("table");
  history.chooseHistory({ ...anyFinished, league: id, league_name: name });
  chooseFilter("finished");
}

/** Shows the finished games for an address. */
function showAsked(query: string): void {
  const list = listIn(query);
  if (!list || query === queryOf(history.historyChoice.peek(), filter.peek())) return;
  history.chooseHistory({ ...anyFinished, ...list });
  chooseFilter("finished");
}

/** The end of the list comes near. */
export function showMore(): void {
  if (isHistory.peek()) history.readMoreHistory();
  else if (limit.peek() < cardIds.peek().length) limit.value += STEP;
}

export const hasMore = computed(() =>
  isHistory.value ? history.historyHasMore.value : limit.value < cardIds.value.length,
);

/** Follows the games while the list is shown. Returns a function that stops it. */
export function watchList(): () => void {
  // Keeps the search in the address, so that a person who comes back or passes it on finds the same games.
  const endAsking = effect(() => {
    const params = paramsOf(gamesAddress);
    if (params) showAsked(params.query);
  });
  const endTelling = effect(() => {
    const query = queryOf(history.historyChoice.value, filter.value);
    const params = paramsOf(gamesAddress);
    if (params && params.query !== query) replacePath(gamesAddress.path({ query }));
  });
  const { live = 1, open = 0, finished = 0 } = counts.peek() ?? {};
  usualFilter.value = live + open === 0 && finished > 0 ? "finished" : "live";
  drawUp();
  let revision = knownRevision.peek();
  const endNews = effect(() => {
    if (knownRevision.value === revision) return;
    revision = knownRevision.value;
    addNewcomers();
  });
  // Where no game of the list matches, a finished one may.
  const endLooking = effect(() => {
    const elsewhere = search.value.trim() !== "" && cardIds.value.length === 0;
    history.lookAtHistory(isHistory.value || elsewhere);
  });
  return endAll(endAsking, endTelling, endNews, endLooking, () => history.lookAtHistory(false));
}
