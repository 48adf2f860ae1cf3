import { describe, expect, test } from "vitest";
import { allFinished, type GameColumns, type HistoryQuery, type Store } from "../../../src/main/store/store.ts";
import { searchWords } from "../../../src/shared/text.ts";
import { follow, keep, newGame } from "../support.ts";
import type { Open } from "./open.ts";

const all: HistoryQuery = { ...allFinished, offset: 0, limit: 10 };

/** Keeps a finished game that ended at a moment. */
async function over(store: Store, id: string, endedAt: number, names: readonly [string, string], more = {}) {
  const made = newGame(id, { status: "finished" });
  const [first_name, second_name] = names;
  const columns: GameColumns = { ...made.columns, finished_at: endedAt, first_name, second_name, ...more };
  await keep(store, { ...made, columns });
  return { ...made, columns };
}

export function history(open: Open): void {
  describe("finished games", () => {
    const asked = async (store: Store, query: Partial<HistoryQuery>) => {
      const { games, total } = await store.history({ ...all, ...query });
      const ids = games.map(({ id }) => id);
      const { offset, limit, ...search } = { ...all, ...query };
      const every = await store.historyIds(search);
      expect([every.slice(offset, offset + limit), every.length]).toEqual([ids, total]);
      return [ids, total] as const;
    };
    const found = async (store: Store, text: string) => (await asked(store, { words: searchWords(text) }))[0];

    test("are found by all words of names and opening, with and without accents, and by number", async () => {
      const store = await open();
      await over(store, "1001", 1, ["Magnus Carlsen", "Hikaru Nakamura"], { opening: "C50 Italian Game" });
      await over(store, "1002", 2, ["José Raúl Capablanca", "Łukasz"], { opening: "B01 Scandinavian Defense" });
      await over(store, "1003", 3, ["100% _sure_'; --", "Σίσυφος"]);
      expect(await found(store, "hikaru  CARLSEN")).toEqual(["1001"]);
      expect(await found(store, "jose capablanca")).toEqual(["1002"]);
      expect(await found(store, "JOSÉ łuk")).toEqual(["1002"]);
      expect(await found(store, "lukasz")).toEqual(["1002"]);
      expect(await found(store, "italian")).toEqual(["1001"]);
      expect(await found(store, "c50 nakamura")).toEqual(["1001"]);
      expect(await found(store, "magnus lukasz")).toEqual([]);
      // Characters with a meaning in a pattern mean themselves here.
      expect(await found(store, "%")).toEqual(["1003"]);
      expect(await found(store, "_sure_';")).toEqual(["1003"]);
      expect(await found(store, "_sure_’;")).toEqual(["1003"]);
      expect(await found(store, "σίσυφος")).toEqual(["1003"]);
      expect(await found(store, "#100")).toEqual(["1003", "1002", "1001"]);
      expect(await found(store, "#1002 jose")).toEqual(["1002"]);
      expect(await found(store, "50")).toEqual(["1001"]);
      expect(await found(store, "#50")).toEqual([]);
      expect(await found(store, "#c50")).toEqual(["1001"]);
      expect(await found(store, "  ")).toEqual(["1003", "1002", "1001"]);
    });

    test("stand in each order either way, with what is not there last, and page by page", async () => {
      const store = await open();
      await over(store, "1001", 30, ["Zoe", "A"], { plies: 9, reason: "time", kind: "odd-even", opening: null });
      await over(store, "1002", 10, ["", ""], { plies: 80, winner: null, reason: "stalemate", person: 1 });
      await over(store, "1003", 20, ["émile", "B"], { plies: 9, reason: "checkmate", opening: "C50", league_id: "7" });
      await keep(store, newGame("1004", { status: "live" }), newGame("1005", { status: "open" }));
      expect(await asked(store, { plies: 9 })).toEqual([["1001", "1003"], 2]);
      const both = async (order: HistoryQuery["order"]) =>
        Promise.all([true, false].map(async (descending) => (await asked(store, { order, descending }))[0]));
      expect(await both("ended")).toEqual([
        ["1001", "1003", "1002"],
        ["1002", "1003", "1001"],
      ]);
      expect(await both("players")).toEqual([
        ["1001", "1003", "1002"],
        ["1002", "1003", "1001"],
      ]);
      expect(await both("moves")).toEqual([
        ["1002", "1001", "1003"],
        ["1001", "1003", "1002"],
      ]);
      expect(await both("ending")).toEqual([
        ["1001", "1002", "1003"],
        ["1003", "1002", "1001"],
      ]);
      expect(await both("opening")).toEqual([
        ["1003", "1001", "1002"],
        ["1003", "1001", "1002"],
      ]);
      expect(await both("kind")).toEqual([
        ["1001", "1003", "1002"],
        ["1003", "1002", "1001"],
      ]);
      expect(await asked(store, { limit: 2 })).toEqual([["1001", "1003"], 3]);
      expect(await asked(store, { limit: 2, offset: 2 })).toEqual([["1002"], 3]);
      expect(await asked(store, { offset: 3 })).toEqual([[], 3]);
      expect(await asked(store, { kind: "odd-even" })).toEqual([["1001"], 1]);
      expect(await asked(store, { person: true })).toEqual([["1002"], 1]);
      expect(await asked(store, { league: "7" })).toEqual([["1003"], 1]);
      expect(await asked(store, { league: "8", words: searchWords("zoe") })).toEqual([[], 0]);
    });

    test("are found by result, league, opening, the time they ended, and rating, in every order", async () => {
      const store = await open();
      const drawn = { winner: null, reason: "stalemate", result: "draw", own_result: "drawn", person: 1 } as const;
      const lost = { winner: "black", result: "second", own_result: "lost", person: 1 } as const;
      await over(store, "1001", 10, ["Sicilian", "B"], { ...lost, opening: "A09 Réti Opening", elo: 1_500 });
      await over(store, "1002", 20, ["A", "B"], { ...drawn, opening: "B90 Sicilian Defense: Najdorf", elo: 1_600 });
      await over(store, "1003", 30, ["A", "B"], { opening: "B20 Sicilian Defense", league_id: "7", elo: 2_000 });
      await over(store, "1004", 40, ["A", "B"], { result: null, winner: null, reason: "unfinished" });
      await over(store, "1005", 50, ["A", "B"], { person: 1, own_result: "won", league_id: "8" });
      const ids = async (query: Partial<HistoryQuery>) => {
        const [newest] = await asked(store, query);
        // The order of moves is made by the database, that of their ends in memory; all of these have as many moves.
        expect((await asked(store, { ...query, order: "moves" }))[0]).toEqual(newest);
        return newest;
      };
      expect(await ids({ result: "first" })).toEqual(["1005", "1003"]);
      expect(await ids({ result: "second" })).toEqual(["1001"]);
      expect(await ids({ result: "draw" })).toEqual(["1002"]);
      expect(await ids({ result: "won" })).toEqual(["1005"]);
      expect(await ids({ result: "lost" })).toEqual(["1001"]);
      expect(await ids({ inLeague: true })).toEqual(["1005", "1003"]);
      expect(await ids({ inLeague: false, person: true })).toEqual(["1002", "1001"]);
      expect(await ids({ inLeague: false, league: "7" })).toEqual([]);
      expect(await ids({ opening: ["sicilian"] })).toEqual(["1003", "1002"]);
      expect(await ids({ opening: ["b90", "najd"] })).toEqual(["1002"]);
      expect(await ids({ opening: ["reti"] })).toEqual(["1001"]);
      expect(await ids({ opening: ["najdorf", "reti"] })).toEqual([]);
      expect(await ids({ from: 20 })).toEqual(["1005", "1004", "1003", "1002"]);
      expect(await ids({ until: 20 })).toEqual(["1001"]);
      expect(await ids({ from: 20, until: 40, words: searchWords("sicilian") })).toEqual(["1003", "1002"]);
      expect(await ids({ from: 21, until: 21 })).toEqual([]);
      expect(await ids({ eloFrom: 1_600 })).toEqual(["1003", "1002"]);
      expect(await ids({ eloTo: 1_600, result: "draw" })).toEqual(["1002"]);
      expect(await ids({ eloFrom: 1_501, eloTo: 1_599 })).toEqual([]);
    });

    test("are found by the Elo of rated ones, between whom and in which kind the rating list says", async () => {
      const store = await open();
      const [first, second] = ["agent:'A\"", "human:Bö"] as const;
      const rated = { first_rated: first, second_rated: second };
      await over(store, "1001", 10, ["A", "B"], rated);
      await over(store, "1002", 20, ["B", "A"], { first_rated: second, second_rated: first });
      await over(store, "1003", 30, ["A", "B"], { ...rated, kind: "odd-even" });
      await over(store, "1004", 40, ["A", "B"], { ...rated, deleted_at: 50 });
      await over(store, "1005", 50, ["A", "B"], { elo: 1_800 });
      await keep(store, newGame("1006", { status: "live" }));
      const ratedPairs = [
        { kind: "chess", first, second },
        { kind: "chess", first, second: "nobody" },
        { kind: "odd-even", first: second, second: first },
      ];
      expect(await asked(store, { eloFrom: 1_700, ratedPairs })).toEqual([["1005", "1001"], 2]);
      expect(await asked(store, { eloTo: 1_700, ratedPairs })).toEqual([["1001"], 1]);
      expect(await asked(store, { eloFrom: 1_700, ratedPairs, order: "moves", limit: 1 })).toEqual([["1005"], 2]);
      expect(await asked(store, { eloFrom: 1_700, ratedPairs, words: searchWords("nobody") })).toEqual([[], 0]);
    });

    test("are not found while they go on, nor once they are deleted, and by the name they have now", async () => {
      const store = await open();
      const live = newGame("1001", { status: "live" });
      await keep(store, live);
      expect(await asked(store, {})).toEqual([[], 0]);
      const ended = { ...follow(live, "gg"), columns: newGame("1001", { status: "finished" }).columns };
      await keep(store, { ...ended, columns: { ...ended.columns, first_name: "Renamed" } });
      expect(await found(store, "renamed")).toEqual(["1001"]);
      expect(await found(store, "one")).toEqual([]);
      const deleted = follow(ended, "deleted");
      await keep(store, { ...deleted, columns: { ...ended.columns, deleted_at: 9 } });
      expect(await asked(store, {})).toEqual([[], 0]);
      // A game that is taken back may be somebody's own by then.
      const restored = follow(deleted, "restored");
      await keep(store, { ...restored, columns: { ...ended.columns, person: 1 } });
      expect(await asked(store, {})).toEqual([["1001"], 1]);
      expect(await asked(store, { kind: "chess", person: true })).toEqual([["1001"], 1]);
      expect(await asked(store, { kind: "odd-even" })).toEqual([[], 0]);
      expect(await store.count()).toEqual({ open: 0, live: 0, finished: 1 });
    });
  });
}
