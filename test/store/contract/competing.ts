import { describe, expect, test } from "vitest";
import { seeded } from "../../support/seeded.ts";
import { follow, impossible, keep, keptBy, newGame, wordOf } from "../support.ts";
import type { Open } from "./open.ts";

export function competing(open: Open): void {
  describe("a game", () => {
    test("is changed by the first who decides on a version, and by nobody else who did", async () => {
      const store = await open();
      const made = newGame("1000");
      await keep(store, made);
      expect(keptBy(await store.commit([follow(made, "first")], 2_000))).toHaveLength(1);
      for (const expectedVersion of [1, 3, 99]) {
        const late = await store.commit([{ ...follow(made, "late"), expectedVersion }], 2_000);
        expect(late).toMatchObject({ ok: false, code: "CONFLICT", message: expect.stringContaining("version 2") });
      }
      expect((await store.log("1000", 0)).map(wordOf)).toEqual(["1000", "first"]);
      expect(await store.game("1000")).toMatchObject({ version: 2, snapshot: { data: { last: "first" } } });
      expect(await store.commit([follow(newGame("1001"), "nobody")], 2_000)).toMatchObject({ code: "CONFLICT" });
      expect(await store.game("1001")).toBeNull();
    });

    test("never takes the place of another, however often a number is chosen twice", async () => {
      const store = await open();
      const random = seeded(7);
      const quotas = new Map<string, number>();
      let refused = 0;
      for (let made = 0; made < 3_000; made += 50) {
        const batch = Array.from({ length: 50 }, (_, index) => ({
          id: String(1_000 + Math.floor(random() * 1_500)),
          creator: made + index,
        }));
        const answers = await Promise.all(
          batch.map(({ id, creator }) => store.commit([newGame(id, { data: { creator } })], 2_000)),
        );
        answers.forEach((answer, index) => {
          const { id, creator } = batch[index] ?? { id: "", creator: -1 };
          expect(answer.ok).toBe(!quotas.has(id));
          if (answer.ok) quotas.set(id, creator);
          else expect(answer).toMatchObject({ code: "CONFLICT", message: expect.stringContaining(id) });
          refused += answer.ok ? 0 : 1;
        });
      }
      expect(refused).toBeGreaterThan(1_000);
      expect(refused + quotas.size).toBe(3_000);
      const games = await store.unfinished();
      expect(games.map(({ id, snapshot }) => [id, snapshot.data]).toSorted()).toEqual(
        [...quotas].map(([id, creator]) => [id, { creator }]).toSorted(),
      );
      expect(await store.lastEntryId()).toBe(quotas.size);
    });
  });

  describe("changes of the same moment", () => {
    test("are stored in the order of the requests, also across games", async () => {
      const store = await open();
      const one = newGame("1000");
      const two = newGame("1001");
      const answers = await Promise.all(
        [one, two, follow(one, "a"), follow(two, "b"), follow(follow(one, "a"), "c")].map((change) =>
          store.commit([change], 2_000),
        ),
      );
      expect(answers.flatMap(keptBy).map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
      expect((await store.entriesAfter(0, 10)).map(wordOf)).toEqual(["1000", "1001", "a", "b", "c"]);
      expect(await store.game("1000")).toMatchObject({ version: 3, snapshot: { data: { last: "c" } } });
    });

    test("do not fail together", async () => {
      const store = await open();
      const one = newGame("1000");
      const [first, taken, bad, second, late, last] = await Promise.all(
        [
          one,
          newGame("1000"),
          impossible(newGame("1001")),
          newGame("1002"),
          follow(newGame("1003"), "x"),
          follow(one, "a"),
        ].map((change) => store.commit([change], 2_000)),
      );
      expect(bad).toMatchObject({
        ok: false,
        code: "STORAGE_FAILED",
        message: expect.stringMatching(/^This could not be saved, so it did not happen \(.+\)\. Nothing is lost; try/),
      });
      expect([taken, late]).toMatchObject([{ code: "CONFLICT" }, { code: "CONFLICT" }]);
      expect([first, second, last].flatMap(keptBy).map(({ id, gameId }) => [id, gameId])).toEqual([
        [1, "1000"],
        [2, "1002"],
        [3, "1000"],
      ]);
      expect(await store.game("1001")).toBeNull();
      expect(await store.count()).toEqual({ open: 0, live: 2, finished: 0 });
    });

    test("are stored also when the store closes before it got round to them; later ones are not", async () => {
      const store = await open();
      const heard: string[] = [];
      store.subscribe(({ entries }) => heard.push(...entries.map(wordOf)));
      const asked = store.commit([newGame("1000")], 2_000);
      const closed = store.close();
      expect(keptBy(await asked)).toHaveLength(1);
      await closed;
      expect(heard).toEqual(["1000"]);
      expect(await store.commit([newGame("1001")], 2_000)).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
      expect(heard).toEqual(["1000"]);
    });
  });
}
