import { effect } from "@preact/signals";
import { recall, remember } from "../ui/remember.ts";
import { settings, settingsLoaded } from "./settings.ts";

const attributes = ["theme", "board", "pieces", "coordinates"] as const;
const storageKey = (name: string): string => `kibitz.${name}`;

/** Applies the settings of appearance as attributes of <html>; before they are loaded, those of the last visit. */
export function applyAppearance(): void {
  const { dataset } = document.documentElement;
  for (const name of attributes) {
    const kept = recall(storageKey(name));
    if (kept !== null) dataset[name] = kept;
  }
  effect(() => {
    if (!settingsLoaded.value) return;
    const { theme, board, pieces, coordinates } = settings.value;
    const values = { theme, board, pieces, coordinates: coordinates ? "on" : "off" };
    for (const name of attributes) {
      dataset[name] = values[name];
      remember(storageKey(name), values[name]);
    }
  });
}
