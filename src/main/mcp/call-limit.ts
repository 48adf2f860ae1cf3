/** Calls that one client may make in a burst, and how many a second it earns back. A player needs a few a minute, a script that plays engines a few hundred a second. */
const BURST = 2_000;
const PER_SECOND = 1_000;
/** Requests that stand alone cannot be told apart; they share a larger purse. */
const SHARED = 20;
const FORGET_AFTER_MS = 60_000;

export interface CallLimit {
  /** Whether a client may make a call now; counts the call when it may. Null is everybody without a connection. */
  allows(connection: string | null, now: number): boolean;
}

/** Keeps a client that runs wild from taking the table away from the others: a bucket of calls that refills with time. */
export function createCallLimit(): CallLimit {
  const purses = new Map<string, { left: number; at: number }>();
  return {
    allows: (connection, now) => {
      const share = connection === null ? SHARED : 1;
      const key = connection ?? "";
      const purse = purses.get(key) ?? { left: BURST * share, at: now };
      purse.left = Math.min(BURST * share, purse.left + ((now - purse.at) / 1000) * PER_SECOND * share);
      purse.at = now;
      if (purses.size > 5_000) for (const [old, { at }] of purses) if (at < now - FORGET_AFTER_MS) purses.delete(old);
      purses.set(key, purse);
      if (purse.left < 1) return false;
      purse.left -= 1;
      return true;
    },
  };
}
