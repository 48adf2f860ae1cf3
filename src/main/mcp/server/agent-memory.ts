import { RecentMap } from "../../../shared/recent-map.ts";

/** Most readers that are remembered; a forgotten one hears again what was said since its last move. */
const MOST_READERS = 20_000;

/** The tool that gave an answer, and the tool that the answer asked to call next. */
interface Exchange {
  readonly tool: string;
  readonly next: string | null;
}

/** The talk that one call hands out. */
export type TalkHandout = ReturnType<TalkDelivery["begin"]>;

interface ReaderProgress {
  confirmedTo: number;
  deliveredTo: number;
  last: Exchange | null;
}

export type TalkDelivery = ReturnType<typeof createTalkDelivery>;

/**
 * Delivers talk once: an answer has arrived as soon as the reader's next call shows it. A call of the same tool shows
 * it only where the answer asked for that tool; else the call is a retry whose answer was lost. Kept in memory: after a
 * restart, talk is delivered once more.
 */
export function createTalkDelivery() {
  const readers = new RecentMap<string, ReaderProgress>(MOST_READERS);
  return {
    /** To be called as a call of a tool comes in; `from` is the beginning for a reader that is not remembered. */
    begin: (reader: string, from: number, tool: string) => {
      const progress = readers.get(reader) ?? { confirmedTo: from, deliveredTo: from, last: null };
      const before = progress.confirmedTo;
      const { last } = progress;
      if (last === null || last.tool !== tool || last.next === tool)
        progress.confirmedTo = Math.max(progress.confirmedTo, progress.deliveredTo);
      readers.set(reader, progress);
      return {
        /** The place in the log up to which the reader has heard everything. */
        get since() {
          return progress.confirmedTo;
        },
        /** Says that the call repeats the one before it, so that the last answer may not have arrived. */
        isRepeat: () => {
          progress.confirmedTo = before;
        },
        /** Notes that an answer contains everything up to a place in the log. */
        noteDelivery: (upTo: number, exchange: Exchange) => {
          progress.deliveredTo = Math.max(progress.deliveredTo, upTo);
          progress.last = exchange;
        },
      };
    },
  };
}

interface ShownToken {
  readonly gameId: string;
  readonly token: string;
}

/** Most tokens that are remembered for a connection, and most connections. */
const MOST_TOKENS = 200;
const MOST_CONNECTIONS = 5_000;

export type ShownTokens = ReturnType<typeof createShownTokens>;

/** Remembers which seat tokens came over which connection, so that a conversation finds its games again. */
export function createShownTokens() {
  const byConnection = new RecentMap<string, Map<string, ShownToken>>(MOST_CONNECTIONS);
  return {
    note: (connection: string | null, token: ShownToken): void => {
      if (connection === null) return;
      const tokens = byConnection.get(connection) ?? new RecentMap<string, ShownToken>(MOST_TOKENS);
      byConnection.set(connection, tokens.set(token.token, token));
    },
    of: (connection: string): readonly ShownToken[] => [...(byConnection.get(connection)?.values() ?? [])],
  };
}

/** Calls that one client may make in a burst, and how many a second it earns back. A player needs a few a minute, a script that plays engines a few hundred a second. */
const BURST = 2_000;
const PER_SECOND = 1_000;
/** Requests that stand alone cannot be told apart; they share a larger bucket. */
const SHARED = 5;
/** Most clients whose buckets are remembered: those that called last. */
const MOST_CLIENTS = 20_000;

export type CallLimit = ReturnType<typeof createCallLimit>;

/** Limits each client's calls by a token bucket, so that a client out of control does not block the others. */
export function createCallLimit() {
  const buckets = new RecentMap<string, { tokens: number; at: number }>(MOST_CLIENTS);
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
