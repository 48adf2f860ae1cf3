import { batch, computed, effect, type ReadonlySignal, signal } from "@preact/signals";
import type { BoardLook } from "../../games/page.ts";
import { endAll } from "../../shared/listeners.ts";
import { type ApiSettings, usualSettings } from "../../shared/setting-entries.ts";
import { getSettings, putSettings } from "../api/client.ts";
import { onConnected, onSettings } from "../api/live.ts";
import type { Answer } from "../api/request.ts";
import { recall, remember } from "../ui/remember.ts";
import { toast } from "../ui/toasts.tsx";

/** The last settings from the host; null before the first. */
const lastSettings = signal<ApiSettings | null>(null);
/** Changes that the host has not answered yet, oldest first. */
const underWay = signal<readonly Partial<ApiSettings>[]>([]);

/** The settings of the installation as the page knows them, the person's changes included; the defaults at first. */
export const settings = computed(() => {
  let current = lastSettings.value ?? usualSettings;
  for (const change of underWay.value) current = { ...current, ...change };
  return current;
});
/** Whether the settings have been loaded from the host. */
export const settingsLoaded = computed(() => lastSettings.value !== null);

/** 0–1; 0 where nothing is to be heard. */
export const soundVolume = computed(() => (settings.value.sounds ? settings.value.volume / 100 : 0));
export const boardLook: ReadonlySignal<BoardLook> = computed(() => {
  const { coordinates, animation, legal_dots, auto_promote } = settings.value;
  return { coordinates, animation, legalDots: legal_dots, autoPromote: auto_promote, arrows: true };
});

let lastAsked = 0;
/** The number of the request whose answer is shown: an earlier request's answer that comes later is older. */
let lastTold = 0;
/** The last change, once it is answered. */
let lastChange: Promise<unknown> = Promise.resolve();

/** Requests the settings, and shows them unless a later request was answered before. */
async function request(question: () => Promise<Answer<ApiSettings>>, change: Partial<ApiSettings> | null = null) {
  lastAsked += 1;
  const askCount = lastAsked;
  const answer = await question();
  batch(() => {
    underWay.value = underWay.value.filter((each) => each !== change);
    if (!answer.ok || askCount < lastTold) return;
    lastTold = askCount;
    lastSettings.value = answer.value;
  });
  return answer;
}

/** Reads the settings once no change is under way: an answer from before one would undo it on the page. */
async function readSettings(): Promise<void> {
  let change: unknown;
  do {
    change = lastChange;
    await change;
  } while (change !== lastChange);
  await request(getSettings);
}

/** Reads the settings now, after each absence of the host and after each change. Returns a function that stops it. */
export const followSettings = (): (() => void) =>
  endAll(
    onConnected(() => void readSettings()),
    onSettings(() => void readSettings()),
  );

/**
 * Changes settings at once, one change after the other, and reverts them where the host refuses. Resolves to the reason,
 * or null.
 */
export async function saveSettings(change: Partial<ApiSettings>): Promise<string | null> {
  underWay.value = [...underWay.value, change];
  const saving = lastChange.then(() => request(() => putSettings(change), change));
  lastChange = saving;
  const answer = await saving;
  return answer.ok ? null : answer.message;
}

/** The same, with a toast for the reason. */
export async function changeSettings(change: Partial<ApiSettings>): Promise<string | null> {
  const problem = await saveSettings(change);
  if (problem !== null) toast(problem, "problem");
  return problem;
}

const rootAttributes = ["theme", "board", "pieces", "coordinates"] as const;
const storageKey = (name: string): string => `kibitz.${name}`;

/** Applies the settings of appearance as attributes of <html>; before they are loaded, those of the last visit. */
export function applyAppearance(): void {
  const { dataset } = document.documentElement;
  for (const name of rootAttributes) {
    const value = recall(storageKey(name));
    if (value !== null) dataset[name] = value;
  }
  effect(() => {
    if (!settingsLoaded.value) return;
    const { theme, board, pieces, coordinates } = settings.value;
    const values = { theme, board, pieces, coordinates: coordinates ? "on" : "off" };
    for (const name of rootAttributes) {
      dataset[name] = values[name];
      remember(storageKey(name), values[name]);
    }
  });
}
