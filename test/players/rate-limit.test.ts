import { expect, test } from "vitest";
import { createRateLimit } from "../../src/main/players/endpoint/roster.ts";

test("a player is called so often at the most, for moves before news that came earlier", async () => {
  const pace = createRateLimit(100);
  const order: string[] = [];
  const { signal } = new AbortController();
  const take = async (what: string, isMove: boolean) => {
    await pace.turn(isMove, signal);
    order.push(what);
  };
  await Promise.all([take("first", false), take("news", false), take("more", false), take("a move", true)]);
  expect(order).toEqual(["first", "a move", "news", "more"]);
});

test("a caller that gives up waiting leaves the queue, and holds nobody up", async () => {
  const pace = createRateLimit(100);
  const stop = new AbortController();
  const { signal } = new AbortController();
  await pace.turn(false, signal);
  const left = pace.turn(true, stop.signal);
  const next = pace.turn(false, signal);
  stop.abort();
  await left;
  await next;
  await pace.turn(true, AbortSignal.abort());
});
