import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { BoardLook } from "../../games/page.ts";
import { endAll } from "../../shared/listeners.ts";
import { type ApiSettings, usualSettings } from "../../shared/setting-entries.ts";
import type { Answer } from "../api/answer.ts";
import { getSettings, putSettings } from "../api/client.ts";
import { onConnected, onSettings } from "../api/live.ts";
import { toast } from "../ui/toasts.tsx";

/** The last settings from the host; null before the first. */
const told = signal<ApiSettings | null>(null);
/** Changes that the host has not answered yet, oldest first. */
const underWay = signal<readonly Partial<ApiSettings>[]>([]);

/** The settings of the installation as the page knows them, the person's changes included; the defaults at first. */
export const settings = computed(() => {
  let shown = told.value ?? usualSettings;
  for (const change of underWay.value) shown = { ...shown, ...change };
  return shown;
});
/** Whether the settings have been loaded from the host. */
export const settingsLoaded = computed(() => told.value !== null);

/** 0–1; 0 where nothing is to be heard. */
export const volume = computed(() => (settings.value.sounds ? settings.value.volume / 100 : 0));
export const coordinates = computed(() => settings.value.coordinates);
export const figurines = computed(() => settings.value.figurines);
export const zen = computed(() => settings.value.zen);
export const confirmMoves = computed(() => settings.value.confirm_moves);
export const turnBoard = computed(() => settings.value.turn_board);
export const boardLook: ReadonlySignal<BoardLook> = computed(() => {
  const { coordinates, animation, legal_dots, auto_promote } = settings.value;
  return { coordinates, animation, legalDots: legal_dots, autoPromote: auto_promote, arrows: true };
});

/** The request after which the next one is sent. */
let last: Promise<unknown> = Promise.resolve();

/** Sends a request when those before it are answered, so that no answer is older than what is shown, and shows it. */
async function ask(question: () => Promise<Answer<ApiSettings>>, change: Partial<ApiSettings> | null = null) {
  const asked = last.then(question);
  last = asked;
  const answer = await asked;
  batch(() => {
    underWay.value = underWay.value.filter((each) => each !== change);
    if (answer.ok) told.value = answer.value;
  });
  return answer;
}

/** Reads the settings now, after each absence of the host and after each change. Returns a function that stops it. */
export function followSettings(): () => void {
  const read = () => void ask(getSettings);
  return endAll(onConnected(read), onSettings(read));
}

/** Changes settings at once, and reverts them where the host refuses. Resolves to the reason, or null. */
export async function saveSettings(change: Partial<ApiSettings>): Promise<string | null> {
  underWay.value = [...underWay.value, change];
  const answer = await ask(() => putSettings(change), change);
  return answer.ok ? null : answer.message;
}

/** The same, with a toast for the reason. */
export async function changeSettings(change: Partial<ApiSettings>): Promise<void> {
  const problem = await saveSettings(change);
  if (problem !== null) toast(problem, "problem");
}
