/**
 * Those who listen to one kind of news.
 * @param failed called with the error of a listener, so that the others are told all the same; without it `tell` throws
 */
export function createListeners<News extends readonly unknown[]>(failed?: (error: unknown) => void) {
  const listeners = new Set<(...news: News) => void>();
  return {
    /** Calls with all news from now on. Returns a function that ends it. */
    listen: (listener: (...news: News) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Tells all of them, in the order in which they came, without those that one of them ends meanwhile. */
    tell: (...news: News) => {
      for (const listener of [...listeners])
        try {
          if (listeners.has(listener)) listener(...news);
        } catch (error) {
          if (!failed) throw error;
          failed(error);
        }
    },
    /** Ends it for all of them. */
    clear: () => listeners.clear(),
  };
}

/** One function that ends all of several. */
export const endAll =
  (...ends: readonly (() => void)[]) =>
  (): void => {
    for (const end of ends) end();
  };
