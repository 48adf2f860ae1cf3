/** Something that is made when it is first asked for, and then kept. */
export interface Lazy<T> {
  get(): Promise<T>;
  /** Closes it where it was made; afterwards there is none. */
  close(): Promise<void>;
}

/** @param make what takes too long to be waited for by those who do not need it */
export function createLazy<T extends { close?(): Promise<void> | void }>(make: () => Promise<T>): Lazy<T> {
  let made: Promise<T> | null = null;
  let closed = false;
  return {
    get: () => {
      if (closed && made === null) return Promise.reject(new Error("asked for after the end"));
      made ??= make();
      return made;
    },
    close: async () => {
      closed = true;
      await (await made)?.close?.();
    },
  };
}
