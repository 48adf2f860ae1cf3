import { setTimeout as delay } from "node:timers/promises";

/** Resolves after so many milliseconds, or once the signal is aborted. Keeps no process alive. */
export const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  delay(ms, undefined, { ref: false, signal }).catch(() => {});
