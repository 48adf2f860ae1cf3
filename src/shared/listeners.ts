/** Those who listen to one kind of news. */
export interface Listeners<News extends readonly unknown[]> {
  /** Calls with all news from now on. Returns a function that ends it. */
  listen(listener: (...news: News) => void): () => void;
  /** Tells all of them, in the order in which they came, those included that one of them ends meanwhile. */
  tell(...news: News): void;
  /** Ends it for all of them. */
  clear(): void;
}

export function createListeners<News extends readonly unknown[]>(): Listeners<News> {
  const listeners = new Set<(...news: News) => void>();
  return {
    listen: (listener) => {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...news) => {
      for (const listener of [...listeners]) listener(...news);
    },
    clear: () => listeners.clear(),
  };
}

/** One function that ends all of several. */
export const endAll =
  (...ends: readonly (() => void)[]) =>
  (): void => {
    for (const end of ends) end();
  };
