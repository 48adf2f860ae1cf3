import { describe, expect, test } from "vitest";
import type { PairTally, Rating } from "../../src/main/league/ratings/bradley-terry.ts";
import { type Pentanomial, pairStatistics, sprt } from "../../src/main/league/ratings/pairs.ts";
import { seeded } from "../support/seeded.ts";
import { rate } from "./at-once.ts";

const expected = (difference: number) => 1 / (1 + 10 ** (-difference / 400));

/** Anchors of which everything is known. */
const exact = (elo: readonly (readonly [number, number])[]) => ({ elo: new Map(elo), covariance: () => 0 });
const eloOf = (rating: Rating | undefined) => (rating?.kind === "rated" ? rating.elo : Number.NaN);
const intervalOf = (rating: Rating | undefined) => (rating?.kind === "rated" ? rating.interval : Number.NaN);

/** Everybody meets everybody so often with both sides; `first` is what the first seat is worth. */
function simulated(strengths: readonly number[], games: number, first: number, random: () => number): PairTally[] {
  return strengths.flatMap((one, index) =>
    strengths.flatMap((other, at) => {
      if (at === index) return [];
      let wins = 0;
      for (let game = 0; game < games; game += 1) if (random() < expected(one - other + first)) wins += 1;
      return [{ first: index, second: at, wins, draws: 0, losses: games - wins }];
    }),
  );
}

