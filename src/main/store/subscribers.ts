import type { CommitNotification, Listener, Store } from "./store.ts";

/** The subscribers of a store. */
export interface Subscribers {
  readonly subscribe: Store["subscribe"];
  /** Publishes a commit, unless it was one of nothing. To be called once for each, in the order of its entries' ids. */
  publish(news: CommitNotification): void;
  /** Ends all subscriptions. */
  close(): void;
}

export function createSubscribers(): Subscribers {
  const listeners = new Set<Listener>();
  return {
    subscribe: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    publish: (news) => {
      if (news.entries.length === 0) return;
      // A subscriber added by another one's callback begins with the next notification; one removed by it is not
      // called.
      for (const listener of [...listeners]) {
        if (!listeners.has(listener)) continue;
        try {
          listener(news);
        } catch {
          // An error of a listener is its own: the commit stands, and the other listeners are called.
        }
      }
    },
    close: () => listeners.clear(),
  };
}
