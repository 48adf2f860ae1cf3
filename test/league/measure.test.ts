import { describe, expect, test } from "vitest";
import { measurementOf, measurementText } from "../../src/cli/measure/text.ts";
import { levelRatings } from "../../src/games/chess/level-ratings.ts";
import { definitionOf } from "../../src/games/register.ts";
import type { LeagueCommand } from "../../src/main/league/machine/decide.ts";
import { type GameResult, type League, matchesOf, openGames } from "../../src/main/league/machine/league.ts";
import { measuringIn } from "../../src/main/league/measure/measuring.ts";
import { measureRequest, planMeasure } from "../../src/main/league/measure/plan.ts";
import {
  gamesNeeded,
  type LevelGame,
  type LevelScale,
  strengthOf,
  tellsMost,
} from "../../src/main/league/measure/strength.ts";
import { anchorsOf } from "../../src/main/league/ratings/anchors.ts";
import { unreadableResult } from "../../src/main/league/rulings.ts";
import { changedParts, snapshotOf } from "../../src/main/league/snapshot.ts";
import { leagueSummary, nothingKnown } from "../../src/main/views/league/league-view.ts";
import { measureIn } from "../../src/main/views/league/rating-view.ts";
import { describeIssues } from "../../src/shared/issues.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import { codeOf, sure } from "../live-games/support.ts";
import { amount } from "../support/full.ts";
import { seeded } from "../support/seeded.ts";
import { createLeague, decide, leagueDetail, readLeague } from "./at-once.ts";
import { left, won } from "./in-hand.ts";
import { simulate } from "./simulated-measurement.ts";

const levels = levelRatings.map(({ elo }) => elo);
const scale: LevelScale = { levels, covariance: levelRatings.map(({ covariance }) => covariance) };
/** With who is weaker than all levels before them: those whom a measurement meets. */
const anchors = anchorsOf(definitionOf("chess"));
const whole: LevelScale = {
  levels: anchors.map(({ elo }) => elo),
  covariance: anchors.map(({ covariance }) => covariance),
};
const expected = (difference: number) => 1 / (1 + 10 ** (-difference / 400));
/** A result of somebody of a strength against another, with some draws. */
function pointsOf(elo: number, other: number, random: () => number): LevelGame["points"] {
  const share = expected(elo - other);
  const drawn = Math.min(share, 1 - share) / 2;
  const chance = random();
  return chance < share - drawn / 2 ? 1 : chance < share + drawn / 2 ? 0.5 : 0;
}

describe("the adaptive gauntlet", () => {
  test("the adaptive gauntlet asks the middle first, the equal soon, and no level alone", () => {
    expect(tellsMost(scale, [], { kind: "unknown" })).toBe(4);
    const lost = (level: number, games: number) =>
      Array.from({ length: games }, (): LevelGame => ({ level, first: true, points: 0 }));
    const beaten = [...lost(4, 2), ...lost(3, 2), ...lost(2, 2), ...lost(1, 4)];
    expect(tellsMost(scale, beaten, strengthOf(scale, beaten))).toBe(0);
    const met = new Set<number>();
    const games: LevelGame[] = [];
    const random = seeded(1);
    const between = ((levels[2] ?? 0) + (levels[3] ?? 0)) / 2;
    for (let game = 0; game < 60; game += 1) {
      const level = tellsMost(scale, games, strengthOf(scale, games));
      met.add(level);
      games.push({ level, first: game % 2 === 0, points: pointsOf(between, levels[level] ?? 0, random) });
    }
    expect([...met]).toEqual(expect.arrayContaining([2, 3]));
  });

  test("the adaptive gauntlet is right as often as it says: nineteen in twenty intervals hold the strength, the levels' errors included", {
    tags: "edge",
    timeout: 300_000,
  }, () => {
    const random = seeded(11);
    const runs = amount(200, 400);
    const settings = { scale: whole, within: 250, games: 80, random };
    const held = Array.from({ length: runs }, () =>
      simulate({ ...settings, elo: -400 + 3_600 * random(), draws: 0.6 * random() }),
    ).filter(({ holds }) => holds).length;
    expect(held / runs).toBeGreaterThan(0.93);
    expect(held / runs).toBeLessThan(0.98);
  });

  test("the adaptive gauntlet takes as many games as is said beforehand, and fewer where some are drawn", () => {
    const random = seeded(12);
    const mean = (draws: number) => {
      const settings = { scale, within: 300, games: 1_000, elo: 1_600, draws, random };
      return Array.from({ length: 60 }, () => simulate(settings).games).reduce((sum, games) => sum + games, 0) / 60;
    };
    const said = gamesNeeded(scale, 300, 1_600);
    expect(Math.abs(mean(0) - said)).toBeLessThan(0.3 * said);
    expect(mean(0.5)).toBeLessThan(0.8 * said);
    // Narrower than what is known of the levels themselves is no interval.
    expect(gamesNeeded(scale, 10, 1_600)).toBe(Number.POSITIVE_INFINITY);
    expect(gamesNeeded({ ...scale, covariance: [] }, 10, 1_600)).toBeGreaterThan(10_000);
  });

  test("the adaptive gauntlet may be asked for as much as usual wherever the levels are", () => {
    const { within, games } = measureRequest.parse({});
    // Below level 1 the anchors' own errors are wider, and above level 9, too.
    for (const elo of whole.levels.slice(3, 12)) expect(gamesNeeded(whole, within, elo)).toBeLessThanOrEqual(games);
  });
});

