/** Numbers that look like chance and can be had again with the same seed (mulberry32), and choices made by them. */
export interface Chance {
  /** In [0, 1). */
  next(): number;
  /** A whole number below `limit`. */
  below(limit: number): number;
  of<T>(list: readonly T[]): T;
  bytes(length: number): Buffer;
}

export function createChance(seed: number): Chance {
  let state = seed;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number) => Math.floor(next() * limit);
  return {
    next,
    below,
    of: (list) => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error("there is nothing to choose from");
      return chosen;
    },
    bytes: (length) => Buffer.from(Array.from({ length }, () => below(256))),
  };
}
