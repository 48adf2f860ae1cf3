import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { createByteQueue } from "../../src/main/flow/backlogs.ts";

const bytes = (text: string) => new TextEncoder().encode(text);

test("waiting bytes come out in their order, in whatever pieces they came in and are taken in", () => {
  const pile = createByteQueue();
  let all = "";
  for (let count = 0; count < 400; count += 1) {
    const piece = `${count},`.repeat(count % 50 === 49 ? 600 : (count % 7) + 1);
    all += piece;
    pile.add(bytes(piece));
  }
  pile.add(bytes(""));
  expect(pile.size).toBe(all.length);
  let had = "";
  for (let most = 1; pile.size > 0; most = (most * 3) % 5_000) {
    const taken = pile.take(most);
    expect(taken?.byteLength).toBeLessThanOrEqual(most);
    had += new TextDecoder().decode(taken ?? new Uint8Array());
    if (had.length < 900) {
      pile.add(bytes("meanwhile"));
      all += "meanwhile";
    }
  }
  expect(had).toBe(all);
  expect(pile.take(10)).toBeNull();
  pile.add(bytes("more"));
  pile.clear();
  expect([pile.size, pile.take(10)]).toEqual([0, null]);
});

test("a large piece is not copied, so that one may wait for many", () => {
  const piece = new Uint8Array(5_000);
  const piles = [createByteQueue(), createByteQueue()];
  for (const pile of piles) pile.add(piece);
  expect(piles.map((pile) => pile.take(4_000)?.buffer === piece.buffer)).toEqual([true, true]);
});

/** Bytes of memory in use. */
const weight = () => {
  setFlagsFromString("--expose-gc");
  const collect: () => void = runInNewContext("gc");
  // The other files of the worker do without.
  setFlagsFromString("--no-expose-gc");
  // Other tests were here before: what they left to be collected is not in the figure. The buffers that one collection
  // finds are released beside it, and all of them before the next.
  collect();
  collect();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
};

test("small items weigh no more than they say, however many there are", () => {
  const piles = Array.from({ length: 20 }, createByteQueue);
  const before = weight();
  for (let count = 0; count < 10_000; count += 1) for (const pile of piles) pile.add(bytes(`a line of news ${count}`));
  const said = piles.reduce((sum, { size }) => sum + size, 0);
  // Each piece by itself would be a dozen times as much.
  expect(weight() - before).toBeLessThan(said * 2);
});

test("answers out of a buffer that others share weigh no more than they say", () => {
  const pile = createByteQueue();
  const before = weight();
  for (let count = 0; count < 100; count += 1) {
    pile.add(Buffer.from("a board ".repeat(2_500)));
    // Requests between two answers take their share of the buffer, and are gone before the answers are read.
    Buffer.from("a request".repeat(3_500));
  }
  expect(weight() - before).toBeLessThan(pile.size * 1.5);
});
