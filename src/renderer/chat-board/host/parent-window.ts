/** The window around the page, as something to talk to. */
export interface ParentWindow {
  post(message: unknown): void;
  /** Hears what that window says, and nobody else. */
  listen(hear: (message: unknown) => void): void;
}

/** Null where the page stands alone. */
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
