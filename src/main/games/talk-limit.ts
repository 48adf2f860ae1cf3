/** Most lines of talk from one seat in {@link WINDOW_MS}. */
const MOST_LINES = 5;
const WINDOW_MS = 10_000;

export function createTalkLimit() {
  const recent = new Map<string, number[]>();
  return {
    /** Whether a seat may speak at this moment; counts the line when it may. */
    allows: (seat: string, now: number): boolean => {
      if (recent.size > 1_000)
        for (const [key, times] of recent) if ((times.at(-1) ?? 0) < now - WINDOW_MS) recent.delete(key);
      const times = (recent.get(seat) ?? []).filter((time) => time > now - WINDOW_MS);
      if (times.length >= MOST_LINES) return false;
      recent.set(seat, [...times, now]);
      return true;
    },
  };
}
