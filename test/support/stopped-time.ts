import { setImmediate as nextPass } from "node:timers/promises";
import { vi } from "vitest";

/** Timers that a test stops. Not `setImmediate`: a commit comes at the end of a turn of the event loop, without time passing. */
const toFake = ["setTimeout", "clearTimeout", "setInterval", "clearInterval", "Date", "performance"] as const;

/** Stops time at a moment in 2027 until `vi.useRealTimers`. */
export function stopTime(): void {
  vi.useFakeTimers({ now: 1_800_000_000_000, toFake: [...toFake] });
}

/** Lets milliseconds pass, and what follows be kept: a commit that brings another about takes a few turns of the event loop. */
export async function pass(ms: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms);
  for (let turn = 0; turn < 50; turn += 1) await nextPass();
}
