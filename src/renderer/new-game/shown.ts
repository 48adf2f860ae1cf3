import { type ReadonlySignal, signal } from "@preact/signals";

// The tray and the menu open the window at this address.
const shown = signal(new URLSearchParams(location.search).has("new"));

/** Whether the dialog for a new game is open. */
export const newGameShown: ReadonlySignal<boolean> = shown;

export function showNewGame(): void {
  shown.value = true;
}

export function hideNewGame(): void {
  shown.value = false;
}
