/** The parent window of the page. */
export interface ParentWindow {
  post(message: unknown): void;
  /** Listens to messages of that window only. */
  listen(hear: (message: unknown) => void): void;
}

/** Null where the page has no parent. */
export function parentWindow(own: Window): ParentWindow | null {
  const { parent } = own;
  if (parent === own) return null;
  return {
    // The page cannot know the origin around it, which is often opaque.
    post: (message) => parent.postMessage(message, "*"),
    listen: (hear) =>
      own.addEventListener("message", ({ source, data }) => {
        if (source === parent) hear(data);
      }),
  };
}
