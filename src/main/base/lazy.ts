/**
 * A value that is created on first use, and then kept.
 * @param make creates the value, which takes too long to hold up callers that do not need it
 */
export function createLazy<T extends { close?(): Promise<void> | void }>(make: () => Promise<T>) {
  let made: Promise<T> | null = null;
  let closed = false;
  return {
    get: (): Promise<T> => {
      if (closed && made === null) return Promise.reject(new Error("asked for after the end"));
      made ??= make();
      return made;
    },
    /** Closes the value if it was created; afterwards there is none. */
    close: async () => {
      closed = true;
      await (await made)?.close?.();
    },
  };
}
