import { computed, type ReadonlySignal, signal } from "@preact/signals";
import type { ApiSettings } from "../../shared/api.ts";
import { getSettings, putSettings } from "../api/client.ts";
import { onReset } from "../api/live.ts";
import { toast } from "../ui/toasts.tsx";

const defaults: ApiSettings = {
  theme: "system",
  board: "green",
  pieces: "kibitz",
  sounds: true,
  coordinates: true,
  wait_seconds: 30,
  port: 7397,
  start_at_login: false,
  close_to_tray: true,
  name: "",
};

const current = signal<ApiSettings>(defaults);
const loaded = signal(false);

/** The settings of the installation as the page knows them; the defaults until the host has told. */
export const settings: ReadonlySignal<ApiSettings> = current;
export const settingsLoaded: ReadonlySignal<boolean> = loaded;

export const theme = computed(() => current.value.theme);
export const boardStyle = computed(() => current.value.board);
export const pieceSet = computed(() => current.value.pieces);
export const sounds = computed(() => current.value.sounds);
export const coordinates = computed(() => current.value.coordinates);

/** Reads the settings now and whenever the host was away. Returns what ends it. */
export function followSettings(): () => void {
  return onReset(async () => {
    const answer = await getSettings();
    if (!answer.ok) return;
    current.value = answer.value;
    loaded.value = true;
  });
}

/** Changes some settings at once, and back again where the host refuses. Answers whether they were kept. */
export async function changeSettings(change: Partial<ApiSettings>): Promise<boolean> {
  const before = current.value;
  current.value = { ...before, ...change };
  const answer = await putSettings(change);
  if (answer.ok) {
    current.value = answer.value;
    return true;
  }
  current.value = before;
  toast(answer.message, "problem");
  return false;
}
