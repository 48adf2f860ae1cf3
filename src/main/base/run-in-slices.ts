import { setImmediate as nextPass } from "node:timers/promises";
import type { Steps } from "../../shared/steps.ts";
import { spareTime } from "./spare-time.ts";

/** Milliseconds of such work, whoever does it, after which the event loop goes on. */
const AT_ONCE_MS = 10;

/** When this pass of the event loop began such work; null before. */
let startedAt: number | null = null;
let lastTurn = Promise.resolve();

function start(): number {
  if (startedAt === null)
    setImmediate(() => {
      startedAt = null;
    });
  startedAt = performance.now();
  return startedAt;
}

/** Does long work piece by piece, and lets the event loop go on in between. Where several do, they take turns. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  for (let since = startedAt ?? start(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < AT_ONCE_MS) continue;
    lastTurn = lastTurn.then(() => nextPass());
    await lastTurn;
    since = start();
  }
}

/** Does work that nobody waits for, in the time that requests leave. */
export async function runInSpareTime<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    await spareTime.turn();
    do {
      const step = steps.next();
      if (step.done) return step.value;
    } while (spareTime.hasTime());
  }
}
