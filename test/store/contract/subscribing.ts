import { describe, expect, test } from "vitest";
import { type CommitNotification, isOfGame, type Store } from "../../../src/main/store/store.ts";
import type { LoggedEvent } from "../../../src/shared/events.ts";
import { follow, keep, keptBy, newGame, wordOf } from "../support.ts";
import type { Open } from "./open.ts";

/** Hears of everything from now on. */
function hear(store: Pick<Store, "subscribe">) {
  const news: CommitNotification[] = [];
  const entries = (): readonly LoggedEvent[] => news.flatMap((each) => each.entries.filter(isOfGame));
  const stop = store.subscribe((each) => news.push(each));
  return { news, entries, stop, words: () => entries().map(wordOf) };
}

export function subscribing(open: Open): void {
  describe("a subscriber to later commits", () => {
    test("hears of each commit as a whole, in order, before the one who asked for it is answered", async () => {
      const store = await open();
      const one = newGame("1000");
      await keep(store, one);
      const order: string[] = [];
      const heard = hear(store);
      store.subscribe(({ entries }) => order.push(`heard ${entries.map(wordOf)}`));
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
      store.subscribe(({ entries }) => {
        for (const { gameId } of entries.filter(isOfGame)) seen.push(store.game(gameId));
      });
      await keep(store, newGame("1000"));
      expect(await Promise.all(seen)).toMatchObject([{ id: "1000", version: 1 }]);
    });

    test("does not hear of what was refused", async () => {
      const store = await open();
      const heard = hear(store);
      await Promise.all(["1000", "1000", "1001"].map((id) => store.commit([newGame(id)], 2_000)));
      expect(heard.words()).toEqual(["1000", "1001"]);
    });

    test("is not disturbed by another that throws, nor is the commit", async () => {
      const store = await open();
      store.subscribe(() => {
        throw new Error("a listener's own trouble");
      });
      const heard = hear(store);
      await keep(store, newGame("1000"), newGame("1001"));
      expect(heard.words()).toEqual(["1000", "1001"]);
    });

    test("hears nothing after it has ended that, also while others are being told", async () => {
      const store = await open();
      const heard = hear(store);
      store.subscribe(({ entries }) => {
        if (entries.some((entry) => wordOf(entry) === "1001")) late.stop();
      });
      const late = hear(store);
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
      const stop = store.subscribe(() => {
        stop();
        inner.push(hear(store));
        asked.push(keep(store, newGame("1001")));
      });
      await keep(store, newGame("1000"));
      await Promise.all(asked);
      expect(inner.map(({ words }) => words())).toEqual([["1001"]]);
    });

    test("hears on after it threw", async () => {
      const store = await open();
      const heard: string[] = [];
      store.subscribe(({ entries }) => {
        heard.push(...entries.map(wordOf));
        throw new Error("a listener's own trouble");
      });
      await keep(store, newGame("1000"));
      await keep(store, newGame("1001"));
      expect(heard).toEqual(["1000", "1001"]);
    });
  });
}
