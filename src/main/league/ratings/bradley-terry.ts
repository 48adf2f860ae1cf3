import type { Steps } from "../../../shared/steps.ts";
import { factorOf, inverseDiagonal, type Matrix, solutionOf } from "./matrix.ts";

/** What two had from their games, the first of them in the first seat. Entrants by index from 0. */
export interface PairTally {
  readonly first: number;
  readonly second: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

export type Rating =
  /** `interval` is half of the 95 % interval. */
  | { readonly kind: "rated"; readonly elo: number; readonly interval: number }
  /** Who has won (or lost) all its games is at least (at most) so strong, with 95 % confidence. */
  | { readonly kind: "at_least" | "at_most"; readonly elo: number }
  /** No games that tie it to the others. */
  | { readonly kind: "unknown" };

export interface Ratings {
  readonly ratings: readonly Rating[];
  /** What the first seat is worth in Elo; null where there is nobody to tell it from. */
  readonly firstMove: number | null;
}

/** Whose strength is known from elsewhere, in Elo: those stand where they are, and hold the others. */
export type Anchors = ReadonlyMap<number, number>;

/** Where the mean of all who can be compared stands without anchors. */
const MEAN = 1_500;
/** One Elo in natural units: ten to one in 400. */
const SCALE = 400 / Math.LN10;
const Z95 = 1.959963984540054;
/**
 * What the first seat may be worth before a game is seen: a normal distribution around 0 with this deviation in Elo, so
 * wide that a few dozen games outweigh it; without it a list in which the first seat won every game has no answer.
 */
const FIRST_MOVE_DEVIATION = 200;
const MOST_STEPS = 100;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Ratings of all entrants by maximum likelihood, each game with equal weight and a draw as half a win and half a loss
 * (R. Bradley and M. Terry, “Rank analysis of incomplete block designs”, 1952), with an advantage for the first seat
 * (R. Davidson and R. Beaver, 1977), by Newton's method until nothing changes. The intervals come from the inverse of the
 * Fisher information; an anchor's own is 0. Ratings are told of those whom wins and losses connect both ways (L. Ford,
 * 1957: only there a likelihood has a maximum) with the anchors or, without any, with the most others; who has only won or
 * only lost against those gets a bound. In pieces: hundreds of entrants take a while.
 */
export function* rate(entrants: number, tallies: readonly PairTally[], anchors: Anchors = new Map()): Steps<Ratings> {
  const groups = yield* groupsOf(entrants, tallies, anchors);
  const [anchored = []] = groups;
  const group = anchors.size > 0 ? anchored : largestOf(groups);
  if (group.length < 2 && anchors.size === 0)
    return { ratings: new Array<Rating>(entrants).fill({ kind: "unknown" }), firstMove: null };
  const { strengths, deviations, advantage } = yield* solve(group, tallies, anchors);
  const known = new Map(group.map((entrant, at) => [entrant, strengths[at] ?? 0]));
  const places = new Map(group.map((entrant, at) => [entrant, at]));
  const ratings: Rating[] = [];
  for (let entrant = 0; entrant < entrants; entrant += 1) {
    const strength = known.get(entrant);
    if (strength === undefined) ratings.push(boundOf(entrant, tallies, known, advantage));
    else
      ratings.push({
        kind: "rated",
        elo: anchors.get(entrant) ?? MEAN + strength * SCALE,
        interval: Z95 * (deviations[places.get(entrant) ?? 0] ?? 0) * SCALE,
      });
    yield;
  }
  return { ratings, firstMove: advantage * SCALE };
}

/** By the places in a group, in natural units. */
interface Solution {
  readonly strengths: readonly number[];
  readonly deviations: readonly number[];
  readonly advantage: number;
}