describe("ratings", () => {
  test("ratings of two are the logarithm of their score", () => {
    const { ratings } = rate(2, [
      { first: 0, second: 1, wins: 70, draws: 10, losses: 20 },
      { first: 1, second: 0, wins: 20, draws: 10, losses: 70 },
    ]);
    const [one, other] = ratings.map((rating) => (rating.kind === "rated" ? rating.elo : Number.NaN));
    expect((one ?? 0) - (other ?? 0)).toBeCloseTo(400 * Math.log10(0.75 / 0.25), 6);
    expect((one ?? 0) + (other ?? 0)).toBeCloseTo(3_000, 6);
  });

  test("ratings recover known strengths: nineteen in twenty intervals hold the truth", () => {
    const random = seeded(5);
    const strengths = [1_300, 1_400, 1_500, 1_600, 1_700];
    let held = 0;
    let told = 0;
    let firstMoves = 0;
    for (let run = 0; run < 300; run += 1) {
      const { ratings, firstMove } = rate(5, simulated(strengths, 30, 40, random));
      if (Math.abs((firstMove?.elo ?? 999) - 40) <= (firstMove?.interval ?? 0)) firstMoves += 1;
      ratings.forEach((rating, index) => {
        if (rating.kind !== "rated") return;
        told += 1;
        if (Math.abs(rating.elo - (strengths[index] ?? 0)) <= rating.interval) held += 1;
      });
    }
    expect(told).toBe(1_500);
    expect(firstMoves / 300).toBeGreaterThan(0.92);
    expect(firstMoves).toBeLessThan(300);
    expect(held / told).toBeGreaterThan(0.935);
    expect(held / told).toBeLessThan(0.965);
  });

  test("ratings hold the truth as often where anchors of known strength hold them", () => {
    const random = seeded(6);
    const strengths = [1_250, 1_450, 1_650, 1_400, 1_550];
    const anchors = exact(strengths.slice(0, 3).map((elo, index) => [index, elo]));
    let held = 0;
    for (let run = 0; run < 300; run += 1) {
      const { ratings } = rate(5, simulated(strengths, 12, 40, random), { anchors });
      ratings.forEach((rating, index) => {
        if (rating.kind !== "rated") throw new Error("everybody took something from everybody");
        if (anchors.elo.has(index)) expect([rating.elo, rating.interval]).toEqual([strengths[index], 0]);
        else if (Math.abs(rating.elo - (strengths[index] ?? 0)) <= rating.interval) held += 1;
      });
    }
    expect(held / 600).toBeGreaterThan(0.93);
    expect(held / 600).toBeLessThan(0.97);
  });

  test("ratings of entrants that met only anchors rest on these, also where the anchors never met", () => {
    const anchors = exact([
      [0, 1_200],
      [1, 1_800],
    ]);
    const { ratings } = rate(
      4,
      [
        { first: 2, second: 0, wins: 5, draws: 0, losses: 0 },
        { first: 1, second: 2, wins: 5, draws: 0, losses: 0 },
        { first: 3, second: 1, wins: 0, draws: 0, losses: 9 },
      ],
      { anchors },
    );
    // It beat the one and lost to the other: in their middle, as far as the first move is nobody's merit.
    const [, , between, below] = ratings;
    expect(between?.kind === "rated" && Math.abs(between.elo - 1_500)).toBeLessThan(1);
    expect(below?.kind).toBe("at_most");
  });

  test("ratings have their anchors' errors in their intervals", () => {
    const games = [
      { first: 2, second: 0, wins: 25, draws: 0, losses: 25 },
      { first: 0, second: 2, wins: 25, draws: 0, losses: 25 },
      { first: 2, second: 1, wins: 25, draws: 0, losses: 25 },
      { first: 1, second: 2, wins: 25, draws: 0, losses: 25 },
    ];
    const elo = new Map([
      [0, 1_500],
      [1, 1_500],
    ]);
    const own = intervalOf(rate(3, games, { anchors: { elo, covariance: () => 0 } }).ratings[2]);
    const half = (covariance: number) => (one: number, other: number) => (one === other ? 900 : covariance);
    const withErrors = (covariance: number) => {
      const { ratings } = rate(3, games, { anchors: { elo, covariance: half(covariance) } });
      expect(ratings.slice(0, 2).map(intervalOf)).toEqual([expect.closeTo(58.8, 1), expect.closeTo(58.8, 1)]);
      expect(eloOf(ratings[2])).toBeCloseTo(1_500, 6);
      return intervalOf(ratings[2]);
    };
    // Two anchors met as often: the mean of their errors, whose variance is (900 + covariance) / 2.
    for (const covariance of [900, 0, -900])
      expect(withErrors(covariance)).toBeCloseTo(
        Math.hypot(own, 1.959963984540054 * Math.sqrt((900 + covariance) / 2)),
        6,
      );
  });

  test("ratings have the trinomial variance: the more draws, the narrower", () => {
    const interval = (draws: number) => {
      const each = (1_000 - draws) / 2;
      const games = [0, 1].map((first) => ({ first, second: 1 - first, wins: each, draws, losses: each }));
      return intervalOf(rate(2, games, { anchors: exact([[0, 1_500]]) }).ratings[1]);
    };
    const none = interval(0);
    // Against p·(1 − p) the deviation is √(1 − d) times as large between equals: 0.84 at 30 %, 0.63 at 60 %.
    for (const share of [0.3, 0.6]) expect(interval(1_000 * share) / none).toBeCloseTo(Math.sqrt(1 - share), 2);
    // Of few games nothing is concluded: four draws do not make the strength certain.
    const four = rate(2, [{ first: 0, second: 1, wins: 0, draws: 4, losses: 0 }], { anchors: exact([[0, 1_500]]) });
    expect(intervalOf(four.ratings[1])).toBeGreaterThan(150);
  });

  test("ratings in a strict order, where nobody both won and lost to the same, all rest on virtual draws", () => {
    const beats = (first: number, second: number) => ({ first, second, wins: 2, draws: 0, losses: 0 });
    const order = [beats(0, 1), beats(0, 2), beats(1, 2)];
    const { ratings, byVirtualDraws } = rate(3, order, { virtualDraws: 2 });
    const [first, second, third] = ratings.map(eloOf);
    expect(first).toBeGreaterThan(Number(second));
    expect(second).toBeGreaterThan(Number(third));
    expect([...byVirtualDraws].toSorted()).toEqual([0, 1, 2]);
    expect(rate(3, order).ratings.map(({ kind }) => kind)).toEqual(["unknown", "unknown", "unknown"]);
  });

  test("ratings without a chain of wins rest on virtual draws, where these are not switched off", () => {
    // Each beat the next one ten times; the first three of six also lost to each other.
    const even = (first: number, second: number) => ({ first, second, wins: 5, draws: 0, losses: 5 });
    const beat = (first: number, second: number) => ({ first, second, wins: 10, draws: 0, losses: 0 });
    const games = [even(0, 1), even(1, 2), beat(2, 3), beat(3, 4), beat(4, 5)];
    const without = rate(6, games);
    expect(without.ratings.map(({ kind }) => kind)).toEqual([
      "rated",
      "rated",
      "rated",
      "at_most",
      "unknown",
      "unknown",
    ]);
    expect(without.byVirtualDraws.size).toBe(0);
    const { ratings, byVirtualDraws } = rate(6, games, { virtualDraws: 2 });
    expect(ratings.map(({ kind }) => kind)).toEqual(["rated", "rated", "rated", "rated", "rated", "at_most"]);
    expect([...byVirtualDraws].toSorted()).toEqual([3, 4]);
    const elos = ratings.slice(0, 5).map(eloOf);
    expect(elos.toSorted((one, other) => other - one).slice(-2)).toEqual(elos.slice(-2));
    expect(ratings.slice(0, 5).reduce((sum, rating) => sum + eloOf(rating), 0) / 5).toBeCloseTo(1_500, 6);
    // The more there are, the nearer they stand together.
    const more = rate(6, games, { virtualDraws: 8 }).ratings.map(eloOf);
    expect((more[3] ?? 0) - (more[4] ?? 0)).toBeLessThan((elos[3] ?? 0) - (elos[4] ?? 0));
    // An entrant tied to the others both ways needs no virtual draws.
    expect(rate(2, [even(0, 1)], { virtualDraws: 8 })).toEqual(rate(2, [even(0, 1)]));
  });

  test("ratings of entrants that won or lost everything are bounds, and of those that met nobody unknown", () => {
    const even = { first: 0, second: 1, wins: 10, draws: 0, losses: 10 };
    const champion = { first: 2, second: 0, wins: 12, draws: 0, losses: 0 };
    const victim = { first: 0, second: 3, wins: 12, draws: 0, losses: 0 };
    const { ratings } = rate(5, [even, champion, victim]);
    expect(ratings.map(({ kind }) => kind)).toEqual(["rated", "rated", "at_least", "at_most", "unknown"]);
    const [, , bound] = ratings;
    // 0.05 ^ (1/12) is the score at which twelve wins in a row happen once in twenty times.
    const gap = 400 * Math.log10(0.05 ** (1 / 12) / (1 - 0.05 ** (1 / 12)));
    expect(bound?.kind === "at_least" && bound.elo - 1_500).toBeCloseTo(gap, 0);
  });

  test("ratings are not told where nobody took anything from anybody who took something back", () => {
    const { ratings, firstMove } = rate(2, [{ first: 0, second: 1, wins: 3, draws: 0, losses: 0 }]);
    expect(ratings).toEqual([{ kind: "unknown" }, { kind: "unknown" }]);
    expect(firstMove).toBeNull();
    expect(rate(3, []).ratings).toHaveLength(3);
  });

  test("ratings of many are found in a moment", () => {
    const random = seeded(9);
    const strengths = Array.from({ length: 64 }, (_, index) => 1_000 + 15 * index);
    const { ratings } = rate(64, simulated(strengths, 2, 0, random));
    expect(ratings.every(({ kind }) => kind === "rated")).toBe(true);
  });
});

