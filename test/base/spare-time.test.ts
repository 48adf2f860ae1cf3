import { setImmediate as nextPass } from "node:timers/promises";
import { expect, test } from "vitest";
import { createSpareTime } from "../../src/main/base/spare-time.ts";

/** Spare time whose clock the test has in hand. */
function open() {
  const time = { now: 1_000 };
  return { time, spare: createSpareTime(() => time.now) };
}

test.each([
  { asked: "somebody has just asked for something", slices: 20, ask: true },
  { asked: "nobody has asked for anything", slices: 4, ask: false },
])(
  "work that nobody waits for is spread over $slices passes of the event loop, in the order of asking, where $asked",
  async ({ slices, ask }) => {
    const { time, spare } = open();
    if (ask) spare.noteRequest()();
    let passes = 0;
    let isOver = false;
    const count = () => {
      passes += 1;
      if (!isOver) setImmediate(count);
    };
    setImmediate(count);
    const done: number[] = [];
    const piece = async (number: number) => {
      await spare.turn();
      // One such piece fills a short slice, and five fill a long one.
      time.now += 2;
      done.push(number);
    };
    await Promise.all(Array.from({ length: 20 }, (_, number) => piece(number)));
    isOver = true;
    expect(done).toEqual(Array.from({ length: 20 }, (_, number) => number));
    expect(passes).toBeGreaterThanOrEqual(slices - 1);
    expect(passes).toBeLessThanOrEqual(slices + 3);
  },
);

test("work that nobody waits for stands back until a request is answered", async () => {
  const { spare } = open();
  await spare.turn();
  const [answered, alsoAnswered] = [spare.noteRequest(), spare.noteRequest()];
  await nextPass();
  expect(spare.hasTime()).toBe(false);
  let isTurn = false;
  const turn = spare.turn().then(() => {
    isTurn = true;
  });
  answered();
  await nextPass();
  await nextPass();
  expect(isTurn).toBe(false);
  alsoAnswered();
  await turn;
});

test("work that nobody waits for has a slice now and then, however much is asked for", async () => {
  const { time, spare } = open();
  await spare.turn();
  const requests = Array.from({ length: 5 }, () => spare.noteRequest());
  await nextPass();
  expect(spare.hasTime()).toBe(false);
  time.now += 8;
  requests.push(spare.noteRequest());
  expect(spare.hasTime()).toBe(false);
  time.now += 3;
  expect(spare.hasTime()).toBe(true);
  await nextPass();
  expect(spare.hasTime()).toBe(false);
  // A request that is never answered is forgotten.
  time.now += 100;
  await spare.turn();
});

test("work that was begun in a slice may take half a slice more to end", async () => {
  const { time, spare } = open();
  await spare.turn();
  time.now += 12;
  expect(spare.hasTime()).toBe(false);
  expect(spare.hasTime(true)).toBe(true);
  time.now += 4;
  expect(spare.hasTime(true)).toBe(false);
});
