/** A value that is created on first use, and kept: making it would hold up those who do not need it. */
export function createLazy<T extends { close?(): Promise<void> | void }>(make: () => Promise<T>) {
  let promise: Promise<T> | null = null;
  let isClosed = false;
  return {
    get: (): Promise<T> => {
      if (isClosed && promise === null) return Promise.reject(new Error("asked for after the end"));
      promise ??= make();
      return promise;
    },
    /** Closes the value if it was created; afterwards there is none. */
    close: async () => {
      isClosed = true;
      await (await promise)?.close?.();
    },
  };
}
