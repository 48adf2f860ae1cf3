import { describe, expect, test } from "vitest";
import { writePath } from "../../../src/main/store/paths.ts";
import type { GameColumns, Store } from "../../../src/main/store/store.ts";
import { follow, keep, newGame } from "../support.ts";
import type { Open } from "./open.ts";

/** A way through positions, each named by a letter: `a:e2e4 b:e7e5`. */
const path = (text: string): string =>
  writePath(
    text.split(" ").map((step) => {
      const [position = "", move = ""] = step.split(":");
      return { position: markOf(position), move };
    }),
  );
const markOf = (letter: string): string => letter.repeat(8);

async function over(store: Store, id: string, text: string, more: Partial<GameColumns> = {}) {
  const made = newGame(id, { status: "finished" });
  const change = { ...made, columns: { ...made.columns, ...more }, path: path(text) };
  await keep(store, change);
  return change;
}

export function positions(open: Open): void {
  describe("positions of finished games", () => {
    const tried = (store: Store, letter: string, own: readonly string[] | null = null) =>
      store.movesTried({ kind: "chess", position: markOf(letter), own });

    test("tell what was played there, most often first, and how those games ended", async () => {
      const store = await open();
      expect(await tried(store, "a")).toEqual([]);
      await over(store, "1001", "a:e2e4 b:e7e5", { result: "first", person: 1 });
      await over(store, "1002", "a:d2d4 c:d7d5", { result: "second" });
      await over(store, "1003", "a:e2e4 b:c7c5", { result: "draw" });
      // By another way to a position that is known.
      await over(store, "1004", "c:e2e4 b:c7c5", { result: null });
      await keep(store, newGame("1005", { status: "live" }));
      expect(await tried(store, "a")).toEqual([
        { move: "e2e4", games: 2, first: 1, draws: 1, second: 0 },
        { move: "d2d4", games: 1, first: 0, draws: 0, second: 1 },
      ]);
      expect(await tried(store, "b")).toEqual([
        { move: "c7c5", games: 2, first: 0, draws: 1, second: 0 },
        { move: "e7e5", games: 1, first: 1, draws: 0, second: 0 },
      ]);
      expect(await tried(store, "a", [])).toEqual([{ move: "e2e4", games: 1, first: 1, draws: 0, second: 0 }]);
      expect(await tried(store, "d")).toEqual([]);
    });

    test("tell of one's own games, and of records in which somebody of the names that are given played", async () => {
      const store = await open();
      const people = (first_name: string, second_name: string) => ({
        first_kind: "human",
        first_name,
        second_kind: "human",
        second_name,
      });
      await over(store, "1001", "a:e2e4", { person: 1, ...people("Ada", "Magnus Carlsen") });
      await over(store, "1002", "a:d2d4", { person: 0, ...people("Carlsen, Magnus", "Ada") });
      await over(store, "1003", "a:c2c4", { person: 0, ...people("Ada", "Björn") });
      const agents = { first_kind: "agent", second_kind: "agent" };
      await over(store, "1004", "a:b2b4", { person: 0, ...people("Ada", "Ada"), ...agents });
      const moves = async (own: readonly string[] | null) => (await tried(store, "a", own)).map(({ move }) => move);
      expect(await moves(null)).toHaveLength(4);
      expect(await moves([])).toEqual(["e2e4"]);
      expect(await moves(["magnus carlsen"])).toEqual(["d2d4", "e2e4"]);
      expect(await moves(["bjorn", "Nobody"])).toEqual(["c2c4", "e2e4"]);
      expect(await moves(["Ada"])).toEqual(["c2c4", "d2d4", "e2e4"]);
    });

    test("leave out deleted games until they come back", async () => {
      const store = await open();
      const game = await over(store, "1001", "a:e2e4", { result: "first" });
      expect(await tried(store, "a")).toHaveLength(1);
      const { path: _path, ...kept } = game;
      const deleted = { ...follow(kept, "gone"), columns: { ...game.columns, deleted_at: 9 } };
      await keep(store, deleted);
      expect(await tried(store, "a")).toEqual([]);
      await keep(store, { ...follow(deleted, "back"), columns: { ...game.columns, person: 1 } });
      expect(await tried(store, "a", [])).toHaveLength(1);
    });
  });
}
