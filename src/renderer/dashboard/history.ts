import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { HistoryGame } from "../../shared/api.ts";
import { getHistory } from "../api/client.ts";
import type { Failure } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { learnAnswer, moment } from "./counts.ts";
import { choiceOf, type HistoryChoice, questionOf } from "./history-choice.ts";
import { changeList, type ListState, listState } from "./list-state.ts";

/** Games in one request. */
const PAGE = 50;
/** Most games in one request. */
const MOST = 100;

const rows = signal<readonly HistoryGame[]>([]);
const totalSignal = signal<number | null>(null);
const failureSignal = signal<Failure | null>(null);
/** The choice that the rows answer; null before the first answer. */
const answered = signal<HistoryChoice | null>(null);

export const historyChoice = computed(() => listState.value.choice);
/** The games that were found, as far as they have been read. */
export const historyGames: ReadonlySignal<readonly HistoryGame[]> = rows;
/** The number of games in all; null before the host's first answer. */
export const historyTotal: ReadonlySignal<number | null> = totalSignal;
/** Why they could not be read; null when they could. */
export const historyFailure: ReadonlySignal<Failure | null> = failureSignal;
/** Whether the rows answer the current choice. */
export const historySettled = computed(() => answered.value === historyChoice.value);
export const historyHasMore = computed(() => rows.value.length < (totalSignal.value ?? 0));

/** Whether the finished games are shown as cards or as a table. */
export const historyView = computed(() => listState.value.view);
export const chooseView = (view: ListState["view"]): void => changeList({ view });

/** The number of rows to read; 0 while the list is hidden. */
let wanted = 0;
/** Whether the rows may be out of date. */
let stale = true;
/** The rows read since the list was last reset. */
let read: readonly HistoryGame[] = [];
/** The number of games through which these were found: unreadable ones are in no answer. */
let passed = 0;

/** Asks until the wanted rows are there: one request at a time, and none for a former choice. */
const { ask: settle } = untilAnswered(async () => {
  while (wanted > 0 && (stale || answered.peek() !== historyChoice.peek() || isShort())) {
    const choice = historyChoice.peek();
    const other = answered.peek() !== choice;
    // Reads a list to its end before it starts again: where games end all the time, it would never be complete.
    const afresh = other || !isShort();
    if (afresh) stale = false;
    const had = afresh ? [] : read;
    const offset = afresh ? 0 : passed;
    const limit = Math.min(MOST, Math.max(PAGE, wanted - had.length));
    const asked = moment();
    const answer = await getHistory({ ...questionOf(choice), offset, limit });
    if (!answer.ok) {
      failureSignal.value = answer;
      stale = true;
      return false;
    }
    const { games, total } = answer.value;
    passed = offset + limit;
    batch(() => {
      failureSignal.value = null;
      for (const each of games) learnAnswer(each, asked);
      // A game that ended meanwhile has shifted the others by one.
      const known = new Set(had.map(({ game_id }) => game_id));
      read = [...had, ...games.filter(({ game_id }) => !known.has(game_id))];
      totalSignal.value = passed < total ? total : read.length;
      // A mere refresh removes no row that the person is looking at.
      if (other || read.length >= rows.value.length || !isShort()) rows.value = read;
      answered.value = choice;
    });
  }
  return true;
});

const isShort = (): boolean => read.length < Math.min(wanted, totalSignal.peek() ?? 0);

/** Searches for other games, or sorts them differently; an empty text takes a part of the choice back. */
export function chooseHistory(change: HistoryChoice): void {
  const before = historyChoice.peek();
  const next = choiceOf({ ...before, ...change });
  if (JSON.stringify(next) === JSON.stringify(before)) return;
  // Before the choice, which is followed at once.
  if (wanted > 0) wanted = PAGE;
  changeList({ choice: next });
  settle();
}

/** The end of the rows comes near. */
export function readMoreHistory(): void {
  wanted = Math.max(wanted, rows.peek().length + PAGE);
  settle();
}

/** The history is shown from now on, or hidden. */
export function lookAtHistory(looked: boolean): void {
  const shown = historySettled.peek() ? rows.peek().length : 0;
  wanted = looked ? Math.max(wanted, shown, PAGE) : 0;
  settle();
}

/** A game ended, was deleted or restored: the rows may be out of date. */
export function historyChanged(): void {
  stale = true;
  settle();
}
