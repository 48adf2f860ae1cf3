import type { PairTally } from "../../src/main/league/ratings/bradley-terry.ts";

/** A kind of league to simulate. */
export interface LeagueCell {
  readonly entrants: number;
  /** The meetings: `apart` is two groups that never meet, `strata` such groups by strength, `ladder` and `near` neighbours by strength alone. */
  readonly format: "round robin" | "Swiss" | "gauntlet" | "random pairs" | "apart" | "strata" | "ladder" | "near";
  /** Rounds of a Swiss tournament or of random pairs; of all others the games of each two that meet. */
  readonly rounds: number;
  /** The standard deviation of strengths, in Elo. */
  readonly spread: number;
  /** `normal` strengths are drawn for each league, the others are the same in all. */
  readonly shape: "normal" | "even" | "two groups" | "outlier";
  /** The share of draws between equals. */
  readonly draws: number;
  /** The model of draws: as many as leave Elo's points, Davidson's with these points, or more of them among the strong. */
  readonly ties: "cap" | "Davidson" | "varying";
}

/** The advantage of the first seat in every simulation, in Elo. */
export const FIRST_MOVE = 30;

const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** Strengths relative to their mean, in no order. */
function strengthsOf({ entrants, shape, spread }: LeagueCell, random: () => number): readonly number[] {
  const raw = Array.from({ length: entrants }, (_, at) => {
    if (shape === "normal") return spread * normal(random);
    return shape === "even" ? at : shape === "two groups" ? at % 2 : at === 0 ? 1 : 0;
  });
  const mean = raw.reduce((sum, each) => sum + each, 0) / entrants;
  const deviation = Math.sqrt(raw.reduce((sum, each) => sum + (each - mean) ** 2, 0) / entrants);
  const unit = shape === "normal" ? 1 : spread / deviation;
  return shuffled(raw, random).map((each) => (each - mean) * unit);
}

const shuffled = <T>(list: readonly T[], random: () => number): readonly T[] =>
  list
    .map((value) => ({ value, key: random() }))
    .toSorted((a, b) => a.key - b.key)
    .map(({ value }) => value);

function pointsOf(difference: number, draws: number, ties: LeagueCell["ties"], random: () => number): number {
  const expected = 1 / (1 + 10 ** (-difference / 400));
  const each = expected * (1 - expected);
  const odds = (draws / (1 - draws)) ** 2;
  const drawn =
    draws === 0
      ? 0
      : ties === "Davidson"
        ? (4 * each) / (1 + Math.sqrt(1 + (4 * (1 - odds) * each) / odds))
        : Math.min(4 * draws * each, 2 * Math.min(expected, 1 - expected));
  const chance = random();
  return chance < expected - drawn / 2 ? 1 : chance < expected + drawn / 2 ? 0.5 : 0;
}

/** A league between entrants of known strength, with everybody's points. */
export function simulatedLeague(cell: LeagueCell, random: () => number) {
  const { entrants, format, rounds, draws, ties } = cell;
  const truth = strengthsOf(cell, random);
  const tallies = new Map<string, PairTally>();
  const points = new Array<number>(entrants).fill(0);
  const met = new Set<string>();
  const keyOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;
  const play = (one: number, other: number) => {
    const [first, second] = random() < 0.5 ? [one, other] : [other, one];
    const [strong, weak] = [truth[first] ?? 0, truth[second] ?? 0];
    const share = ties !== "varying" ? draws : strong + weak > 0 ? Math.min(0.9, 1.8 * draws) : 0.2 * draws;
    const won = pointsOf(strong - weak + FIRST_MOVE, share, ties, random);
    const key = `${first} ${second}`;
    const tally = tallies.get(key) ?? { first, second, wins: 0, draws: 0, losses: 0 };
    const column = won === 1 ? "wins" : won === 0 ? "losses" : "draws";
    tallies.set(key, { ...tally, [column]: tally[column] + 1 });
    points[first] = (points[first] ?? 0) + won;
    points[second] = (points[second] ?? 0) + 1 - won;
    met.add(keyOf(one, other));
  };
  const all = truth.map((_, at) => at);
  const byStrength = all.toSorted((one, other) => (truth[one] ?? 0) - (truth[other] ?? 0));
  const places = format === "apart" ? all : byStrength;
  const half = entrants / 2;
  const reach = format === "ladder" ? 1 : 3;
  const meets = (one: number, other: number): boolean => {
    if (format === "gauntlet") return one === 0;
    if (format === "apart" || format === "strata") return one < half === other < half;
    return format === "round robin" || other - one <= reach;
  };
  for (let round = 0; round < rounds; round += 1) {
    if (format !== "Swiss" && format !== "random pairs") {
      const order = format === "gauntlet" || format === "round robin" ? all : places;
      for (const [at, one] of order.entries())
        for (const [after, other] of order.slice(at + 1).entries()) if (meets(at, at + 1 + after)) play(one, other);
      continue;
    }
    const lots = shuffled(all, random);
    const waiting = format === "Swiss" ? lots.toSorted((a, b) => (points[b] ?? 0) - (points[a] ?? 0)) : [...lots];
    while (waiting.length > 1) {
      const [one = 0, ...others] = waiting;
      const other = others.find((each) => !met.has(keyOf(one, each))) ?? others[0] ?? 0;
      waiting.splice(waiting.indexOf(other), 1);
      waiting.shift();
      play(one, other);
    }
  }
  return { truth, points, tallies: [...tallies.values()] };
}
