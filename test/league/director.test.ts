import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { definitions } from "../../src/games/register.ts";
import type { LiveLeague } from "../../src/main/league/machine/league.ts";
import { createRatingList } from "../../src/main/league/ratings/rating-list.ts";
import type { Drivers } from "../../src/main/players/driver.ts";
import { strategyDriver } from "../../src/main/players/drivers.ts";
import { createUnattendedPlay } from "../../src/main/players/unattended-play.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Change, Store } from "../../src/main/store/store.ts";
import { nothingKnown } from "../../src/main/views/league/league-view.ts";
import type { LeagueReport } from "../../src/shared/leagues.ts";
import { refuse, Unavailable } from "../../src/shared/result.ts";
import { recordedStore, sure } from "../live-games/support.ts";
import { leagueReport } from "./at-once.ts";
import { course, gamesIn, type nobodyElse, openLeagueHost, planOf, pointsIn, recomputed, toItsEnd } from "./support.ts";

const never = new AbortController().signal;
const four = { players: 4, options: { rounds: 1 } };

/** Runs a league to its end over a store, taking it up where it is there already. */
async function runOn(
  store: Store,
  request: Readonly<Record<string, unknown>>,
  change: Partial<typeof nobodyElse> = {},
): Promise<LeagueReport> {
  await using host = await openLeagueHost(store, undefined, change);
  const { leagues } = host;
  const [there] = await store.leagues({ status: "all", limit: 1, after: null });
  const id = there?.id ?? sure(await leagues.create(planOf(request))).league.id;
  // A caller repeats a request that a host did not get round to.
  if (sure(await leagues.get(id)).league.status === "ready") sure(await leagues.act(id, { type: "start" }));
  const over = await toItsEnd(leagues, id);
  return leagueReport(over, { ...nothingKnown, ratingOf: await createRatingList(store).of("odd-even") });
}

test.each(definitions.map(({ kind }) => kind))("a league of %s runs from nothing to its end", async (game) => {
  const store = openSqliteStore(":memory:");
  const report = await runOn(store, { game, players: 3, strategy: "random", longest_game: 8 });
  expect([report.status, report.standings.map(({ played }) => played)]).toEqual(["complete", [2, 2, 2]]);
  expect(gamesIn(report).toSorted()).toEqual((await recomputed(store, report)).games);
});

describe("a league of four strategies", () => {
  test("a league of four strategies runs from nothing to a champion, and its table is what its games say", async () => {
    const store = openSqliteStore(":memory:");
    const report = await runOn(store, { players: 4 });
    expect(report.rounds.map(({ matches }) => matches.length)).toEqual([2, 2, 2]);
    const { points, games } = await recomputed(store, report);
    expect(pointsIn(report)).toEqual(points);
    expect(gamesIn(report).toSorted()).toEqual(games);
    expect(report.champion).toBe(report.standings[0]?.name);
    // Odd/even knows no draw: six matches give three points each.
    expect(report.standings.reduce((sum, each) => sum + each.points, 0)).toBe(18);
    const log = await store.leagueLog(report.league_id, 0);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
    expect(log.filter(({ event }) => event.type === "matchReported")).toHaveLength(6);
  });

  test("a league of four strategies goes the same way with the same seed, and another with another", async () => {
    const courses = [];
    for (const seed of [7, 7, 8]) courses.push(course(await runOn(openSqliteStore(":memory:"), { players: 4, seed })));
    expect(courses[1]).toEqual(courses[0]);
    expect(courses[2]).not.toEqual(courses[0]);
  });

  test.each([
    ["knockout", { format: "knockout", players: 5 }, 4],
    ["swiss", { format: "swiss", players: 5, rounds: 4 }, 8],
    ["gauntlet", { format: "gauntlet" }, 3],
    ["double round robin in pairs", { format: "double-round-robin", games_per_match: 2, players: 3 }, 6],
    ["best of five", { games_per_match: 5, best_of: true, players: 2 }, 1],
  ])("a league of four strategies as a %s ends with everyone's matches played", async (_, request, matches) => {
    const store = openSqliteStore(":memory:");
    const report = await runOn(store, { ...four, ...request });
    const met = report.rounds.flatMap((round) => round.matches).filter(({ b }) => b !== null);
    expect(met).toHaveLength(matches);
    expect(gamesIn(report).toSorted()).toEqual((await recomputed(store, report)).games);
    for (const { winner, score, a } of met) {
      if (score[0] !== score[1]) expect(winner === a).toBe(score[0] > score[1]);
      else if (report.format === "knockout") expect(winner).not.toBeNull();
    }
  });

  test("a league of four strategies ends a sequential test of two as soon as it is decided", async () => {
    const report = await runOn(openSqliteStore(":memory:"), {
      game: "tic-tac-toe",
      games_per_match: 2,
      rounds: 500,
      sprt: { elo0: 0, elo1: 200 },
      entrants: [
        { kind: "strategy", strategy: "perfect" },
        { kind: "strategy", strategy: "random" },
      ],
    });
    expect(report.pair?.sprt?.decision).toBe("elo1");
    expect(report.round).toBeLessThan(100);
    expect(report.pair?.pairs).toBe(report.round);
  });
});

