import { expect, test } from "vitest";
import { createSubscribers } from "../../src/main/store/subscribers.ts";
import type { LoggedEvent } from "../../src/shared/events.ts";
import { said, wordOf } from "./support.ts";

/** A log elsewhere: each reading is answered when the test says so, with what was there when it was asked. */
function distantLog() {
  const entries: LoggedEvent[] = [];
  const readings: { answer: () => void; fail: () => void }[] = [];
  let wake = () => {};
  const when = async (holds: () => boolean) => {
    while (!holds())
      await new Promise<void>((done) => {
        wake = done;
      });
  };
  const read = <T>(value: T) =>
    new Promise<T>((resolve, reject) => {
      wake();
      readings.push({ answer: () => resolve(value), fail: () => reject(new Error("the database is away")) });
    });
  const subscribers = createSubscribers({
    lastEntryId: async () => entries.length,
    entriesAfter: (id, limit) => read(entries.slice(id, id + limit)),
  });
  const heard: string[] = [];
  return {
    heard,
    /** Resolves when so many entries have been heard of. */
    told: (count: number) => when(() => heard.length === count),
    /** The reading that has been asked for, once it has been. */
    next: async () => {
      await when(() => readings.length > 0);
      const [reading] = readings.splice(0);
      if (!reading) throw new Error("nothing was asked for");
      return reading;
    },
    append: (word: string): readonly LoggedEvent[] => {
      const id = entries.length + 1;
      const entry = { id, gameId: "1000", seq: id, at: 1_000, event: said(word) };
      entries.push(entry);
      return [entry];
    },
    publish: (news: readonly LoggedEvent[]) => subscribers.publish({ entries: news, changes: [] }),
    subscribe: (after: number | null) =>
      subscribers.subscribe(after, ({ entries: told }) => {
        heard.push(...told.map(wordOf));
        wake();
      }),
    unanswered: () => readings.length,
  };
}

test("what is published while the log is being read is told once, after what came before it", async () => {
  const log = distantLog();
  log.publish(log.append("a"));
  log.subscribe(0);
  const first = await log.next();
  // Not in the answer that is under way.
  log.publish(log.append("b"));
  expect(log.heard).toEqual([]);
  first.answer();
  const second = await log.next();
  expect(log.heard).toEqual(["a"]);
  // In the answer, but not published before it comes.
  second.answer();
  await log.told(2);
  log.publish(log.append("c"));
  expect(log.heard).toEqual(["a", "b", "c"]);
  expect(log.unanswered()).toBe(0);
});

test("what was read before it was published is not told again", async () => {
  const log = distantLog();
  const kept = log.append("a");
  log.subscribe(0);
  (await log.next()).answer();
  await log.told(1);
  log.publish(kept);
  log.publish(log.append("b"));
  expect(log.heard).toEqual(["a", "b"]);
});

test("a log that cannot be read is read again with the next commit, and nothing is left out", async () => {
  const log = distantLog();
  log.publish(log.append("a"));
  log.subscribe(0);
  (await log.next()).fail();
  await new Promise(setImmediate);
  expect(log.heard).toEqual([]);
  log.publish(log.append("b"));
  (await log.next()).answer();
  await log.told(2);
  expect(log.heard).toEqual(["a", "b"]);
});

test("a subscriber that ends its subscription while the log is being read hears nothing", async () => {
  const log = distantLog();
  log.publish(log.append("a"));
  const stop = log.subscribe(0);
  const reading = await log.next();
  stop();
  reading.answer();
  log.publish(log.append("b"));
  await new Promise(setImmediate);
  expect(log.heard).toEqual([]);
  expect(log.unanswered()).toBe(0);
});

test("a log that an earlier program has written is told in pages to its end", async () => {
  const log = distantLog();
  const words = Array.from({ length: 1_200 }, (_, index) => `line ${index}`);
  words.forEach(log.append);
  log.subscribe(0);
  for (const told of [500, 1_000, 1_200]) {
    (await log.next()).answer();
    await log.told(told);
  }
  log.publish(log.append("next"));
  expect(log.heard).toEqual([...words, "next"]);
});
