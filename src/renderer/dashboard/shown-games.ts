import { computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import { counts } from "./counts.ts";
import { type Filter, isYourTurn, matches, passes } from "./filters.ts";
import { byAge, knownGame, knownGames, knownRevision } from "./known-games.ts";
import { fetchGame, finishedState, loadMoreFinished } from "./paging.ts";

/** Cards that are added each time the end of the list comes near. */
const STEP = 120;

const filterSignal = signal<Filter>("live");
const searchSignal = signal("");
const limit = signal(STEP);
const members = signal<readonly string[]>([]);

export const filter: ReadonlySignal<Filter> = filterSignal;
export const search: ReadonlySignal<string> = searchSignal;

/** The games of the list, newest first, as far as it has been scrolled. */
export const shownIds = computed(() => members.value.slice(0, limit.value));
export const shownCount = computed(() => members.value.length);

/** How many games each filter has; null until the host has told. */
export const filterCounts = computed((): Record<Filter, number> | null => {
  if (counts.value === null || knownRevision.value < 0) return null;
  const { open, live, finished } = counts.value;
  let yourTurn = 0;
  for (const known of knownGames()) if (isYourTurn(known.peek().game)) yourTurn += 1;
  return { live: live + open, "your-turn": yourTurn, "open-seat": open, finished };
});

const belongs = (id: string): boolean => {
  const game = knownGame(id)?.peek().game;
  return game !== undefined && passes(game, filterSignal.peek()) && matches(game, searchSignal.peek());
};

/** Draws up the list anew: what no longer belongs to it goes. */
function drawUp(): void {
  const ids = [...knownGames()].map((known) => known.peek().game.game_id).filter(belongs);
  members.value = ids.sort(byAge);
}

/**
 * Adds what has come to belong to the list. What has ceased to stays in its place until the list is drawn up anew,
 * so that no card moves while somebody looks at it.
 */
function addNewcomers(): void {
  const present = new Set(members.peek());
  const newcomers = [...knownGames()]
    .map((known) => known.peek().game.game_id)
    .filter((id) => !present.has(id) && belongs(id));
  if (newcomers.length > 0) members.value = [...members.peek(), ...newcomers].sort(byAge);
}

export function choose(next: Filter): void {
  filterSignal.value = next;
  limit.value = STEP;
  drawUp();
  if (next === "finished" && finishedState() === "unread") void loadMoreFinished();
}

export function lookFor(text: string): void {
  searchSignal.value = text;
  limit.value = STEP;
  drawUp();
  const id = /^\s*#?(\d{4,12})\s*$/.exec(text)?.[1];
  if (id !== undefined && !knownGame(id)) void fetchGame(id);
}

/** The end of the list comes near. */
export function showMore(): void {
  if (limit.peek() < members.peek().length) limit.value += STEP;
  else if (filterSignal.peek() === "finished") void loadMoreFinished();
}

/** Whether there is more than is shown. */
export const hasMore = computed(
  () =>
    limit.value < members.value.length ||
    (filterSignal.value === "finished" && ["unread", "more", "loading"].includes(finishedState())),
);

/** Follows the games while the list is looked at. Returns what ends it. */
export function watchList(): () => void {
  drawUp();
  let known = knownRevision.peek();
  return effect(() => {
    if (knownRevision.value === known) return;
    known = knownRevision.value;
    addNewcomers();
  });
}