describe("statistics of pairs", () => {
  test("statistics of pairs are those of a worked example", () => {
    // Mean 0.55, variance 0.0475 over 100 pairs.
    const counts: Pentanomial = [0, 20, 50, 20, 10];
    const found = pairStatistics(counts);
    expect(found?.score).toBeCloseTo(0.55, 12);
    expect(found?.elo).toBeCloseTo(-400 * Math.log10(1 / 0.55 - 1), 9);
    const margin = 1.959964 * Math.sqrt(0.0475 / 100);
    const elo = (score: number) => -400 * Math.log10(1 / score - 1);
    expect(found?.interval).toBeCloseTo((elo(0.55 + margin) - elo(0.55 - margin)) / 2, 4);
    expect(found?.superiority).toBeCloseTo(0.98911, 4);
    expect(pairStatistics([0, 0, 0, 0, 0])).toBeNull();
    expect(pairStatistics([0, 0, 3, 0, 0])?.superiority).toBeCloseTo(0.5, 6);
    // One pair is no certainty, and twenty are nearly one.
    const [one, many] = [pairStatistics([0, 1, 0, 0, 0]), pairStatistics([0, 20, 0, 0, 0])];
    expect(one?.interval).toBe(Number.POSITIVE_INFINITY);
    expect(one?.superiority).toBeGreaterThan(0.1);
    expect(many?.interval).toBeLessThan(60);
    expect(many?.superiority).toBeLessThan(0.001);
  });

  test("statistics of pairs end a sequential test with its nominal error rates", () => {
    const settings = { elo0: 0, elo1: 60, alpha: 0.05, beta: 0.05 };
    const random = seeded(17);
    const accepted = (difference: number): number => {
      let second = 0;
      for (let run = 0; run < 400; run += 1) {
        const counts = [0, 0, 0, 0, 0];
        for (let decision = null as "elo0" | "elo1" | null; decision === null; ) {
          const points = [0, 1].filter(() => random() < expected(difference)).length * 2;
          counts[points] = (counts[points] ?? 0) + 1;
          const [a = 0, b = 0, c = 0, d = 0, e = 0] = counts;
          ({ decision } = sprt([a, b, c, d, e], settings));
          if (decision === "elo1") second += 1;
        }
      }
      return second / 400;
    };
    expect(accepted(0)).toBeLessThan(0.08);
    expect(accepted(60)).toBeGreaterThan(0.92);
  });

  test("statistics of pairs have Wald's bounds", () => {
    const { lower, upper } = sprt([1, 1, 1, 1, 1], { elo0: 0, elo1: 5, alpha: 0.05, beta: 0.1 });
    expect([lower, upper]).toEqual([Math.log(0.1 / 0.95), Math.log(0.9 / 0.05)]);
  });
});
