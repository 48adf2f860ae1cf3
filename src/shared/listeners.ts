/** Those who listen to one kind of news. */
export function createListeners<News extends readonly unknown[]>() {
  const listeners = new Set<(...news: News) => void>();
  return {
    /** Calls with all news from now on. Returns a function that ends it. */
    listen: (listener: (...news: News) => void) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Tells all of them, in the order in which they came, those included that one of them ends meanwhile. */
    tell: (...news: News) => {
      for (const listener of [...listeners]) listener(...news);
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
