import { signal } from "@preact/signals";
import type { LeagueChange, PlayerStatusChange } from "../../shared/leagues.ts";
import { endAll } from "../../shared/listeners.ts";
import type { Answer, Failure } from "../api/answer.ts";
import { askWhenConnected, onLeagueNews, onStatusNews } from "../api/live.ts";
import { oneAtATime } from "../ui/one-at-a-time.ts";

/** Keeps a page's data about leagues up to date: requests it again on related events, and after each reconnection. */
export function keepLastAnswer<Value>(
  ask: () => Promise<Answer<Value>>,
  concerns: (news: LeagueChange, told: Value | null) => boolean,
  concernsStatus: (news: PlayerStatusChange) => boolean = () => false,
) {
  const told = signal<Value | null>(null);
  const missing = signal<Failure | null>(null);
  const refresh = oneAtATime(async () => {
    const answer = await ask();
    if (answer.ok) told.value = answer.value;
    missing.value = answer.ok || told.peek() !== null ? null : answer;
  });
  const stopNews = onLeagueNews((news) => {
    if (concerns(news, told.peek())) refresh();
  });
  const stopStatus = onStatusNews((news) => {
    if (concernsStatus(news)) refresh();
  });
  const stopAsking = askWhenConnected(refresh, told);
  return {
    /** The host's last answer; null before the first. */
    told,
    /** Why there is no answer yet; null where there is no reason, and once there was an answer. */
    missing,
    close: endAll(stopNews, stopStatus, stopAsking),
  };
}
