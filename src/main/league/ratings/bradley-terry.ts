import { inverse, times } from "./matrix.ts";

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

/** Where the mean of all who can be compared stands. */
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
 * Fisher information. Ratings are told of those whom wins and losses connect both ways (L. Ford, 1957: only there a
 * likelihood has a maximum), of the largest such group; who has only won or only lost against it gets a bound.
 */
export function rate(entrants: number, tallies: readonly PairTally[]): Ratings {
  const group = largestGroup(entrants, tallies);
  if (group.length < 2) return { ratings: new Array<Rating>(entrants).fill({ kind: "unknown" }), firstMove: null };
  const { strengths, deviations, advantage } = solve(group, tallies);
  const known = new Map(group.map((entrant, at) => [entrant, strengths[at] ?? 0]));
  const ratings = Array.from({ length: entrants }, (_, entrant): Rating => {
    const strength = known.get(entrant);
    if (strength === undefined) return boundOf(entrant, tallies, known, advantage);
    return {
      kind: "rated",
      elo: MEAN + strength * SCALE,
      interval: Z95 * (deviations[group.indexOf(entrant)] ?? 0) * SCALE,
    };
  });
  return { ratings, firstMove: advantage * SCALE };
}

function solve(group: readonly number[], tallies: readonly PairTally[]) {
  const size = group.length;
  const place = new Map(group.map((entrant, at) => [entrant, at]));
  const games = tallies.flatMap(({ first, second, wins, draws, losses }) => {
    const [one, other] = [place.get(first), place.get(second)];
    const count = wins + draws + losses;
    return one === undefined || other === undefined || count === 0
      ? []
      : [{ one, other, count, score: wins + draws / 2 }];
  });
  /** The strengths, and the advantage of the first seat behind them. */
  let found: readonly number[] = new Array<number>(size + 1).fill(0);
  let covariance: readonly (readonly number[])[] = [];
  const prior = (SCALE / FIRST_MOVE_DEVIATION) ** 2;
  for (let step = 0; step < MOST_STEPS; step += 1) {
    const slope = new Array<number>(size + 1).fill(0);
    // Only differences show in games: a matrix of equal numbers holds the mean where it is, and lets it be inverted.
    const information = Array.from({ length: size + 1 }, (_, row) =>
      Array.from({ length: size + 1 }, (_, column) => (row < size && column < size ? 1 / size : 0)),
    );
    const add = (row: number, column: number, value: number) => {
      const line = information[row];
      if (line) line[column] = (line[column] ?? 0) + value;
    };
    for (const { one, other, count, score } of games) {
      const expected = logistic((found[one] ?? 0) - (found[other] ?? 0) + (found[size] ?? 0));
      const [surplus, weight] = [score - count * expected, count * expected * (1 - expected)];
      const signs: readonly (readonly [number, number])[] = [
        [one, 1],
        [other, -1],
        [size, 1],
      ];
      for (const [row, sign] of signs) {
        slope[row] = (slope[row] ?? 0) + sign * surplus;
        for (const [column, against] of signs) add(row, column, sign * against * weight);
      }
    }
    slope[size] = (slope[size] ?? 0) - prior * (found[size] ?? 0);
    add(size, size, prior);
    covariance = inverse(information);
    const change = times(covariance, slope);
    // A first step from far away may overshoot; strides of at most 2 (350 Elo) cannot.
    const stride = Math.min(1, 2 / Math.max(...change.map(Math.abs), 1e-300));
    found = found.map((value, at) => value + stride * (change[at] ?? 0));
    if (Math.max(...change.map(Math.abs)) < 1e-9) break;
  }
  const mean = found.slice(0, size).reduce((sum, value) => sum + value, 0) / size;
  return {
    strengths: found.slice(0, size).map((value) => value - mean),
    // The matrix of equal numbers adds as much to each variance.
    deviations: group.map((_, at) => Math.sqrt(Math.max(0, (covariance[at]?.[at] ?? 0) - 1 / size))),
    advantage: found[size] ?? 0,
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

/** The most entrants of whom each can be reached from each by “took something from”. */
function largestGroup(entrants: number, tallies: readonly PairTally[]): readonly number[] {
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
  const reachable = (from: number, along: readonly ReadonlySet<number>[]): ReadonlySet<number> => {
    const seen = new Set([from]);
    for (const entrant of seen) for (const next of along[entrant] ?? []) seen.add(next);
    return seen;
  };
  let largest: readonly number[] = [];
  const placed = new Set<number>();
  for (let entrant = 0; entrant < entrants; entrant += 1) {
    if (placed.has(entrant)) continue;
    const back = reachable(entrant, gave);
    const group = [...reachable(entrant, took)].filter((other) => back.has(other));
    for (const each of group) placed.add(each);
    if (group.length > largest.length) largest = group.toSorted((one, other) => one - other);
  }
  return largest;
}
