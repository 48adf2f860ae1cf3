import { setImmediate as nextPass } from "node:timers/promises";
import type { CommitNotification, GameReader, Listener, Store } from "./store.ts";

/** Entries read from the log at a time for subscribers that catch up. */
const PAGE = 500;

export interface Subscribers {
  readonly subscribe: Store["subscribe"];
  /** Publishes a commit. To be called once for each, in the order of its entries' ids. */
  publish(news: CommitNotification): void;
  /** Ends all subscriptions. */
  close(): void;
}

interface Subscriber {
  readonly listener: Listener;
  /** The last entry that it has heard of. */
  position: number;
  /** The end of the log when it subscribed, as far as known. */
  readonly end: number | null;
  /** `live` hears of a commit at once; the others read the log, `reading` now or `behind` until the next commit. */
  state: "behind" | "reading" | "live";
}

/**
 * The subscribers of a store. They catch up from the log, which may answer at any later time.
 * @param end reads the end of the log, if its answer may come after the next commit
 */
export function createSubscribers(
  log: Pick<GameReader, "entriesAfter" | "lastEntryId">,
  end: number | null = null,
): Subscribers {
  const subscribers = new Set<Subscriber>();
  let newest = end;

  const tell = (subscriber: Subscriber, news: CommitNotification) => {
    const last = news.entries.at(-1);
    // A subscriber that caught up with this commit before it was published has heard of it.
    if (last && last.id <= subscriber.position) return;
    if (!last) return;
    subscriber.position = last.id;
    try {
      subscriber.listener(news);
    } catch {
      // An error of a listener is its own: the commit stands, and the other listeners are called.
    }
  };

  const catchUp = async (subscriber: Subscriber) => {
    subscriber.state = "reading";
    try {
      const last = await log.lastEntryId();
      if (subscriber.position > last) subscriber.position = Math.min(last, subscriber.end ?? last);
      for (;;) {
        const entries = await log.entriesAfter(subscriber.position, PAGE);
        if (!subscribers.has(subscriber)) return;
        tell(subscriber, { entries, changes: [] });
        // Entries published while the log was being read may be missing from the answer: read once more.
        if (entries.length < PAGE && (newest ?? 0) <= subscriber.position) break;
        await nextPass();
      }
      subscriber.state = "live";
    } catch {
      // The log cannot be read. Going on would leave a gap; the next commit tries again.
      subscriber.state = "behind";
    }
  };

  return {
    subscribe: (after, listener) => {
      const state = after === null ? "live" : "behind";
      const subscriber: Subscriber = { listener, position: after ?? 0, end: newest, state };
      subscribers.add(subscriber);
      if (after !== null) void catchUp(subscriber);
      return () => void subscribers.delete(subscriber);
    },
    publish: (news) => {
      newest = news.entries.at(-1)?.id ?? newest;
      // A subscriber added by another one's callback begins with the next notification; one removed by it is not
      // called.
      for (const subscriber of [...subscribers]) {
        if (!subscribers.has(subscriber)) continue;
        if (subscriber.state === "live") tell(subscriber, news);
        else if (subscriber.state === "behind") void catchUp(subscriber);
      }
    },
    close: () => subscribers.clear(),
  };
}