test("a league that all but one leave is forfeited to its end by itself", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const { leagues } = host;
  const agents = ["Ada", "Boole"].map((name) => ({ kind: "agent", name }));
  const { id } = sure(await leagues.create(planOf({ entrants: agents, rounds: 1_000 }))).league;
  sure(await leagues.act(id, { type: "start" }));
  sure(await leagues.act(id, { type: "leave", entrant: 1 }));
  expect((await toItsEnd(leagues, id)).league).toMatchObject({ round: 1_000, champion: 2 });
});

test("the game of an entrant that left is ended by the next host where the first one could not", async () => {
  const below = openSqliteStore(":memory:");
  let isFull = false;
  const store: Store = {
    ...below,
    commit: async (changes, ...more) =>
      isFull && changes.some(({ aggregate }) => aggregate === "game")
        ? refuse("STORAGE_FAILED", "the disk is full")
        : below.commit(changes, ...more),
  };
  const entrants = ["Ada", "Boole"].map((name) => ({ kind: "agent", name }));
  let id = "";
  {
    await using host = await openLeagueHost(store);
    ({ id } = sure(await host.leagues.create(planOf({ entrants }))).league);
    sure(await host.leagues.act(id, { type: "start" }));
    for (const entrant of [1, 2]) sure(await host.leagues.act(id, { type: "answer", entrant }));
    await expect.poll(async () => (await host.games.latest(`L${id}m1g1`)).ok).toBe(true);
    isFull = true;
    const { league } = sure(await host.leagues.act(id, { type: "leave", entrant: 1 }));
    expect([league.status, league.current[0]?.status]).toEqual(["running", "playing"]);
  }
  await using host = await openLeagueHost(below);
  const { league } = await toItsEnd(host.leagues, id);
  expect(league.current).toMatchObject([{ result: { termination: "forfeit" }, games: [{ result: { winner: "b" } }] }]);
});

test("a league that is to finish does so at the next host, and pauses once its match is over", async () => {
  const store = openSqliteStore(":memory:");
  const entrants = ["Ada", "Boole", "Church", "Dijkstra"].map((name) => ({ kind: "agent", name }));
  let id = "";
  {
    await using host = await openLeagueHost(store);
    ({ id } = sure(await host.leagues.create(planOf({ entrants, games_per_match: 2, concurrency: 1 }))).league);
    sure(await host.leagues.act(id, { type: "start" }));
    const [match] = sure(await host.leagues.get(id)).league.current;
    for (const entrant of [match?.a ?? 0, match?.b ?? 0]) sure(await host.leagues.act(id, { type: "answer", entrant }));
    sure(await host.leagues.act(id, { type: "finish" }));
  }
  await using host = await openLeagueHost(store);
  for (const game of [1, 2]) {
    const gameId = `L${id}m1g${game}`;
    await expect.poll(async () => (await host.games.latest(gameId)).ok).toBe(true);
    sure(await host.games.resign(gameId, "odd"));
  }
  const { value: end } = sure(
    await host.leagues.waitUntil(id, ({ league }) => league.status === "paused", 60_000, never),
  );
  expect(end.league).toMatchObject({ status: "paused", finishing: true, held: null });
  expect(end.league.current.map(({ status }) => status)).toEqual(["reported", "assigned"]);
});

test.each([
  ["at any commit", { ...four, format: "double-round-robin", concurrency: 1 }, 10],
  // By the clock, each move is a commit of its own.
  ["in the middle of a game", { players: 3, options: { rounds: 3 }, clock: { initial_seconds: 60 } }, 20],
])("a host that dies %s loses no result, counts none twice and keeps the schedule", async (_, request, least) => {
  const expected = await runOn(openSqliteStore(":memory:"), request);
  let survived = 0;
  // How many commits it takes is not the same each time: those that meet are one.
  for (let dies = 1; ; dies += 1) {
    const store = openSqliteStore(":memory:");
    if (!(await diesAfter(store, dies, request))) break;
    const report = await runOn(store, request);
    expect(course(report), `died at commit ${dies}`).toEqual(course(expected));
    const { points, games } = await recomputed(store, report);
    expect(pointsIn(report)).toEqual(points);
    expect(gamesIn(report).toSorted()).toEqual(games);
    const reported = (await store.leagueLog(report.league_id, 0)).flatMap(({ event }) =>
      event.type === "gameReported" ? [event.game] : [],
    );
    expect(reported.toSorted()).toEqual(games);
    await store.close();
    survived += 1;
  }
  expect(survived).toBeGreaterThan(least);
});

