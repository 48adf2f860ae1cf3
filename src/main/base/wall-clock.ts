/** Milliseconds that the system's clock may be ahead of ours before ours follows it. */
const DRIFT_MS = 1_000;

/**
 * Milliseconds since 1970, for the time of day and for how long something took: it runs evenly and never backwards. A
 * steady clock alone stands still while the machine sleeps, on Linux, and would be wrong by all of its nights; where
 * the system's clock has gone ahead, ours leaps after it. A system's clock that is put back is not followed.
 * @param wall the system's clock, in milliseconds since 1970
 * @param steady milliseconds since any moment, never backwards
 */
export function createWallClock(
  wall: () => number = () => Date.now(),
  steady: () => number = () => performance.now(),
): () => number {
  let offset = wall() - steady();
  return () => {
    const time = offset + steady();
    const ahead = wall() - time;
    if (ahead <= DRIFT_MS) return time;
    offset += ahead;
    return time + ahead;
  };
}