/** A league as another host finds it: read from what was kept, and taken up. */
function takenUp(league: League): League {
  const { id } = league;
  const parts = structuredClone(changedParts(null, league));
  const read = sure(readLeague({ id, snapshot: structuredClone(snapshotOf(league)), parts }));
  return sure(decide(read, { type: "tick" }, 0)).league;
}

/** Measures somebody of a strength; between any two games something may happen to the league. */
function measured(
  elo: number,
  request: Readonly<Record<string, unknown>>,
  between = (league: League) => league,
): League {
  const entrants = [{ kind: "strategy", strategy: "random", name: "X" }];
  const plan = sure(runAtOnce(planMeasure(measureRequest.parse({ seed: 1, entrants, ...request }), () => 0.5)));
  let { league } = sure(createLeague("9", plan, 0));
  const random = seeded(5);
  league = sure(decide(league, { type: "start" }, 0)).league;
  for (let [open] = openGames(league); open; [open] = openGames(league)) {
    const points = pointsOf(elo, anchors[(open.match.b ?? 0) - 1]?.elo ?? 0, random);
    const winner = points === 0.5 ? null : points === 1 ? "a" : "b";
    const played = { moves: [9, 9], ms: [9, 9], illegal: [0, 0] } as const;
    const result = { winner, reason: "x", termination: "normal", ...played } as const;
    league = between(sure(decide(league, { type: "report", game: open.game.id, result }, 0)).league);
  }
  return league;
}

