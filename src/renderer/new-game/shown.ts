import { type ReadonlySignal, signal } from "@preact/signals";
import type { GameKind } from "../../shared/terms.ts";

// The tray and the menu open the window at this address.
const shown = signal(new URLSearchParams(location.search).has("new"));

/** Whether the dialog for a new game is open. */
export const newGameShown: ReadonlySignal<boolean> = shown;

/** A game that is to begin with a position, in that game's own notation. */
export interface Beginning {
  readonly game: GameKind;
  readonly position: string;
}
/** What the dialog begins with; null for the usual. */
export const beginning = signal<Beginning | null>(null);

export function showNewGame(): void {
  beginning.value = null;
  shown.value = true;
}

export function showNewGameFrom(game: GameKind, position: string): void {
  beginning.value = { game, position };
  shown.value = true;
}

export function hideNewGame(): void {
  shown.value = false;
}