/** The strengths of a group, in natural units above where the mean stands, by Newton's method. */
function* solve(group: readonly number[], tallies: readonly PairTally[], fixed: Anchors): Steps<Solution> {
  const free = group.filter((entrant) => !fixed.has(entrant));
  const size = free.length;
  const place = new Map(free.map((entrant, at) => [entrant, at]));
  const held = new Map([...fixed].map(([entrant, elo]) => [entrant, (elo - MEAN) / SCALE]));
  const within = new Set(group);
  const games = tallies.flatMap(({ first, second, wins, draws, losses }) => {
    const count = wins + draws + losses;
    if (!within.has(first) || !within.has(second) || count === 0) return [];
    const [one, other] = [place.get(first) ?? null, place.get(second) ?? null];
    const head = (held.get(first) ?? 0) - (held.get(second) ?? 0);
    return [{ one, other, head, count, score: wins + draws / 2 }];
  });
  /** The strengths, and the advantage of the first seat behind them. */
  const width = size + 1;
  const found = new Float64Array(width);
  let factor: Matrix = new Float64Array();
  const prior = (SCALE / FIRST_MOVE_DEVIATION) ** 2;
  // Without anchors only differences show in games: a matrix of equal numbers holds the mean where it is, and lets the
  // information be inverted.
  const hold = fixed.size === 0 ? 1 / size : 0;
  const at = (index: number | null): number => (index === null ? 0 : (found[index] ?? 0));
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const slope = new Float64Array(width);
    const information = new Float64Array(width * width);
    const add = (row: number, column: number, value: number) => {
      information[row * width + column] = (information[row * width + column] ?? 0) + value;
    };
    for (let row = 0; row < size; row += 1) for (let column = 0; column < size; column += 1) add(row, column, hold);
    const addGames = (row: number, surplus: number, weight: number) => {
      slope[row] = (slope[row] ?? 0) + surplus;
      add(row, row, Math.abs(weight));
      add(row, size, weight);
      add(size, row, weight);
    };
    yield;
    for (const { one, other, head, count, score } of games) {
      const expected = logistic(at(one) - at(other) + head + at(size));
      const [surplus, weight] = [score - count * expected, count * expected * (1 - expected)];
      if (one !== null) addGames(one, surplus, weight);
      if (other !== null) addGames(other, -surplus, -weight);
      if (one !== null && other !== null) {
        add(one, other, -weight);
        add(other, one, -weight);
      }
      slope[size] = (slope[size] ?? 0) + surplus;
      add(size, size, weight);
    }
    slope[size] = (slope[size] ?? 0) - prior * at(size);
    add(size, size, prior);
    factor = yield* factorOf(information, width);
    const change = solutionOf(factor, slope);
    const largest = change.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
    // A first step from far away may overshoot; strides of at most 2 (350 Elo) cannot.
    const stride = Math.min(1, 2 / Math.max(largest, 1e-300));
    for (let index = 0; index < width; index += 1) found[index] = at(index) + stride * (change[index] ?? 0);
    if (largest < 1e-9) break;
  }
  const variances = yield* inverseDiagonal(factor, width);
  const mean = hold === 0 ? 0 : found.subarray(0, size).reduce((sum, value) => sum + value, 0) / size;
  return {
    strengths: group.map((entrant) => held.get(entrant) ?? at(place.get(entrant) ?? null) - mean),
    // The matrix of equal numbers adds as much to each variance.
    deviations: group.map((entrant) => {
      const index = place.get(entrant);
      return index === undefined ? 0 : Math.sqrt(Math.max(0, (variances[index] ?? 0) - hold));
    }),
    advantage: at(size),
  };
}

/** The strength at which so one-sided a record would happen once in 20. */
function boundOf(
  entrant: number,
  tallies: readonly PairTally[],
  known: ReadonlyMap<number, number>,
  advantage: number,
): Rating {
  const met = tallies.flatMap(({ first, second, wins, draws, losses }) => {
    const opponent = known.get(first === entrant ? second : first);
    if ((first !== entrant && second !== entrant) || opponent === undefined) return [];
    const own = first === entrant ? { won: wins, lost: losses } : { won: losses, lost: wins };
    return [{ ...own, drawn: draws, against: opponent - (first === entrant ? advantage : -advantage) }];
  });
  const total = (of: "won" | "drawn" | "lost") => met.reduce((sum, each) => sum + each[of], 0);
  const onlyWon = total("won") > 0 && total("drawn") + total("lost") === 0;
  const onlyLost = total("lost") > 0 && total("drawn") + total("won") === 0;
  if (!onlyWon && !onlyLost) return { kind: "unknown" };
  const sign = onlyWon ? 1 : -1;
  const unlikely = (strength: number) =>
    met.reduce(
      (sum, { won, lost, against }) => sum + (won + lost) * Math.log(logistic(sign * (strength - against))),
      0,
    ) < Math.log(0.05);
  let [low, high] = [-40, 40];
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2;
    if (unlikely(middle) === onlyWon) low = middle;
    else high = middle;
  }
  return { kind: onlyWon ? "at_least" : "at_most", elo: MEAN + low * SCALE };
}

/** Groups of entrants of whom each can be reached from each by “took something from”. Anchors reach each other, and are in the first. */
function* groupsOf(
  entrants: number,
  tallies: readonly PairTally[],
  anchors: Anchors,
): Steps<readonly (readonly number[])[]> {
  const took = Array.from({ length: entrants }, () => new Set<number>());
  const gave = Array.from({ length: entrants }, () => new Set<number>());
  const edge = (winner: number, loser: number) => {
    took[winner]?.add(loser);
    gave[loser]?.add(winner);
  };
  for (const { first, second, wins, draws, losses } of tallies) {
    if (wins + draws > 0) edge(first, second);
    if (losses + draws > 0) edge(second, first);
  }
  const [ground] = anchors.keys();
  for (const anchor of anchors.keys()) {
    if (ground === undefined || anchor === ground) continue;
    edge(ground, anchor);
    edge(anchor, ground);
  }
  const reachable = (from: number, along: readonly ReadonlySet<number>[]): ReadonlySet<number> => {
    const seen = new Set([from]);
    for (const entrant of seen) for (const next of along[entrant] ?? []) seen.add(next);
    return seen;
  };
  const groups: (readonly number[])[] = [];
  const placed = new Set<number>();
  for (const entrant of [...anchors.keys(), ...Array.from({ length: entrants }, (_, index) => index)]) {
    if (placed.has(entrant)) continue;
    const back = reachable(entrant, gave);
    const group = [...reachable(entrant, took)].filter((other) => back.has(other));
    for (const each of group) placed.add(each);
    groups.push(group);
    yield;
  }
  return groups;
}

/** Of groups of one size the one that comes first. */
const largestOf = (groups: readonly (readonly number[])[]): readonly number[] =>
  groups
    .reduce<readonly number[]>((largest, group) => (group.length > largest.length ? group : largest), [])
    .toSorted((one, other) => one - other);
