import { addAbortListener } from "node:events";
import { awakeTime } from "../base/awake-time.ts";
import type { GameState } from "../games/machine/game-state.ts";

/** Resolves after so many milliseconds awake, or at once when the signal is aborted. */
export async function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  if (ms <= 0 || signal.aborted) return;
  const { promise, resolve } = Promise.withResolvers<void>();
  using _listening = addAbortListener(signal, () => resolve());
  const callOff = awakeTime.after(ms, resolve);
  await promise;
  callOff();
}

/**
 * Milliseconds by which a move is delayed so that a spectating person can follow: at most a tenth of the time on the
 * clock.
 */
export function paceOf(state: GameState, replyMs: number): number {
  const isSeen = state.seats.some(({ kind }) => kind === "human");
  const [first = 0, second = 0] = state.clock?.left ?? [];
  const most = state.clock ? Math.min(first, second) / 10 : replyMs;
  return Math.max(state.paceMs, isSeen ? Math.min(replyMs, most) : 0);
}
