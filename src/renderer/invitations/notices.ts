import { effect, type ReadonlySignal, signal } from "@preact/signals";
import { createAnnouncer, type Due, type Notice } from "../../shared/due.ts";
import { gameAddress, leagueAddress } from "../app/address.ts";
import { navigate } from "../app/route.ts";
import { counts } from "../dashboard/counts.ts";
import { due } from "../due/due.ts";
import { recall, remember } from "../ui/remember.ts";

/**
 * Whether the browser notifies the person of turns and matches while the page is hidden: `unasked` until they have
 * answered, `blocked` where the browser refuses, and `none` in the application's window, whose host notifies them
 * itself, and in browsers without notifications.
 */
export type Notices = "on" | "off" | "unasked" | "blocked" | "none";

const STORAGE_KEY = "kibitz-notices";
const state = signal(currentNotices());
export const notices: ReadonlySignal<Notices> = state;

function currentNotices(): Notices {
  if (window.kibitz || !("Notification" in window)) return "none";
  if (Notification.permission === "denied") return "blocked";
  const value = recall(STORAGE_KEY);
  if (value === "off") return "off";
  // A stored answer counts only while the browser still has its permission.
  return value === "on" && Notification.permission === "granted" ? "on" : "unasked";
}

/** Stores the person's answer; the browser asks for its permission where it has none yet. */
export async function wantNotices(isWanted: boolean): Promise<void> {
  if (isWanted) await Notification.requestPermission();
  remember(STORAGE_KEY, isWanted && Notification.permission === "granted" ? "on" : "off");
  state.value = currentNotices();
}

/** The open notifications, by their subject: an outdated one is closed. */
const openNotifications = new Map<string, Notification>();

function forget(key: string): void {
  openNotifications.get(key)?.close();
  openNotifications.delete(key);
}

function notify(key: string, { title, body }: Notice, about: Due): void {
  if (state.peek() !== "on" || document.hasFocus()) return;
  // Of several pages of one host the last one notifies; its tag replaces the others' notifications.
  const notice = new Notification(title, { body, tag: `kibitz-${key}` });
  openNotifications.set(key, notice);
  notice.onclick = () => {
    forget(key);
    window.focus();
    const { path } = about.kind === "match" ? leagueAddress : gameAddress;
    navigate(path({ id: about.kind === "match" ? about.match.league_id : about.game.id }));
  };
}

/**
 * Notifies the person from now on, while the page is hidden, of what waits for them. Returns a function that stops it.
 */
export function followNotices(): () => void {
  let announce: ReturnType<typeof createAnnouncer> | null = null;
  const end = effect(() => {
    // Of games that were there before, nobody is told.
    if (counts.value === null) return;
    if (announce) announce(due.value);
    else announce = createAnnouncer(due.value, { tell: notify, forget });
  });
  return () => {
    end();
    for (const key of [...openNotifications.keys()]) forget(key);
  };
}
