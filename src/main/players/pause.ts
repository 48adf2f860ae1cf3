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

/** Most milliseconds of one piece of a wait, and the least that is left for it. */
const LONGEST_PIECE_MS = 15_000;
const LEAST_LEFT_MS = 1_000;

/**
 * Waits until something is done, and calls whenever a quarter of the time that is left has passed, and at the end: so that
 * what is given back meanwhile comes before a limit.
 */
export async function waitInPieces(done: Promise<unknown>, leftMs: () => number, onPiece: () => Promise<unknown>) {
  const end = done.then(() => true);
  for (let isDone = false; !isDone; ) {
    const piece = new AbortController();
    const pause = pauseFor(Math.min(LONGEST_PIECE_MS, Math.max(LEAST_LEFT_MS, leftMs()) / 4), piece.signal);
    isDone = await Promise.race([end, pause.then(() => false)]);
    piece.abort();
    await onPiece();
  }
}

/** Milliseconds by which a move is delayed for a person who watches: at most a tenth of the time on the clock. */
export function paceOf(state: GameState, replyMs: number): number {
  const isSeen = state.seats.some(({ kind }) => kind === "human");
  const [first = 0, second = 0] = state.clock?.left ?? [];
  const most = state.clock ? Math.min(first, second) / 10 : replyMs;
  return Math.max(state.paceMs, isSeen ? Math.min(replyMs, most) : 0);
}
