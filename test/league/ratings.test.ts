import { describe, expect, test } from "vitest";
import type { PairTally, Rating } from "../../src/main/league/ratings/bradley-terry.ts";
import { type Pentanomial, pairStatistics, sprt } from "../../src/main/league/ratings/pairs.ts";
import { seeded } from "../support/seeded.ts";
import { rate } from "./at-once.ts";
import { FIRST_MOVE, type LeagueCell, simulatedLeague } from "./simulated-league.ts";

const roundRobin: LeagueCell = {
  entrants: 4,
  format: "round robin",
  rounds: 1,
  spread: 300,
  shape: "normal",
  draws: 0,
  ties: "cap",
};
const swiss: LeagueCell = { ...roundRobin, entrants: 16, format: "Swiss", rounds: 6 };

const expected = (difference: number) => 1 / (1 + 10 ** (-difference / 400));

/** Anchors of which everything is known. */
const exact = (elo: readonly (readonly [number, number])[]) => ({ elo: new Map(elo), covariance: () => 0 });
const knownOf = (rating: Rating | undefined) => {
  if (!rating || rating.kind === "unknown") throw new Error("nothing is known of it");
  return rating;
};
const eloOf = (rating: Rating | undefined) => knownOf(rating).elo;
const intervalOf = (rating: Rating | undefined) => knownOf(rating).interval;
const holds = (rating: Rating | undefined, elo: number) => knownOf(rating).low <= elo && elo <= knownOf(rating).high;
/** The order of entrants by rating. */
const orderOf = (ratings: readonly Rating[]) =>
  ratings
    .map((rating, index) => ({ rating, index }))
    .toSorted((a, b) => eloOf(b.rating) - eloOf(a.rating))
    .map(({ index }) => index);
