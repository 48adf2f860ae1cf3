import { describe, expect, test } from "vitest";
import { type CommitNotification, isOfGame, type Store } from "../../../src/main/store/store.ts";
import type { LoggedEvent } from "../../../src/shared/events.ts";
import { follow, keep, keptBy, newGame, wordOf } from "../support.ts";
import type { Open } from "./open.ts";

/** Hears of everything after an entry; `until` resolves when an entry has been heard of. */
function hear(store: Pick<Store, "subscribe">, from: number | null) {
  const news: CommitNotification[] = [];
  let check = () => {};
  const entries = (): readonly LoggedEvent[] => news.flatMap((each) => each.entries.filter(isOfGame));
  const stop = store.subscribe(from, (each) => {
    news.push(each);
    check();
  });
  const until = (id: number) =>
    new Promise<void>((done) => {
      check = () => {
        if ((entries().at(-1)?.id ?? 0) >= id) done();
      };
      check();
    });
  return { news, entries, until, stop, words: () => entries().map(wordOf) };
}

export function subscribing(open: Open): void {
  describe("who subscribes to what comes next", () => {
    test("hears of each commit as a whole, in order, before the one who asked for it is answered", async () => {
      const store = await open();
      const one = newGame("1000");
      await keep(store, one);
      const order: string[] = [];
      const heard = hear(store, null);
      store.subscribe(null, ({ entries }) => order.push(`heard ${entries.map(wordOf)}`));
      const ask = async (line: string, ...changes: Parameters<Store["commit"]>[0]) => {
        keptBy(await store.commit(changes, 2_000));
        order.push(`answered ${line}`);
      };
      const a = follow(one, "a", "b");
      await Promise.all([ask("a", a, newGame("1001")), ask("c", follow(a, "c"))]);
      expect(order.filter((line) => line.startsWith("heard"))).toEqual(["heard a,b,1001", "heard c"]);
      expect(order.indexOf("heard a,b,1001")).toBeLessThan(order.indexOf("answered a"));
      expect(order.indexOf("heard c")).toBeLessThan(order.indexOf("answered c"));
      expect(heard.news.map(({ changes }) => changes.map(({ id }) => id))).toEqual([["1000", "1001"], ["1000"]]);
      expect(heard.news[0]?.changes[0]).toMatchObject(a);
      expect(heard.entries()).toEqual(await store.entriesAfter(1, 10));
    });

    test("finds what it hears of in the store", async () => {
      const store = await open();
      const seen: Promise<unknown>[] = [];
      store.subscribe(null, ({ entries }) => {
        for (const { gameId } of entries.filter(isOfGame)) seen.push(store.game(gameId));
      });
      await keep(store, newGame("1000"));
      expect(await Promise.all(seen)).toMatchObject([{ id: "1000", version: 1 }]);
    });

    test("does not hear of what was refused", async () => {
      const store = await open();
      const heard = hear(store, null);
      await Promise.all(["1000", "1000", "1001"].map((id) => store.commit([newGame(id)], 2_000)));
      expect(heard.words()).toEqual(["1000", "1001"]);
    });

    test("is not disturbed by another that throws, nor is the commit", async () => {
      const store = await open();
      store.subscribe(null, () => {
        throw new Error("a listener's own trouble");
      });
      const heard = hear(store, null);
      await keep(store, newGame("1000"), newGame("1001"));
      expect(heard.words()).toEqual(["1000", "1001"]);
    });

    test("hears nothing after it has ended that, also while others are being told", async () => {
      const store = await open();
      const heard = hear(store, null);
      store.subscribe(null, ({ entries }) => {
        if (entries.some((entry) => wordOf(entry) === "1001")) late.stop();
      });
      const late = hear(store, null);
      await keep(store, newGame("1000"));
      heard.stop();
      heard.stop();
      await keep(store, newGame("1001"), newGame("1002"));
      expect(heard.words()).toEqual(["1000"]);
      expect(late.words()).toEqual(["1000"]);
    });

    test("may do so, and may commit, while it hears of something", async () => {
      const store = await open();
      const inner: ReturnType<typeof hear>[] = [];
      const asked: Promise<unknown>[] = [];
      const stop = store.subscribe(null, () => {
        stop();
        inner.push(hear(store, null));
        asked.push(keep(store, newGame("1001")));
      });
      await keep(store, newGame("1000"));
      await Promise.all(asked);
      expect(inner.map(({ words }) => words())).toEqual([["1001"]]);
    });
  });

  describe("who subscribes from an entry on", () => {
    test("first hears of what it missed, and then of what happens, without gap or repetition", async () => {
      const store = await open();
      const one = newGame("1000");
      const entries = await keep(store, one, follow(one, "a", "b", "c"));
      const heard = hear(store, entries[1]?.id ?? 0);
      expect(heard.news).toEqual([]);
      await heard.until(entries.at(-1)?.id ?? 0);
      expect(heard.words()).toEqual(["b", "c"]);
      expect(heard.news.map(({ changes }) => changes)).toEqual([[]]);

      const last = await keep(store, follow(follow(one, "a", "b", "c"), "d"));
      await heard.until(last[0]?.id ?? 0);
      expect(heard.words()).toEqual(["b", "c", "d"]);
    });

    test("misses nothing while writes go on", async () => {
      const store = await open();
      const one = newGame("1000");
      // More than one page of the log is behind, and more comes while it is being read.
      let last = follow(one, ...Array.from({ length: 1_200 }, (_, index) => `line ${index}`));
      await keep(store, one, last);
      const heard: ReturnType<typeof hear>[] = [];
      for (let round = 0; round < 60; round += 1) {
        if (round % 4 === 0) heard.push(hear(store, round * 20));
        const next = follow(last, `round ${round}`, `and ${round}`);
        const later = follow(next, `later ${round}`);
        await Promise.all([next, later].map((change) => store.commit([change], 2_000)));
        last = later;
      }
      const end = await store.lastEntryId();
      const all = (await store.entriesAfter(0, 10_000)).map(({ id }) => id);
      for (const [index, each] of heard.entries()) {
        await each.until(end);
        expect(each.entries().map(({ id }) => id)).toEqual(all.filter((id) => id > index * 80));
      }
      expect(heard).toHaveLength(15);
      // In the end all of them are told by the commit itself.
      await keep(store, follow(last, "end"));
      for (const { news } of heard) expect(news.at(-1)?.changes).toHaveLength(1);
    });

    test("hears of what happens next when the log ends before that entry", async () => {
      const store = await open();
      await keep(store, newGame("1000"));
      const heard = hear(store, 999);
      const [entry] = await keep(store, newGame("1001"));
      await heard.until(entry?.id ?? 0);
      expect(heard.words()).toEqual(["1001"]);
    });

    test("hears nothing when it ends that at once", async () => {
      const store = await open();
      await keep(store, newGame("1000"));
      const ended = hear(store, 0);
      ended.stop();
      const heard = hear(store, 0);
      await heard.until(1);
      await keep(store, newGame("1001"));
      expect(heard.words()).toEqual(["1000", "1001"]);
      expect(ended.words()).toEqual([]);
    });

    test("hears on after it threw", async () => {
      const store = await open();
      await keep(store, newGame("1000"));
      const heard: string[] = [];
      const told = Promise.withResolvers<void>();
      store.subscribe(0, ({ entries }) => {
        heard.push(...entries.map(wordOf));
        told.resolve();
        throw new Error("a listener's own trouble");
      });
      await told.promise;
      await keep(store, newGame("1001"));
      expect(heard).toEqual(["1000", "1001"]);
    });
  });
}
