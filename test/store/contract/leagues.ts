import { describe, expect, test } from "vitest";
import type { CommitNotification, GameChange } from "../../../src/main/store/store.ts";
import { follow, followLeague, keep, newGame, newLeague, wordOf } from "../support.ts";
import type { Open } from "./open.ts";

export function leagues(open: Open): void {
  describe("a league", () => {
    test("is kept with its parts and its log, and a change writes the parts that it names", async () => {
      const store = await open();
      const made = { ...newLeague("7"), parts: [part(1, "one"), part(2, "two")] };
      const next = followLeague(made, part(2, "changed"), part(3, "three"));
      await keep(store, made, next);
      expect(await store.league("7")).toEqual({
        id: "7",
        version: 2,
        columns: made.columns,
        snapshot: { form: 1, data: { id: "7" } },
      });
      const whole = await store.wholeLeague("7");
      expect(whole).toEqual({
        ...(await store.league("7")),
        parts: [part(1, "one"), part(2, "changed"), part(3, "three")],
      });
      const partsBeyond = async (known: Record<string, number>) => (await store.wholeLeague("7", known))?.parts;
      expect(await partsBeyond({ match: 2, other: 9 })).toEqual([part(3, "three")]);
      expect([await partsBeyond({ match: 3 }), await partsBeyond({ other: 9 })]).toEqual([[], whole?.parts]);
      const log = await store.leagueLog("7", 0);
      expect(log.map(({ seq, at, event }) => [seq, at, event.type])).toEqual([
        [1, 2_000, "leagueCreated"],
        [2, 2_000, "leaguePaused"],
      ]);
      expect(await store.leagueLog("7", 1)).toEqual(log.slice(1));
      expect(await store.leagueLog("7", 0, 1)).toEqual(log.slice(0, 1));
      expect([await store.league("8"), await store.wholeLeague("8"), await store.leagueLog("8", 0)]).toEqual([
        null,
        null,
        [],
      ]);
      expect([await store.leagueVersion("7"), await store.leagueVersion("8")]).toEqual([2, 0]);
    });

    test("changes with games as a whole or not at all, by its own version", async () => {
      const store = await open();
      const [league, game] = [newLeague("1000"), newGame("1000")];
      await keep(store, league, game);
      const late = await store.commit([follow(game, "x"), { ...followLeague(league), expectedVersion: 2 }], 2_000);
      expect(late).toMatchObject({ ok: false, code: "CONFLICT", message: expect.stringContaining("league 1000") });
      expect(await store.commit([follow(game, "x"), newLeague("1000")], 2_000)).toMatchObject({ code: "CONFLICT" });
      expect(await store.game("1000")).toMatchObject({ version: 1 });
      expect(await store.commit([follow(game, "x"), followLeague(league)], 2_000)).toMatchObject({ ok: true });
      expect([await store.game("1000"), await store.league("1000")]).toMatchObject([{ version: 2 }, { version: 2 }]);
    });

    test("knows what engines found of its games, and of no others", async () => {
      const store = await open();
      const game = (id: string, league_id: string | null, review: string | null) => {
        const made = newGame(id, { status: "finished" });
        return { ...made, columns: { ...made.columns, league_id, review } };
      };
      const found = '{"nodes":5000}';
      const late = game("1003", "7", null);
      await keep(store, game("1001", "7", found), game("1002", "8", found), late, game("1004", null, found));
      expect(await store.leagueReviews("7")).toEqual([{ id: "1001", review: found }]);
      const next = follow(late, "x");
      await keep(store, { ...next, columns: { ...next.columns, review: '{"nodes":1}' } });
      expect(await store.leagueReviews("7")).toEqual([
        { id: "1001", review: found },
        { id: "1003", review: '{"nodes":1}' },
      ]);
      expect((await store.game("1001"))?.columns.review).toBe(found);
      expect(await store.leagueReviews("9")).toEqual([]);
    });

    test("is heard of in the order of the log, at once and later", async () => {
      const store = await open();
      const heard: CommitNotification[] = [];
      store.subscribe((news) => heard.push(news));
      const league = newLeague("7");
      await keep(store, league);
      await store.commit([newGame("1000"), followLeague(league)], 2_000);
      expect(heard.map(({ entries, changes }) => [entries.length, changes.map(({ aggregate }) => aggregate)])).toEqual([
        [1, ["league"]],
        [2, ["game", "league"]],
      ]);
      expect(heard.flatMap(({ entries }) => entries).map(wordOf)).toEqual(["league 7", "1000", "league 7"]);
      expect((await store.entriesAfter(1, 10)).map(wordOf)).toEqual(["1000", "league 7"]);
    });

    test("is listed with the others, newest first, by status", async () => {
      const store = await open();
      await keep(
        store,
        newLeague("1", { at: 1_000 }),
        newLeague("2", { at: 2_000, status: "live" }),
        newLeague("3", { at: 2_000 }),
      );
      const ids = async (page: Parameters<typeof store.leagues>[0]) => (await store.leagues(page)).map(({ id }) => id);
      expect(await ids({ status: "all", limit: 10, after: null })).toEqual(["3", "2", "1"]);
      expect(await ids({ status: "open", limit: 10, after: null })).toEqual(["3", "1"]);
      expect(await ids({ status: "all", limit: 1, after: { createdAt: 2_000, id: "3" } })).toEqual(["2"]);
      expect(await store.unfinishedLeagues()).toBe(3);
      await keep(store, newLeague("4", { status: "finished" }));
      expect(await store.unfinishedLeagues()).toBe(3);
    });
  });

  test("rated games are added up by who sat where, once they are over", async () => {
    const store = await open();
    const game = (
      id: string,
      rated: readonly [string | null, string | null],
      winner: string | null,
      { kind = "chess", course = null }: { readonly kind?: string; readonly course?: string | null } = {},
    ): GameChange => {
      const made = newGame(id, { status: "finished" });
      const [first_rated, second_rated] = rated;
      return { ...made, columns: { ...made.columns, kind, winner, first_rated, second_rated, course, league_id: "7" } };
    };
    const nobody = [null, null] as const;
    const live = newGame("1007");
    await keep(
      store,
      game("1000", ["a", "b"], "white"),
      game("1001", ["a", "b"], "white"),
      game("1002", ["a", "b"], null),
      game("1003", ["b", "a"], "white"),
      game("1004", nobody, "white"),
      game("1005", ["a", "b"], "white", { kind: "draughts" }),
      ...["1011", "1012", "1013"].map((id) => game(id, ["a", "b"], "white", { course: "x" })),
      game("1014", ["a", "b"], "white", { course: "y" }),
      { ...live, columns: { ...live.columns, first_rated: "a", second_rated: "b" } },
    );
    const tallies = await store.ratedTallies("chess");
    expect(tallies.toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))).toEqual([
      { first: "a", second: "b", winner: "white", reason: "checkmate", course: "x", games: 3 },
      { first: "a", second: "b", winner: "white", reason: "checkmate", course: "y", games: 1 },
      { first: "a", second: "b", winner: "white", reason: "checkmate", course: null, games: 2 },
      { first: "a", second: "b", winner: null, reason: "checkmate", course: null, games: 1 },
      { first: "b", second: "a", winner: "white", reason: "checkmate", course: null, games: 1 },
    ]);
    expect(await store.game("1000")).toMatchObject({
      columns: { league_id: "7", first_rated: "a", second_rated: "b", course: null },
    });
    expect(await store.game("1011")).toMatchObject({ columns: { course: "x" } });
    // A later event may be the reason why the game counts for nobody.
    await keep(store, { ...game("1007", nobody, "white", { course: "z" }), expectedVersion: 1 });
    expect(await store.game("1007")).toMatchObject({ columns: { first_rated: null, second_rated: null, course: "z" } });
    expect(await store.ratedTallies("chess")).toEqual(tallies);
    // By the name that each had in its last game.
    const later = newGame("1010", { status: "finished", at: 5_000 });
    const names = { first_name: "Two", second_name: "Renamed", first_rated: "c", second_rated: "a" };
    await keep(store, { ...later, columns: { ...later.columns, ...names } });
    const entrants = await store.ratedEntrants("chess");
    expect(entrants.toSorted((one, other) => (one.identity < other.identity ? -1 : 1))).toEqual([
      { identity: "a", name: "Renamed", lastPlayedAt: 65_000 },
      { identity: "b", name: expect.stringMatching(/One|Two/), lastPlayedAt: 61_000 },
      { identity: "c", name: "Two", lastPlayedAt: 65_000 },
    ]);
  });
}

const part = (number: number, data: unknown) => ({ part: "match", number, data });
