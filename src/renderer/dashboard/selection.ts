import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { Records } from "../../games/page.ts";
import { findPage, pages } from "../../games/pages.ts";
import type { HistoryGame } from "../../shared/api.ts";
import { deleteGame, getHistoryPgn, restoreGame } from "../api/client.ts";
import { onGameEvent } from "../api/live.ts";
import { assign } from "../ui/hooks.ts";
import { saveAnswer } from "../ui/save-file.ts";
import { toast, valueOrToast } from "../ui/toasts.tsx";
import { historyChoice, historyGames, historyTotal, questionOf } from "./history.ts";

/** Most games that can be selected one by one. */
const MOST_GAMES = 500;

type SelectedGame = Pick<HistoryGame, "game_id" | "game">;
const selection = signal<ReadonlyMap<string, SelectedGame>>(new Map());
/** The game that was selected or deselected last: a range begins there. */
let last: string | null = null;
/** The number of selected finished games; 0 for all that are found. */
export const selectedCount: ReadonlySignal<number> = computed(() => selection.value.size);
export const isSelected = (id: string): boolean => selection.value.has(id);

/** Selects or deselects games. Returns false where there would be too many, and selects nothing. */
export function selectAll(games: readonly SelectedGame[], on: boolean): boolean {
  const next = new Map(selection.peek());
  for (const each of games) {
    if (on) next.set(each.game_id, each);
    else next.delete(each.game_id);
  }
  if (next.size > MOST_GAMES) {
    toast(`You can select up to ${MOST_GAMES} games one by one.`, "problem");
    return false;
  }
  selection.value = next;
  return true;
}

/** The same for one game; with `range`, for all from the last one to this one. */
export function select(game: SelectedGame, on: boolean, range = false): boolean {
  const rows = historyGames.peek();
  const [from = -1, to = -1] = [last, game.game_id].map((id) => rows.findIndex(({ game_id }) => game_id === id));
  const games: readonly SelectedGame[] =
    range && from >= 0 && to >= 0 ? rows.slice(Math.min(from, to), Math.max(from, to) + 1) : [game];
  const isDone = selectAll(games, on);
  if (isDone) last = game.game_id;
  return isDone;
}
onGameEvent(({ event, card }) => event.type === "gameDeleted" && isSelected(card.game_id) && selectAll([card], false));
export const clearSelection = (): void => assign(selection, new Map());

/** The notation of the selected games, or of all that are found: that of the first kind for all kinds; null for none, or several. */
export const savedAs = computed((): Records | null => {
  const { game } = historyChoice.value;
  const all = historyTotal.value ? [game ?? pages[0]?.kind ?? ""] : [];
  const kinds = selection.value.size > 0 ? [...selection.value.values()].map((each) => each.game) : all;
  const [records = null, ...others] = new Set(kinds.map((kind) => findPage(kind)?.records));
  return others.length === 0 ? records : null;
});

/** Saves the selected games, or else all that are found, as one file. */
export function saveHistory(): Promise<void> {
  const ids = [...selection.peek().keys()];
  const query = ids.length > 0 ? { games: ids.join(",") } : questionOf(historyChoice.peek());
  return saveAnswer(`kibitz-games${savedAs.peek()?.ending ?? ""}`, getHistoryPgn(query));
}

/** Deletes the selected games, which can be undone for a while. */
export async function deleteSelected(): Promise<void> {
  const ids = [...selection.peek().keys()];
  clearSelection();
  await deleteGames(ids);
}

/** Deletes games and reports it with a button to undo it. Resolves to whether all of them are deleted. */
export async function deleteGames(ids: readonly string[]): Promise<boolean> {
  const deletions: string[] = [];
  let refusal: string | null = null;
  for (const id of ids) {
    const answer = await deleteGame(id);
    if (answer.ok) deletions.push(id);
    else refusal = answer.message;
    // Without a host, the others cannot be deleted either.
    if (!answer.ok && answer.code === "CONNECTION_LOST") break;
  }
  if (refusal !== null) toast(refusal, "problem");
  if (deletions.length > 0) {
    const [only] = deletions;
    toast(deletions.length === 1 ? `Game ${only} deleted.` : `${deletions.length} games deleted.`, "done", {
      label: "Undo",
      run: () => void Promise.all(deletions.map((id) => valueOrToast(restoreGame(id)))),
    });
  }
  return deletions.length === ids.length;
}
