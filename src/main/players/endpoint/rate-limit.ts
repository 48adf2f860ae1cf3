import { addAbortListener } from "node:events";
import { awakeTime } from "../../base/awake-time.ts";

/** The rate of calls to a player: at most so many times a second, moves first. */
export type RateLimit = ReturnType<typeof createRateLimit>;

/** @param perSecond calls in a second, above 0; infinite for any number */
export function createRateLimit(perSecond: number) {
  const gapMs = 1_000 / perSecond;
  const moves = new Set<() => void>();
  const news = new Set<() => void>();
  /** The time of the next possible call. */
  let freeAt = 0;
  let isWaiting = false;

  const next = (): void => {
    isWaiting = false;
    const waiting = moves.size > 0 ? moves : news;
    const [go] = waiting;
    if (!go) return;
    waiting.delete(go);
    freeAt = awakeTime.now() + gapMs;
    go();
    wait();
  };
  const wait = (): void => {
    if (isWaiting || moves.size + news.size === 0) return;
    isWaiting = true;
    const left = freeAt - awakeTime.now();
    if (left <= 0) next();
    else awakeTime.after(left, next);
  };

  return {
    /** Resolves when a call may be made; at once when the signal is aborted. */
    turn: async (isMove: boolean, signal: AbortSignal) => {
      if (signal.aborted) return;
      const waiting = isMove ? moves : news;
      const { promise, resolve } = Promise.withResolvers<void>();
      using _listening = addAbortListener(signal, () => {
        waiting.delete(resolve);
        resolve();
      });
      waiting.add(resolve);
      wait();
      await promise;
    },
  };
}