const beats = (first: number, second: number, wins = 1) => ({ first, second, wins, draws: 0, losses: 0 });

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
  test("ratings of two who met often are nearly the logarithm of their score, around 1500", () => {
    const { ratings } = rate(2, [
      { first: 0, second: 1, wins: 700, draws: 100, losses: 200 },
      { first: 1, second: 0, wins: 200, draws: 100, losses: 700 },
    ]);
    const [one = 0, other = 0] = ratings.map(eloOf);
    expect(Math.abs(one - other - 400 * Math.log10(0.75 / 0.25))).toBeLessThan(1);
    expect(one + other).toBeCloseTo(3_000, 6);
  });

  test("ratings recover strengths: nineteen in twenty intervals hold the truth, in a Swiss tournament with draws as well", () => {
    const random = seeded(5);
    let [held, all, firstMoves] = [0, 0, 0];
    const runs = 60;
    for (let run = 0; run < runs; run += 1) {
      const { truth, tallies } = simulatedLeague({ ...swiss, draws: run % 2 === 0 ? 0 : 0.4 }, random);
      const { ratings, firstMove, spread } = rate(truth.length, tallies);
      if (Math.abs((firstMove?.elo ?? 999) - FIRST_MOVE) <= (firstMove?.interval ?? 0)) firstMoves += 1;
      expect(spread).toBeGreaterThan(20);
      for (const [index, elo] of truth.entries()) held += holds(ratings[index], 1_500 + elo) ? 1 : 0;
      all += truth.length;
    }
    expect(firstMoves / runs).toBeGreaterThan(0.85);
    expect(held / all).toBeGreaterThan(0.91);
    expect(held / all).toBeLessThan(0.98);
  });

  test("ratings of two of whom one won everything are hugely uncertain, and say no less than is known", () => {
    const { ratings, spread } = rate(2, [beats(0, 1, 5), { first: 1, second: 0, wins: 0, draws: 0, losses: 5 }]);
    const [one, other] = ratings.map(knownOf);
    expect([one?.kind, other?.kind, one?.games]).toEqual(["at_least", "at_most", 10]);
    // Their strengths may be 3000 apart: a random player and Stockfish are.
    expect(holds(one, 3_000) && holds(other, 0)).toBe(true);
    expect(one?.low).toBeGreaterThan(1_500);
    expect(other?.high).toBeLessThan(1_500);
    expect(spread).toBeGreaterThan(300);
  });

  test("ratings of a round robin in which each beat all below are in that order", () => {
    const strict = rate(4, [beats(0, 1), beats(0, 2), beats(0, 3), beats(1, 2), beats(1, 3), beats(2, 3)]);
    expect(orderOf(strict.ratings)).toEqual([0, 1, 2, 3]);
    expect(strict.ratings.map((rating) => rating.kind)).toEqual(["at_least", "rated", "rated", "at_most"]);
  });

  test("ratings of groups that never met have a middle each, of which little is known", () => {
    const apart = rate(4, [
      beats(0, 1, 6),
      beats(2, 3, 6),
      { ...beats(0, 1, 0), losses: 2 },
      { ...beats(2, 3, 0), losses: 2 },
    ]);
    const together = rate(4, [
      beats(0, 1, 6),
      beats(2, 3, 6),
      { ...beats(0, 1, 0), losses: 2 },
      { ...beats(2, 3, 0), losses: 2 },
      ...[0, 1].flatMap((one) => [2, 3].map((other) => ({ first: one, second: other, wins: 4, draws: 0, losses: 4 }))),
    ]);
    expect(intervalOf(apart.ratings[0])).toBeGreaterThan(2 * intervalOf(together.ratings[0]));
    expect(eloOf(apart.ratings[0])).toBeCloseTo(eloOf(apart.ratings[2]), 3);
    expect(rate(3, [beats(0, 1)]).ratings[2]).toEqual({ kind: "unknown" });
    expect(rate(3, [])).toEqual({ ratings: new Array(3).fill({ kind: "unknown" }), spread: null, firstMove: null });
  });

  test("ratings are the same for the same games", () => {
    const { tallies } = simulatedLeague({ ...swiss, draws: 0.3 }, seeded(1));
    expect(rate(16, tallies)).toEqual(rate(16, tallies));
  });

  test("ratings hold the truth as often where anchors of known strength hold them", () => {
    const random = seeded(6);
    const strengths = [1_250, 1_450, 1_650, 1_400, 1_550];
    const anchors = exact(strengths.slice(0, 3).map((elo, index) => [index, elo]));
    let held = 0;
    for (let run = 0; run < 300; run += 1) {
      const { ratings } = rate(5, simulated(strengths, 12, 40, random), { anchors });
      for (const [index, elo] of strengths.entries())
        if (anchors.elo.has(index)) expect(ratings[index]).toMatchObject({ elo, interval: 0 });
        else held += holds(ratings[index], elo) ? 1 : 0;
    }
    expect(held / 600).toBeGreaterThan(0.93);
    expect(held / 600).toBeLessThan(0.97);
  });

  test("ratings of entrants that met only anchors rest on these, also where the anchors never met", () => {
    const anchors = exact([
      [0, 1_200],
      [1, 1_800],
    ]);
    const lost = (first: number, second: number, losses: number) => ({ ...beats(first, second, 0), losses });
    const games = [beats(2, 0, 5), lost(0, 2, 5), lost(2, 1, 5), beats(1, 2, 5), lost(3, 1, 9)];
    const { ratings } = rate(4, games, { anchors });
    // It beat the one and lost to the other: in their middle, as far as the first move is nobody's merit.
    expect(Math.abs(eloOf(ratings[2]) - 1_500)).toBeLessThan(30);
    expect(knownOf(ratings[3])).toMatchObject({ kind: "at_most", games: 9 });
    expect(knownOf(ratings[3]).high).toBeLessThan(1_800);
  });

  test("ratings have their anchors' errors in their intervals", () => {
    const even = (first: number, second: number) => ({ first, second, wins: 25, draws: 0, losses: 25 });
    const games = [even(2, 0), even(0, 2), even(2, 1), even(1, 2)];
    const elo = new Map([
      [0, 1_500],
      [1, 1_500],
    ]);
    const own = intervalOf(rate(3, games, { anchors: { elo, covariance: () => 0 } }).ratings[2]);
    // Two anchors met as often: the mean of their errors, whose variance is (900 + covariance) / 2.
    for (const covariance of [900, 0, -890]) {
      const errors = (one: number, other: number) => (one === other ? 900 : covariance);
      const { ratings } = rate(3, games, { anchors: { elo, covariance: errors } });
      expect(ratings.slice(0, 2).map(intervalOf)).toEqual([expect.closeTo(58.8, 1), expect.closeTo(58.8, 1)]);
      expect(eloOf(ratings[2])).toBeCloseTo(1_500, 0);
      const both = Math.hypot(own, 1.959963984540054 * Math.sqrt((900 + covariance) / 2));
      expect(Math.abs(intervalOf(ratings[2]) - both)).toBeLessThan(1);
    }
  });

  test("ratings are the more certain the more draws there are", () => {
    const interval = (draws: number) => {
      const each = (1_000 - draws) / 2;
      const games = [0, 1].map((first) => ({ first, second: 1 - first, wins: each, draws, losses: each }));
      return intervalOf(rate(2, games, { anchors: exact([[0, 1_500]]) }).ratings[1]);
    };
    const none = interval(0);
    // Against p·(1 − p) the deviation is √(1 − d) times as large between equals: 0.84 at 30 %, 0.63 at 60 %.
    for (const share of [0.3, 0.6])
      expect(Math.abs(interval(1_000 * share) / none - Math.sqrt(1 - share))).toBeLessThan(0.03);
    // Of few games nothing is concluded: four draws do not make the strength certain.
    const four = rate(2, [{ first: 0, second: 1, wins: 0, draws: 4, losses: 0 }], { anchors: exact([[0, 1_500]]) });
    expect(intervalOf(four.ratings[1])).toBeGreaterThan(150);
  });
});

