import type { CommitNotification, Listener } from "./store.ts";

export type Subscribers = ReturnType<typeof createSubscribers>;

export function createSubscribers() {
  const listeners = new Set<Listener>();
  return {
    subscribe: (listener: Listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /**
     * Publishes a commit, unless it was one of nothing. To be called once for each, in the order of its entries' ids.
     */
    publish: (news: CommitNotification): void => {
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