describe("games that go by themselves", () => {
  // No time passes, so that a busy machine does not cut them in pieces.
  beforeEach(() => void vi.useFakeTimers({ toFake: ["performance"] }));
  afterEach(() => void vi.useRealTimers());

  test("games that go by themselves are kept once, with all that happened in them", async () => {
    const { kept, wrap } = recordedStore();
    const report = await runOn(wrap(openSqliteStore(":memory:")), { players: 4 });
    expect(kept.map(({ id }) => id).toSorted()).toEqual(gamesIn(report).toSorted());
    for (const { expectedVersion, columns, events } of kept) {
      const moves = Array.from({ length: columns.plies }, () => "movePlayed");
      expect([expectedVersion, ...events.map(({ type }) => type)]).toEqual([0, "gameCreated", ...moves, "gameOver"]);
      expect(columns.plies).toBeGreaterThan(5);
    }
  });

  test("games that go by themselves are made without the moves that are to be kept one at a time", async () => {
    const { kept, wrap } = recordedStore();
    await runOn(wrap(openSqliteStore(":memory:")), { players: 2, clock: { initial_seconds: 60 } });
    const [made, next] = kept;
    expect(made?.events.map(({ type }) => type)).toEqual(["gameCreated"]);
    expect(next?.expectedVersion).toBe(1);
  });

  test("games that go by themselves are kept once also where they become as long as they may be", async () => {
    const { kept, wrap } = recordedStore();
    const report = await runOn(wrap(openSqliteStore(":memory:")), { players: 2, longest_game: 2 });
    expect(kept).toHaveLength(gamesIn(report).length);
    const moves = Array.from({ length: 4 }, () => "movePlayed");
    for (const { events } of kept)
      expect(events.map(({ type }) => type)).toEqual(["gameCreated", ...moves, "gameOver"]);
  });

  /** The commits of a league of four, in the order of its rounds: what of it was kept, and with how many games. */
  async function commitsOf(
    change: Partial<typeof nobodyElse> = {},
    refusing: (changes: readonly Change[]) => boolean = () => false,
  ) {
    const store = openSqliteStore(":memory:");
    const commits: { readonly league: boolean; readonly games: number }[] = [];
    const watched: Store = {
      ...store,
      commit: async (changes, ...more) => {
        if (refusing(changes)) return refuse("CONFLICT", "somebody was faster");
        const games = changes.filter(({ aggregate }) => aggregate === "game").length;
        commits.push({ league: games < changes.length, games });
        return store.commit(changes, ...more);
      },
    };
    const report = await runOn(watched, four, change);
    expect(course(report)).toEqual(course(await runOn(openSqliteStore(":memory:"), four)));
    return commits;
  }

  test("games that go by themselves are kept with the results that they follow on", async () => {
    const alone = { league: true, games: 0 };
    const round = { league: true, games: 2 };
    // Made, then a commit for the start and each round, and the end.
    expect(await commitsOf()).toEqual([alone, round, round, round, alone]);
  });

  test("games that go by themselves are made after those where there is no time left, or one was there already", async () => {
    const drivers: Drivers = (_, { driven }) => (driven ? strategyDriver("levels", () => 0.5) : null);
    const late = { runs: { ...createUnattendedPlay({ drivers }), hasTime: () => false } };
    for (const commits of [await commitsOf(late), await commitsOf({}, (changes) => changes.length > 1)]) {
      expect(commits.filter(({ league, games }) => league && games > 0)).toEqual([]);
      expect(commits.filter(({ games }) => games === 1)).toHaveLength(6);
    }
  });
});

test("leagues that are taken up while the database cannot be read are not set aside, and go on", async () => {
  let asked = 0;
  // A game that is decided on is looked for, and is not there as yet.
  for (const dies of [2, 3]) {
    const below = openSqliteStore(":memory:");
    expect(await diesAfter(below, dies, { players: 2, clock: { initial_seconds: 60 } })).toBe(true);
    let isAway = true;
    const game: Store["game"] = async (id) => {
      if (!isAway) return below.game(id);
      isAway = false;
      asked += 1;
      throw new Unavailable(refuse("STORAGE_FAILED", "the database is away"), null);
    };
    await using host = await openLeagueHost({ ...below, game });
    const [there] = await below.leagues({ status: "all", limit: 1, after: null });
    await toItsEnd(host.leagues, there?.id ?? "");
    expect(host.leagues.listDamaged()).toEqual([]);
  }
  expect(asked).toBeGreaterThan(0);
});