describe("a league that measures", () => {
  test("a league that measures plays pairs with sides reversed until its interval is narrow enough, and names no champion", () => {
    const league = measured(1_300, { within: 250, games: 1_000 });
    expect([league.status, league.champion]).toEqual(["complete", null]);
    const found = measuringIn(league);
    if (found?.rating.kind !== "rated") throw new Error("it was measured");
    expect(2 * found.rating.interval).toBeLessThan(250);
    expect(Math.abs(found.rating.elo - 1_300)).toBeLessThan(250);
    const matches = matchesOf(league);
    expect(matches.every(({ games }) => games.map(({ first }) => first).join("") === "ab")).toBe(true);
    expect(measureIn(league)).toMatchObject({ entrant: "X", enough: true, games: found.games.length, within: 250 });
  });

  test("a league that measures goes on as it would have when it is stopped and taken up again after every game", () => {
    const request = { within: 400, games: 100 };
    const stopped = measured(1_700, request, (league) => {
      const paused = decide(league, { type: "pause" }, 0);
      return paused.ok ? sure(decide(takenUp(paused.value.league), { type: "resume" }, 0)).league : takenUp(league);
    });
    expect(matchesOf(stopped)).toEqual(matchesOf(measured(1_700, request)));
    expect(measureIn(stopped)?.enough).toBe(true);
  });

  test("a league that measures finds out how strong a random player is, by one who is known to be, since all levels beat it", () => {
    const [below] = anchors;
    // Narrower than what is known of itself is no interval.
    const league = measured(below?.elo ?? 0, { within: 400 });
    const found = measureIn(league);
    expect(found).toMatchObject({ enough: true, rating: { kind: "rated", elo: expect.any(Number) } });
    expect(Math.abs((found?.rating.elo ?? 0) - (below?.elo ?? 0))).toBeLessThan(100);
    expect(found?.levels).toHaveLength(13);
    expect(found?.levels.slice(0, 4).map(({ name }) => name)).toEqual([
      "Random player",
      "Level 1 with errors of 40",
      "Level 1 with errors of 17",
      "Level 1",
    ]);
    expect(found?.levels[3]).toMatchObject({ name: "Level 1", level: 1 });
    // It and the next one tell most.
    const met = found?.levels.slice(0, 2).reduce((sum, { games }) => sum + games, 0) ?? 0;
    expect(met).toBeGreaterThan((found?.games ?? 0) / 2);
  });

  test("a league that measures ends by the number of games where the interval stays wide, at most so strong who loses them all", () => {
    const league = measured(-2_000, { within: 50, games: 20 });
    expect(measureIn(league)).toMatchObject({ games: 20, lost: 20, enough: false, rating: { kind: "at_most" } });
  });

  test("a league that measures plays all its games though the one who is measured misses an invitation", () => {
    const request = { within: 10, games: 10, invite_seconds: 60 };
    const agent = { kind: "agent", name: "Ada", settings: {}, identity: "agent:Ada" } as const;
    const plan = sure(runAtOnce(planMeasure(measureRequest.parse({ seed: 1, ...request }), () => 0.5)));
    let { league } = sure(createLeague("9", { ...plan, entrants: [...plan.entrants, agent] }, 0));
    const act = (command: LeagueCommand, now = 0) => {
      league = sure(decide(league, command, now)).league;
    };
    act({ type: "start" });
    act({ type: "tick" }, 60_000);
    expect(league.entrants.at(-1)?.status).toBe("suspended");
    const played = { moves: [9, 9], ms: [9, 9], illegal: [0, 0] } as const;
    while (league.status === "running") {
      act({ type: "answer", entrant: anchors.length + 1 }, 60_000);
      for (let [open] = openGames(league); open; [open] = openGames(league)) {
        const result = { winner: "a", reason: "x", termination: "normal", ...played } as const;
        act({ type: "report", game: open.game.id, result }, 60_000);
      }
    }
    expect(measureIn(league)).toMatchObject({ games: 10, games_most: 10, enough: false });
    expect(leagueSummary(league)).toMatchObject({ round: 6, rounds_total: 6 });
  });

  test("a league that measures tells the score of the games that it counts, and not of the one that the entrant left before it moved", () => {
    const entrants = [{ kind: "strategy", strategy: "random", name: "X" }];
    const plan = sure(runAtOnce(planMeasure(measureRequest.parse({ seed: 1, entrants }), () => 0.5)));
    let { league } = sure(decide(sure(createLeague("9", plan, 0)).league, { type: "start" }, 0));
    const take = (result: GameResult) => {
      const game = openGames(league)[0]?.game.id ?? "";
      league = sure(decide(league, { type: "report", game, result }, 0)).league;
    };
    for (const winner of ["a", "a", "b"] as const) take(won(winner));
    league = sure(decide(league, { type: "leave", entrant: anchors.length + 1 }, 0)).league;
    take({ ...left("b"), moves: [0, 0] });
    const found = measurementOf(leagueDetail({ league, version: 1 }, nothingKnown), null);
    expect(found && measurementText(found)).toMatch(/Score +66\.7 % of 3 games: \+2 =0 −1/);
  });

  test("a league that measures plays a pair again of which a game cannot be read, and counts it once", () => {
    let unread = 2;
    const league = measured(1_300, { within: 10, games: 8 }, (now) => {
      const [open] = openGames(now);
      unread -= 1;
      if (!open || unread !== 0) return now;
      return sure(decide(now, { type: "report", game: open.game.id, result: unreadableResult }, 0)).league;
    });
    expect(unread).toBeLessThan(0);
    expect(measureIn(league)).toMatchObject({ games: 8, games_most: 8 });
    expect(matchesOf(league)).toHaveLength(5);
    expect(leagueSummary(league).status).toBe("complete");
  });

  test("a league that measures goes by pairs of games, and so takes an even number of them", () => {
    const read = measureRequest.safeParse({ games: 25 });
    expect(read.error && describeIssues(read.error)).toBe("games: they are played in pairs, so it must be even");
    expect(measureIn(measured(-2_000, { within: 50, games: 24 }))).toMatchObject({ games: 24, games_most: 24 });
  });

  test("a league that measures wants one who can be measured, and levels that were", () => {
    const plan = (request: Readonly<Record<string, unknown>>) =>
      runAtOnce(planMeasure(measureRequest.parse(request), () => 0.5));
    const random = { kind: "strategy", strategy: "random" };
    expect(plan({ entrants: [random, random] })).toMatchObject({ message: expect.stringContaining("one is measured") });
    expect(plan({ game: "tic-tac-toe", entrants: [random] })).toMatchObject({
      message: expect.stringContaining("They are known in chess"),
    });
    expect(plan({ entrants: [{ kind: "strategy", strategy: "perfect" }] })).toMatchObject({
      message: expect.stringMatching(/^entrants\.0: .*no strategy "perfect"/),
    });
    const { league } = sure(createLeague("9", sure(plan({})), 0));
    expect(codeOf(decide(league, { type: "start" }, 0))).toBe("INVALID_ARGUMENT");
    const agent = { kind: "agent", name: "Ada", settings: {}, identity: "agent:Ada" } as const;
    const joined = sure(decide(league, { type: "join", entrant: agent }, 0)).league;
    expect(codeOf(decide(joined, { type: "join", entrant: { ...agent, name: "Eve" } }, 0))).toBe("LEAGUE_CLOSED");
    const begun = sure(decide(joined, { type: "start" }, 0)).league;
    // An entrant that leaves is measured no further.
    expect(sure(decide(begun, { type: "leave", entrant: anchors.length + 1 }, 0)).league.status).toBe("complete");
  });
});
