import { signal } from "@preact/signals";
import type { GameDetail } from "../../shared/api.ts";
import type { GameKind } from "../../shared/terms.ts";

/** Whether the query of an address opens the dialog: the tray and the menu lead to such an address. */
export const asksForNewGame = (query: string): boolean => new URLSearchParams(query).has("new");

/** Whether the dialog for a new game is open. */
export const newGameShown = signal(asksForNewGame(location.search));

/** A new game from a position, in that game's own notation. */
export interface Beginning {
  readonly game: GameKind;
  readonly position: string;
}
/** The initial values of the dialog; null for the defaults. */
export const initialValues = signal<Beginning | null>(null);

/** The created game whose prompt the dialog shows, and for which assistant; null for a new game. */
export const createdGame = signal<{ readonly game: GameDetail; readonly to: string } | null>(null);

export function showNewGame(): void {
  initialValues.value = null;
  createdGame.value = null;
  newGameShown.value = true;
}

export function showNewGameFrom(game: GameKind, position: string): void {
  createdGame.value = null;
  initialValues.value = { game, position };
  newGameShown.value = true;
}

export function hideNewGame(): void {
  newGameShown.value = false;
}