/** A host whose disk takes so many commits and none after them, which is when it is gone; false where its league was over before. */
async function diesAfter(store: Store, commits: number, request: Parameters<typeof planOf>[0]): Promise<boolean> {
  const died = Promise.withResolvers<true>();
  let left = commits;
  const dying: Store = {
    ...store,
    commit: (...asked) => {
      if (left > 0) {
        left -= 1;
        return store.commit(...asked);
      }
      died.resolve(true);
      return Promise.resolve(refuse("STORAGE_FAILED", "the disk is gone"));
    },
  };
  await using host = await openLeagueHost(dying);
  const made = await host.leagues.create(planOf(request));
  if (!made.ok) return died.promise;
  const { id } = made.value.league;
  await host.leagues.act(id, { type: "start" });
  const stop = new AbortController();
  const isOver = ({ league }: LiveLeague) => league.status === "complete";
  const over = host.leagues.waitUntil(id, isOver, 60_000, stop.signal);
  const hasDied = await Promise.race([died.promise, over.then((waited) => !(waited.ok && isOver(waited.value.value)))]);
  stop.abort();
  return hasDied;
}

test("a list goes on behind a league whose record is damaged", async () => {
  const store = openSqliteStore(":memory:");
  const ids: string[] = [];
  {
    await using host = await openLeagueHost(store);
    for (const name of ["First", "Second"]) ids.push(sure(await host.leagues.create(planOf({ name }))).league.id);
  }
  // Made in one moment: they are listed by falling id.
  const [newest, older] = ids.toSorted().toReversed();
  const wholeLeague: Store["wholeLeague"] = async (id) => {
    const stored = await store.wholeLeague(id);
    return stored && id === newest ? { ...stored, snapshot: { ...stored.snapshot, data: null } } : stored;
  };
  await using later = await openLeagueHost({ ...store, wholeLeague });
  const first = await later.leagues.list({ status: "all", limit: 1, after: null });
  expect(first).toMatchObject({ leagues: [], next: { id: newest } });
  const second = await later.leagues.list({ status: "all", limit: 1, after: first.next });
  expect(second).toMatchObject({ leagues: [{ id: older }], next: null });
});

test("one agent sets up a part of all leagues, agents together not all of them, and the person gets through", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const { leagues } = host;
  const by = (agent: string | null, times: number) =>
    Promise.all(Array.from({ length: times }, () => leagues.create(planOf({}), { agent })));
  const made = async (agent: string | null, times: number) => (await by(agent, times)).filter(({ ok }) => ok).length;
  // At once: what is under way counts, too.
  expect([await made("greedy", 50), await made(null, 100)]).toEqual([20, 80]);
  expect([await made("a", 20), await made("b", 20), await made("c", 30)]).toEqual([20, 20, 20]);
  const [refused] = await by("late", 1);
  expect(refused).toMatchObject({ code: "LIMIT_REACHED", message: expect.stringContaining("can cancel some") });
  const { league } = sure(await leagues.create(planOf({})));
  // The person ends what agents left, and there is room again.
  const { leagues: newest } = await leagues.list({ status: "all", limit: 3, after: null });
  const left = newest.filter(({ id }) => id !== league.id).slice(0, 2);
  for (const { id } of [league, ...left]) sure(await leagues.act(id, { type: "cancel" }));
  expect(await made("late", 3)).toBe(2);
});

test("an entrant that asks for its match a thousand times over takes nobody else's place", async () => {
  await using host = await openLeagueHost(openSqliteStore(":memory:"));
  const { leagues, lobby } = host;
  const { id } = sure(await leagues.create(planOf({}))).league;
  for (const name of ["Greedy", "Late"]) sure(await lobby.join(id, name, undefined));
  const leave = new AbortController();
  const ask = (number: number, client: string | null) =>
    lobby.nextMatch({ league: id, number }, 60_000, leave.signal, client);
  const crowd = Array.from({ length: 2_100 }, () => ask(1, null));
  // All are in their places, or have been turned away.
  const [refused] = await Promise.all([Promise.race(crowd), ...Array.from({ length: 50 }, () => null)]);
  expect(refused).toMatchObject({ code: "LIMIT_REACHED" });
  const late = ask(2, "own");
  const looksOn = leagues.waitUntil(id, () => false, 60_000, leave.signal);
  sure(await leagues.act(id, { type: "start" }));
  expect(sure(await late).kind).toBe("match");
  leave.abort();
  expect(sure(await looksOn).end).toBe("cancelled");
  await Promise.all(crowd);
});
