import { setImmediate as nextPass } from "node:timers/promises";
import type { Steps } from "../../shared/steps.ts";
import { spareTime } from "./spare-time.ts";

/** Milliseconds of such work, whoever does it, after which the event loop goes on. */
const AT_ONCE_MS = 10;

/** Milliseconds of it in this pass of the event loop. */
let spentMs = 0;
let lastTurn = Promise.resolve();

function spendTime(ms: number): void {
  if (spentMs === 0)
    setImmediate(() => {
      spentMs = 0;
    });
  spentMs += ms;
}

async function takeTurn(before: Promise<void>): Promise<void> {
  await before;
  while (spentMs >= AT_ONCE_MS) await nextPass();
}

/** Does long work piece by piece, and lets the event loop go on in between. Where several do, they take turns. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  for (let since = performance.now(); ; ) {
    const step = steps.next();
    const ms = performance.now() - since;
    if (!step.done && spentMs + ms < AT_ONCE_MS) continue;
    spendTime(ms);
    if (step.done) return step.value;
    lastTurn = takeTurn(lastTurn);
    await lastTurn;
    since = performance.now();
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
