import { RecentMap } from "../../shared/recent-map.ts";

/** Calls that one client may make in a burst, and how many a second it earns back. A player needs a few a minute, a script that plays engines a few hundred a second. */
const BURST = 2_000;
const PER_SECOND = 1_000;
/** Requests that stand alone cannot be told apart; they share a larger bucket. */
const SHARED = 5;
/** Most clients whose buckets are remembered: those that called last. */
const REMEMBERED = 20_000;

export type CallLimit = ReturnType<typeof createCallLimit>;

/** Limits each client's calls by a token bucket, so that a client out of control does not block the others. */
export function createCallLimit() {
  const buckets = new RecentMap<string, { tokens: number; at: number }>(REMEMBERED);
  return {
    /** Whether a client may make a call now; counts it if so. Null is everybody without a connection. */
    allows: (connection: string | null, now: number): boolean => {
      const share = connection === null ? SHARED : 1;
      const key = connection ?? "";
      const bucket = buckets.get(key) ?? { tokens: BURST * share, at: now };
      bucket.tokens = Math.min(BURST * share, bucket.tokens + ((now - bucket.at) / 1000) * PER_SECOND * share);
      bucket.at = now;
      buckets.set(key, bucket);
      if (bucket.tokens < 1) return false;
      bucket.tokens -= 1;
      return true;
    },
  };
}
