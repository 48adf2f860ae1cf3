import { RecentMap } from "../../shared/recent-map.ts";

/** Most lines of talk from one seat in {@link WINDOW_MS}. */
const MOST_LINES = 5;
const WINDOW_MS = 10_000;
/** Most seats and spectators that are remembered: those that spoke last. */
const MOST_SPEAKERS = 10_000;

export function createTalkLimit() {
  const recent = new RecentMap<string, number[]>(MOST_SPEAKERS);
  return {
    /** Whether a seat may speak at this moment; counts the line when it may. */
    allows: (seat: string, now: number): boolean => {
      const times = (recent.get(seat) ?? []).filter((time) => time > now - WINDOW_MS);
      if (times.length >= MOST_LINES) return false;
      recent.set(seat, [...times, now]);
      return true;
    },
  };
}
