import { awakeTime } from "../../base/awake-time.ts";

/** The rate of calls to a player: at most so many times a second, moves first. */
export interface RateLimit {
  /** Resolves when a call may be made; at once when the signal is aborted. */
  turn(isMove: boolean, signal: AbortSignal): Promise<void>;
}

export const noRateLimit: RateLimit = { turn: async () => {} };

/** @param perSecond calls in a second, above 0 */
export function createRateLimit(perSecond: number): RateLimit {
  const gapMs = 1_000 / perSecond;
  const moves: (() => void)[] = [];
  const news: (() => void)[] = [];
  /** The time of the next possible call. */
  let freeAt = 0;
  let isWaiting = false;

  const next = (): void => {
    isWaiting = false;
    const go = moves.shift() ?? news.shift();
    if (!go) return;
    freeAt = awakeTime.now() + gapMs;
    go();
    wait();
  };
  const wait = (): void => {
    if (isWaiting || moves.length + news.length === 0) return;
    isWaiting = true;
    const left = freeAt - awakeTime.now();
    if (left <= 0) next();
    else awakeTime.after(left, next);
  };

  return {
    turn: (isMove, signal) =>
      new Promise((resolve) => {
        const waiting = isMove ? moves : news;
        const leave = () => {
          const place = waiting.indexOf(go);
          if (place >= 0) waiting.splice(place, 1);
          resolve();
        };
        const go = () => {
          signal.removeEventListener("abort", leave);
          resolve();
        };
        if (signal.aborted) return resolve();
        signal.addEventListener("abort", leave, { once: true });
        waiting.push(go);
        wait();
        return undefined;
      }),
  };
}
