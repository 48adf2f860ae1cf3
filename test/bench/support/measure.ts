/** The middle of a list of numbers; NaN for an empty one. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low, high] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low === undefined || high === undefined ? Number.NaN : (low + high) / 2;
}

/** Milliseconds that a piece of work takes. */
export async function timed(work: () => unknown): Promise<number> {
  const began = performance.now();
  await work();
  return performance.now() - began;
}

/** How many times a second a piece of work can be done, one after the other, tried for `ms` milliseconds. */
export async function rate(ms: number, work: () => unknown): Promise<number> {
  const began = performance.now();
  let done = 0;
  for (; performance.now() - began < ms; done += 1) await work();
  return (done * 1000) / (performance.now() - began);
}
