import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { HistoryGame } from "../../shared/api.ts";
import type { Failure } from "../api/answer.ts";
import { getHistory } from "../api/client.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { type HistoryChoice, questionOf } from "./history-choice.ts";
import { learnAnswer, moment } from "./known-games.ts";
import { type ListState, listState, saveListState } from "./list-state.ts";

/** Games that are asked for at once. */
const PAGE = 50;
/** Most games that are asked for in one question. */
const MOST = 100;

const { filter: _filter, view: keptView, ...keptChoice } = listState();
const choiceSignal = signal<HistoryChoice>(keptChoice);
const rows = signal<readonly HistoryGame[]>([]);
const totalSignal = signal<number | null>(null);
const failureSignal = signal<Failure | null>(null);
/** The choice that the rows are an answer to; null before the first one. */
const answered = signal<HistoryChoice | null>(null);

export const historyChoice: ReadonlySignal<HistoryChoice> = choiceSignal;
/** The games that were found, as far as they have been read. */
export const historyRows: ReadonlySignal<readonly HistoryGame[]> = rows;
/** How many there are in all; null before the host has told. */
export const historyTotal: ReadonlySignal<number | null> = totalSignal;
/** Why they could not be had; null when they could. */
export const historyFailure: ReadonlySignal<Failure | null> = failureSignal;
/** Whether the rows are what is looked for now. */
export const historySettled = computed(() => answered.value === choiceSignal.value);
export const historyHasMore = computed(() => rows.value.length < (totalSignal.value ?? 0));

const viewSignal = signal(keptView);
/** Whether the finished games are shown as cards or as a table. */
export const historyView: ReadonlySignal<ListState["view"]> = viewSignal;
export function chooseView(view: ListState["view"]): void {
  viewSignal.value = view;
  saveListState({ view });
}

/** How many rows are wanted; 0 while nobody looks at them. */
let wanted = 0;
/** Whether what is there may be old. */
let stale = true;
/** The rows read since the list last started over. */
let read: readonly HistoryGame[] = [];
/** How many games that was found among: those that the host cannot read are in no answer. */
let passed = 0;

/** Asks until what is wanted is there: one question at a time, and none for what nobody looks for any more. */
const { ask: settle } = untilAnswered(async () => {
  while (wanted > 0 && (stale || answered.peek() !== choiceSignal.peek() || isShort())) {
    const choice = choiceSignal.peek();
    const other = answered.peek() !== choice;
    // A list that is being read is read to its end first: where games end all the time, it would never be complete.
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
      // A game that ended meanwhile has moved the others on by one.
      const known = new Set(had.map(({ game_id }) => game_id));
      read = [...had, ...games.filter(({ game_id }) => !known.has(game_id))];
      totalSignal.value = passed < total ? total : read.length;
      // Of what is only asked for anew, nothing goes from under the eyes of who looks at it.
      if (other || read.length >= rows.value.length || !isShort()) rows.value = read;
      answered.value = choice;
    });
  }
  return true;
});

const isShort = (): boolean => read.length < Math.min(wanted, totalSignal.peek() ?? 0);

/** Looks for other games, or in another order. */
export function chooseHistory(change: Partial<HistoryChoice>): void {
  const before = choiceSignal.peek();
  const next = { ...before, ...change };
  if (JSON.stringify(next) === JSON.stringify(before)) return;
  choiceSignal.value = next;
  saveListState(next);
  if (wanted > 0) wanted = PAGE;
  settle();
}

/** The end of what has been read comes near. */
export function readMoreHistory(): void {
  wanted = Math.max(wanted, rows.peek().length + PAGE);
  settle();
}

/** Somebody looks at the history from now on, or no longer. */
export function lookAtHistory(looked: boolean): void {
  const shown = historySettled.peek() ? rows.peek().length : 0;
  wanted = looked ? Math.max(wanted, shown, PAGE) : 0;
  settle();
}

/** A game ended, was deleted or came back: what was read may be old. */
export function historyChanged(): void {
  stale = true;
  settle();
}
