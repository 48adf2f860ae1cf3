import { setImmediate as nextPass } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRequestQueue } from "../../src/main/flow/backlogs.ts";

test.each([
  { ms: 3, most: 1 },
  { ms: 1, most: 2 },
])("requests of $ms ms start $most in a pass of the event loop, clients in turn", async ({ ms, most }) => {
  let now = 1_000;
  const queue = createRequestQueue(() => now);
  const begun: string[] = [];
  for (const request of ["a1", "a2", "a3", "a4", "a5", "b1", "b2", "b3", "b4"])
    queue.add(request[0], async () => {
      begun.push(request);
      // Work behind promises counts, too.
      await null;
      now += ms;
    });
  expect(begun).toEqual(["a1"]);
  await nextPass();
  const counts = [begun.length];
  while (begun.length < 9) {
    await nextPass();
    counts.push(begun.length);
  }
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2", "a4", "b3", "a5", "b4"]);
  expect(Math.max(...counts.slice(1).map((count, index) => count - (counts[index] ?? 0)))).toBe(most);
  await nextPass();
  queue.add("c", () => begun.push("c1"));
  expect(begun.at(-1)).toBe("c1");
});

test("all that wait start when the host closes", () => {
  const queue = createRequestQueue();
  const begun: string[] = [];
  for (const request of ["a1", "a2", "b1"]) queue.add(request[0], () => begun.push(request));
  queue.flush();
  expect(begun).toEqual(["a1", "a2", "b1"]);
});
