import { type ReadonlySignal, signal } from "@preact/signals";
import type { GameKind } from "../../shared/terms.ts";

/** Whether the query of an address opens the dialog: the tray and the menu lead to such an address. */
export const asksForNewGame = (query: string): boolean => new URLSearchParams(query).has("new");

const isDialogShown = signal(asksForNewGame(location.search));

/** Whether the dialog for a new game is open. */
export const newGameShown: ReadonlySignal<boolean> = isDialogShown;

/** A new game from a position, in that game's own notation. */
export interface Beginning {
  readonly game: GameKind;
  readonly position: string;
}
/** The initial values of the dialog; null for the defaults. */
export const beginning = signal<Beginning | null>(null);

export function showNewGame(): void {
  beginning.value = null;
  isDialogShown.value = true;
}

export function showNewGameFrom(game: GameKind, position: string): void {
  beginning.value = { game, position };
  isDialogShown.value = true;
}

export function hideNewGame(): void {
  isDialogShown.value = false;
}
