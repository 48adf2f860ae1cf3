import { setImmediate as nextPass } from "node:timers/promises";
import type { Steps } from "../../shared/steps.ts";
import { spareTime } from "./spare-time.ts";

/** Milliseconds of work after which the event loop goes on. */
const AT_ONCE_MS = 10;

/** Does long work piece by piece, and lets the event loop go on in between. */
export async function runInSlices<T>(steps: Steps<T>): Promise<T> {
  for (let since = performance.now(); ; ) {
    const step = steps.next();
    if (step.done) return step.value;
    if (performance.now() - since < AT_ONCE_MS) continue;
    await nextPass();
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
