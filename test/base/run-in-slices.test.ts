import { setImmediate as nextPass } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { runInSlices } from "../../src/main/base/run-in-slices.ts";

test("long work of many at once holds up no pass of the event loop for longer than that of one", async () => {
  let now = 1_000;
  using _ = vi.spyOn(performance, "now").mockImplementation(() => now);
  function* work(name: string) {
    for (let step = 0; step < 25; step += 1) {
      now += 1;
      yield;
    }
    return name;
  }
  const names = Array.from({ length: 20 }, (_, number) => `work ${number}`);
  let isOver = false;
  const all = Promise.all(names.map((name) => runInSlices(work(name)))).finally(() => {
    isOver = true;
  });
  // At first each does one step, since none knows of the others.
  expect(now - 1_000).toBeLessThanOrEqual(30);
  let longest = 0;
  for (let before = now; !isOver; before = now) {
    await nextPass();
    longest = Math.max(longest, now - before);
  }
  expect(await all).toEqual(names);
  // A slice of 10 ms in one pass, and that of the next may fall in between.
  expect(longest).toBeLessThanOrEqual(20);
});
