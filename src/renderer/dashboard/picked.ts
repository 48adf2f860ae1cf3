import { computed, type ReadonlySignal, signal } from "@preact/signals";
import { findPage } from "../../games/pages.ts";
import type { HistoryGame } from "../../shared/api.ts";
import { getHistoryPgn } from "../api/client.ts";
import { saveAnswer } from "../ui/save-file.ts";
import { toast } from "../ui/toasts.tsx";
import { historyChoice, historyTotal, questionOf } from "./history.ts";

/** Most games that are picked one by one. */
const MOST = 500;

const picked = signal<ReadonlySet<string>>(new Set());
/** How many finished games were picked to be saved; 0 for all that are found. */
export const pickedCount: ReadonlySignal<number> = computed(() => picked.value.size);
export const isPicked = (id: string): boolean => picked.value.has(id);

/** Picks a game or lets it go; false where there are so many already that it is not picked. */
export function pick(id: string, on: boolean): boolean {
  const next = new Set(picked.peek());
  if (on) next.add(id);
  else next.delete(id);
  if (next.size > MOST) {
    toast(`At most ${MOST} games are picked one by one.`, "problem");
    return false;
  }
  picked.value = next;
  return true;
}

export const unpickAll = (): void => {
  picked.value = new Set();
};

/** Whether games of that kind are written down. */
export const isWritten = ({ game }: Pick<HistoryGame, "game">): boolean => findPage(game)?.records != null;

/** Whether there is something to save. */
export const canSave = computed(() => {
  const { game } = historyChoice.value;
  return (historyTotal.value ?? 0) > 0 && (game === null || isWritten({ game }));
});

/** Saves what was picked, else all that is found, as one file. */
export function saveHistory(): Promise<void> {
  const ids = [...picked.peek()];
  const wanted = ids.length > 0 ? { games: ids.join(",") } : questionOf(historyChoice.peek());
  return saveAnswer("kibitz-games.pgn", getHistoryPgn(wanted));
}
