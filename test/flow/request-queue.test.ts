import { setImmediate as nextPass } from "node:timers/promises";
import { expect, test } from "vitest";
import { createRequestQueue } from "../../src/main/flow/backlogs.ts";

test("a request starts at once where none waits, and then one in each pass of the event loop, clients in turn", async () => {
  const queue = createRequestQueue();
  const begun: string[] = [];
  for (const request of ["a1", "a2", "a3", "b1", "b2"]) queue.add(request[0], () => begun.push(request));
  expect(begun).toEqual(["a1"]);
  const passes: number[] = [];
  while (begun.length < 5) {
    await nextPass();
    passes.push(begun.length);
  }
  expect(begun).toEqual(["a1", "a2", "b1", "a3", "b2"]);
  expect(Math.max(...passes.map((count, index) => count - (passes[index - 1] ?? 1)))).toBe(1);
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
