import { type ReadonlySignal, signal } from "@preact/signals";

// The tray and the menu open the window at this address.
const shown = signal(new URLSearchParams(location.search).has("new"));

/** Whether the dialog for a new game is open. */
export const newGameShown: ReadonlySignal<boolean> = shown;

/** What the dialog begins with as the position to play from; empty for the usual one. */
export const positionAtFirst = signal("");

export function showNewGame(): void {
  showNewGameFrom("");
}

/** Opens the dialog for a game that begins with a position, in FEN. */
export function showNewGameFrom(position: string): void {
  positionAtFirst.value = position;
  shown.value = true;
}

export function hideNewGame(): void {
  shown.value = false;
}
