import { describe, expect, test } from "vitest";
import { allFinished, type Page } from "../../../src/main/store/store.ts";
import { follow, keep, newGame, newLeague, wordOf } from "../support.ts";
import type { Open } from "./open.ts";

export function reading(open: Open): void {
  describe("an empty store", () => {
    test("has nothing, and says so", async () => {
      const store = await open();
      expect(await store.game("1000")).toBeNull();
      expect(await store.log("1000", 0)).toEqual([]);
      expect(await store.list({ status: "all", limit: 10, after: null })).toEqual([]);
      expect(await store.unfinished()).toEqual([]);
      expect(await store.count()).toEqual({ open: 0, live: 0, finished: 0 });
      expect(await store.entriesAfter(0, 10)).toEqual([]);
      expect(await store.lastEntryId()).toBe(0);
      expect(await store.lastBeat()).toBeNull();
    });
  });

  describe("an unknown name", () => {
    test("finds nothing, whatever characters are in it", async () => {
      const store = await open();
      const search = allFinished;
      await keep(store, newGame("1000", { status: "finished" }), newLeague("7"));
      for (const id of ["1000\0", "\0", "\ud800", "'", "\\"]) {
        expect(await store.game(id)).toBeNull();
        expect(await store.gameVersion(id)).toBe(0);
        expect(await store.log(id, 0)).toEqual([]);
        expect(await store.league(id)).toBeNull();
        expect(await store.wholeLeague(id)).toBeNull();
        expect(await store.leagueVersion(id)).toBe(0);
        expect(await store.leagueLog(id, 0)).toEqual([]);
        expect(await store.leagueReviews(id)).toEqual([]);
        const looked = [
          { ...search, words: [{ text: id, isNumber: false }] },
          { ...search, words: [], league: id },
          { ...search, words: [], league: id, order: "moves" },
        ] as const;
        for (const query of looked) {
          expect(await store.history({ ...query, offset: 0, limit: 10 })).toEqual({ games: [], total: 0 });
          expect(await store.historyIds(query)).toEqual([]);
        }
      }
    });
  });

  describe("games", () => {
    test("are listed newest first, page by page, also those of the same moment", async () => {
      const store = await open();
      const games = [
        ["1000", 1, "live"],
        ["1002", 2, "finished"],
        ["1001", 2, "live"],
        ["1004", 3, "open"],
        ["1003", 3, "live"],
      ] as const;
      for (const [id, at, status] of games) await keep(store, newGame(id, { at, status }));
      const pages = async (status: Page["status"], limit: number): Promise<string[][]> => {
        const found: string[][] = [];
        for (let from: Page["after"] = null; ; ) {
          const page = await store.list({ status, limit, after: from });
          const last = page.at(-1);
          if (!last) return found;
          found.push(page.map(({ id }) => id));
          from = { createdAt: last.columns.created_at, id: last.id };
        }
      };
      expect(await pages("all", 2)).toEqual([["1004", "1003"], ["1002", "1001"], ["1000"]]);
      expect(await pages("all", 101)).toEqual([["1004", "1003", "1002", "1001", "1000"]]);
      expect(await pages("live", 2)).toEqual([["1003", "1001"], ["1000"]]);
      expect(await pages("open", 1)).toEqual([["1004"]]);
      expect(await pages("finished", 1)).toEqual([["1002"]]);
    });

    test("stand in no list and are not counted once they are deleted, and can be asked for", async () => {
      const store = await open();
      const game = newGame("1000", { status: "finished" });
      const deleted = follow(game, "deleted");
      await keep(store, game, newGame("1001", { status: "finished" }));
      await keep(store, { ...deleted, columns: { ...deleted.columns, deleted_at: 5_000.4 } });
      for (const status of ["all", "finished"] as const)
        expect((await store.list({ status, limit: 10, after: null })).map(({ id }) => id)).toEqual(["1001"]);
      const listed = async () => (await store.list({ status: "deleted", limit: 10, after: null })).map(({ id }) => id);
      expect(await listed()).toEqual(["1000"]);
      expect(await store.count()).toEqual({ open: 0, live: 0, finished: 1 });
      expect((await store.game("1000"))?.columns.deleted_at).toBe(5_000);
      await keep(store, { ...follow(deleted, "restored"), columns: game.columns });
      expect(await listed()).toEqual([]);
      expect(await store.count()).toEqual({ open: 0, live: 0, finished: 2 });
    });

    test("are counted and taken up by the status they have come to", async () => {
      const store = await open();
      const open1 = newGame("1000", { at: 3, status: "open" });
      const live1 = newGame("1002", { at: 1, status: "live" });
      const live2 = newGame("1001", { at: 1, status: "live" });
      await keep(store, open1, live1, live2, newGame("1003", { at: 2, status: "finished" }));
      expect(await store.count()).toEqual({ open: 1, live: 2, finished: 1 });
      expect((await store.unfinished()).map(({ id }) => id)).toEqual(["1001", "1002", "1000"]);

      await keep(store, { ...follow(live1, "gg"), columns: newGame("1002", { at: 1, status: "finished" }).columns });
      await keep(store, { ...follow(open1, "hi"), columns: newGame("1000", { at: 3, status: "live" }).columns });
      expect(await store.count()).toEqual({ open: 0, live: 2, finished: 2 });
      expect((await store.unfinished()).map(({ id }) => id)).toEqual(["1001", "1000"]);
      expect((await store.list({ status: "finished", limit: 9, after: null })).map(({ id }) => id)).toEqual([
        "1003",
        "1002",
      ]);
    });
  });

  test("a log is read from any number on, and no further than asked", async () => {
    const store = await open();
    const one = newGame("1000");
    const two = newGame("1001");
    await keep(store, one, two, follow(one, "a", "b"), follow(two, "c"), follow(follow(one, "a", "b"), "d"));
    const words = async (from: number, limit?: number) => (await store.log("1000", from, limit)).map(wordOf);
    expect(await words(0)).toEqual(["1000", "a", "b", "d"]);
    expect((await store.log("1000", 0)).map(({ seq }) => seq)).toEqual([1, 2, 3, 4]);
    expect(await words(1, 2)).toEqual(["a", "b"]);
    expect(await words(3)).toEqual(["d"]);
    expect(await words(4)).toEqual([]);
    expect(await words(0, 1)).toEqual(["1000"]);
    expect((await store.entriesAfter(0, 3)).map(wordOf)).toEqual(["1000", "1001", "a"]);
    expect((await store.entriesAfter(3, 100)).map(wordOf)).toEqual(["b", "c", "d"]);
    expect(await store.entriesAfter(await store.lastEntryId(), 1)).toEqual([]);
  });

  test("the last sign of life is the one that is remembered", async () => {
    const store = await open();
    await store.beat(5_000.4);
    expect(await store.lastBeat()).toBe(5_000);
    await store.beat(6_000);
    expect(await store.lastBeat()).toBe(6_000);
  });

  test("a task that was cancelled is remembered until its time is over", async () => {
    const store = await open();
    expect(await store.isTaskCancelled("one")).toBe(false);
    await store.cancelTask("one", 5_000.4, 1_000);
    await store.cancelTask("one", 5_000.4, 1_000);
    await store.cancelTask("two", 9_000, 4_000);
    expect(await store.isTaskCancelled("one")).toBe(true);
    await store.cancelTask("three", 9_000, 6_000);
    expect(await store.isTaskCancelled("one")).toBe(false);
    expect(await store.isTaskCancelled("two")).toBe(true);
  });
}
