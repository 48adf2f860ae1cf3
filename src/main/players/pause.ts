import { awakeTime } from "../base/awake-time.ts";
import type { Table } from "../tables/machine/table.ts";

/** Resolves after so many milliseconds awake, or at once when the signal is aborted. */
export function pauseFor(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (ms <= 0 || signal.aborted) return resolve();
    const done = () => {
      callOff();
      signal.removeEventListener("abort", done);
      resolve();
    };
    const callOff = awakeTime.after(ms, done);
    signal.addEventListener("abort", done, { once: true });
    return undefined;
  });
}

/**
 * Milliseconds by which a move is delayed for the eyes of a spectating person: at most a tenth of the time on the
 * clock.
 */
export function paceOf(table: Table, replyMs: number): number {
  const isSeen = table.seats.some(({ kind }) => kind === "human");
  const [first = 0, second = 0] = table.clock?.left ?? [];
  const most = table.clock ? Math.min(first, second) / 10 : replyMs;
  return Math.max(table.paceMs, isSeen ? Math.min(replyMs, most) : 0);
}