describe("statistics of pairs", () => {
  test("statistics of pairs are those of a worked example", () => {
    // Mean 0.55, variance 0.0475 over 100 pairs.
    const counts: Pentanomial = [0, 20, 50, 20, 10];
    const found = pairStatistics(counts);
    expect(found?.score).toBeCloseTo(0.55, 12);
    // The prior moves it by less than an Elo.
    expect(Math.abs((found?.elo ?? 0) + 400 * Math.log10(1 / 0.55 - 1))).toBeLessThan(2);
    const margin = 1.959964 * Math.sqrt(0.0475 / 100);
    const elo = (score: number) => -400 * Math.log10(1 / score - 1);
    expect(Math.abs((found?.low ?? 0) - elo(0.55 - margin))).toBeLessThan(3);
    expect(Math.abs((found?.high ?? 0) - elo(0.55 + margin))).toBeLessThan(3);
    expect(found?.superiority).toBeCloseTo(0.989, 2);
    expect(pairStatistics([0, 0, 0, 0, 0])).toBeNull();
    expect(pairStatistics([0, 0, 3, 0, 0])?.superiority).toBeCloseTo(0.5, 6);
    // One pair is no certainty, and twenty are nearly one.
    const [one, many] = [pairStatistics([0, 1, 0, 0, 0]), pairStatistics([0, 20, 0, 0, 0])];
    expect((one?.high ?? 0) - (one?.low ?? 0)).toBeGreaterThan(600);
    expect(one?.superiority).toBeGreaterThan(0.1);
    expect((many?.high ?? 0) - (many?.low ?? 0)).toBeLessThan(150);
    expect(many?.superiority).toBeLessThan(0.001);
    // The winner of all is ahead, and nobody knows how far.
    const all = pairStatistics([0, 0, 0, 0, 5]);
    expect(all?.low).toBeGreaterThan(0);
    expect(all?.high).toBeGreaterThan(1_500);
  });

  test("statistics of pairs hold the truth nineteen times in twenty, also where openings favour a side", () => {
    const random = seeded(2);
    const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
    let held = 0;
    for (let run = 0; run < 300; run += 1) {
      const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
      for (let pair = 0; pair < 20; pair += 1) {
        const opening = 100 * normal();
        const wins = [1, -1].filter((side) => random() < expected(50 + side * opening)).length;
        counts[2 * wins] = (counts[2 * wins] ?? 0) + 1;
      }
      const found = pairStatistics(counts);
      if (found && found.low <= 47 && 47 <= found.high) held += 1;
    }
    expect(held / 300).toBeGreaterThan(0.91);
    expect(held / 300).toBeLessThan(0.99);
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
