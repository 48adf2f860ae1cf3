import { describe, expect, test } from "vitest";
import type { GameChange } from "../../../src/main/store/store.ts";
import { follow, keep, keptBy, newGame, wordOf } from "../support.ts";
import type { Open } from "./open.ts";

export function commits(open: Open): void {
  describe("a commit", () => {
    test("numbers its entries in the whole log and in each game, in the order of its changes and events", async () => {
      const store = await open();
      await keep(store, newGame("1000"));
      const two = newGame("1001");
      const entries = keptBy(
        await store.commit(
          [follow(newGame("1000"), "a", "b"), { ...two, events: [...two.events, ...two.events] }],
          2.6,
        ),
      );
      expect(entries.map(({ gameId, seq, at }) => [gameId, seq, at])).toEqual([
        ["1000", 2, 3],
        ["1000", 3, 3],
        ["1001", 1, 3],
        ["1001", 2, 3],
      ]);
      expect(entries.slice(0, 2).map(wordOf)).toEqual(["a", "b"]);
      const ids = entries.map(({ id }) => id);
      expect(ids).toEqual([...new Set(ids)].toSorted((a, b) => a - b));
      expect(await store.entriesAfter(1, 10)).toEqual(entries);
      expect(await store.game("1000")).toMatchObject({ version: 3 });
      expect(await store.game("1001")).toMatchObject({ version: 2 });
      expect([await store.gameVersion("1000"), await store.gameVersion("9")]).toEqual([3, 0]);
      expect(await store.lastEntryId()).toBe(ids.at(-1));
    });

    test("keeps snapshot and columns as they were given, times as whole milliseconds", async () => {
      const store = await open();
      const data = {
        text: "“quoted” \u{1F3C6} 'and' -- \"escaped\"; DROP TABLE games",
        list: [1, null, { deep: true }],
      };
      const made = newGame("1000", { at: 1_000.4, status: "open", data });
      await keep(store, made);
      const expected = { ...made.columns, created_at: 1_000 };
      expect(await store.game("1000")).toEqual({
        id: "1000",
        version: 1,
        columns: expected,
        snapshot: { form: 1, data },
      });
      const finished = newGame("1000", { at: 1_000, status: "finished" }).columns;
      const ended: GameChange = { ...follow(made, "gg"), columns: finished, snapshot: { form: 7, data: [] } };
      await keep(store, ended);
      expect(await store.game("1000")).toEqual({
        id: "1000",
        version: 2,
        columns: finished,
        snapshot: { form: 7, data: [] },
      });
    });

    test("of several games is kept as a whole or not at all", async () => {
      const store = await open();
      const one = newGame("1000");
      const two = newGame("1001");
      await keep(store, one);
      const refused = await store.commit([newGame("1002"), follow(one, "x"), follow(two, "y")], 2_000);
      expect(refused).toMatchObject({ ok: false, code: "CONFLICT", message: expect.stringContaining("1001") });
      expect(await store.game("1002")).toBeNull();
      expect(await store.game("1000")).toMatchObject({ version: 1, snapshot: { data: { id: "1000" } } });
      expect(await store.lastEntryId()).toBe(1);

      expect(await store.commit([newGame("1002"), follow(one, "x"), two], 2_000)).toMatchObject({ ok: true });
      expect(await store.count()).toEqual({ open: 0, live: 3, finished: 0 });
      expect((await store.entriesAfter(1, 10)).map(wordOf)).toEqual(["1002", "x", "1001"]);
    });

    test("may change a game twice, one change on top of the other", async () => {
      const store = await open();
      const one = newGame("1000");
      expect(await store.commit([one, follow(one, "a"), follow(one, "b")], 2_000)).toMatchObject({ code: "CONFLICT" });
      expect(await store.game("1000")).toBeNull();
      expect(keptBy(await store.commit([one, follow(one, "a")], 2_000)).map(({ seq }) => seq)).toEqual([1, 2]);
    });

    test("of nothing keeps nothing, and nobody hears of it", async () => {
      const store = await open();
      const heard: unknown[] = [];
      store.subscribe((news) => heard.push(news));
      expect(await store.commit([], 2_000)).toEqual({ ok: true, value: [] });
      expect(heard).toEqual([]);
    });

    test("without an event is a bug", async () => {
      const store = await open();
      await expect(store.commit([newGame("1000"), { ...newGame("1001"), events: [] }], 2_000)).rejects.toThrow(
        /1001 has no event/,
      );
      expect(await store.lastEntryId()).toBe(0);
    });

    test("is kept as it was when it was asked for, and what is read is the reader's own", async () => {
      const store = await open();
      const data = { moves: ["e4"] };
      const made = newGame("1000", { data });
      const columns = { ...made.columns, first_name: "One" };
      const events = structuredClone(made.events);
      const asked = store.commit([{ ...made, events, columns }], 2_000);
      data.moves.push("e5");
      columns.first_name = "Another";
      const kept = keptBy(await asked);
      const expected = {
        version: 1,
        columns: { first_name: "One" },
        snapshot: { data: { moves: ["e4"] } },
      };
      const entry = { seq: 1, event: { type: "gameCreated", game: "chess" } };
      const readings: readonly (() => Promise<unknown>)[] = [
        async () => [await store.game("1000")],
        () => store.list({ status: "all", limit: 10, after: null }),
        () => store.unfinished(),
        () => store.log("1000", 0),
        () => store.entriesAfter(0, 10),
      ];
      spoil(kept);
      spoil(events);
      for (const [index, read] of readings.entries()) {
        const first = await read();
        expect(first).toMatchObject([index < 3 ? expected : entry]);
        spoil(first);
        expect(await read()).toMatchObject([index < 3 ? expected : entry]);
      }
    });
  });
}

/** Overwrites everything in a value that can be. */
function spoil(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    spoil(inner);
    Reflect.set(value, key, "spoilt");
  }
}
