import { Z95 } from "../../../shared/normal.ts";
import type { Steps } from "../../../shared/steps.ts";
import { factorOf, type Matrix, solutionOf } from "./matrix.ts";

/** The results of two entrants' games, the first of them in the first seat. Entrants by index from 0. */
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
  /**
   * An entrant that won (or lost) all its games is at least (at most) so strong, with 95 % confidence. The estimate is the
   * one that virtual draws give, where there are any, and only places it among the others.
   */
  | { readonly kind: "at_least" | "at_most"; readonly elo: number; readonly estimate: number }
  /** No games tie it to the others. */
  | { readonly kind: "unknown" };

export interface Ratings {
  readonly ratings: readonly Rating[];
  /** Entrants whose number rests on virtual draws: no chain of wins and losses ties them to the others both ways. */
  readonly byVirtualDraws: ReadonlySet<number>;
  /** The advantage of the first seat in Elo, with half of the 95 % interval; null where nothing can tell it. */
  readonly firstMove: { readonly elo: number; readonly interval: number } | null;
}

/** Entrants of known strength, which stays fixed and holds the others. */
export interface Anchors {
  /** In Elo. */
  readonly elo: ReadonlyMap<number, number>;
  /** The covariance of two errors in Elo², of one with itself its variance. */
  readonly covariance: (one: number, other: number) => number;
}
const noAnchors: Anchors = { elo: new Map(), covariance: () => 0 };

/** The mean of all comparable ratings, without anchors. */
const MEAN = 1_500;
/** One Elo in natural units: ten to one in 400. */
export const SCALE = 400 / Math.LN10;
/**
 * The prior of the first seat's advantage: a normal distribution around 0 with this deviation in Elo, so wide that a
 * few dozen games outweigh it. Without it a list in which the first seat won every game has no solution.
 */
const FIRST_MOVE_DEVIATION = 200;
const MOST_STEPS = 100;
/** Even games without a draw that are added to all games where the share of draws is estimated. */
const DRAWLESS_GAMES = 4;
/** Even games with the common share of draws that are added to those of each pair. */
const COMMON_GAMES = 10;

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));

/**
 * Ratings of all entrants by maximum likelihood, each game with equal weight and a draw as half a win and half a loss
 * (R. Bradley and M. Terry, “Rank analysis of incomplete block designs”, 1952), with an advantage for the first seat
 * (R. Davidson and R. Beaver, 1977), by Newton's method until nothing changes: the ratings that Ordo gives, too.
 *
 * The intervals are those of the points that were estimated from: a game's have the trinomial variance p·(1 − p) − d/4
 * with d the share of draws, between the two of a pair as far as they have met often, else in all games (R. Davidson, “On
 * extending the Bradley–Terry model to accommodate ties”, 1970, has draws in the model; here they are in the variance
 * alone, so that the expected score stays Elo's, and the covariance is P. Huber's sandwich of 1967). The anchors' own
 * errors are carried into everybody's interval by the covariance of the anchors.
 *
 * Ratings are told of those whom wins and losses connect both ways (L. Ford, 1957: only there a likelihood has a maximum)
 * with the anchors or, without any, with the most others. Of those who have met these without such a chain, each has
 * `virtualDraws` draws added to its games, spread over its opponents by how often it met them (R. Coulom's BayesElo,
 * `prior`, 2 there); 0 for none. Who has only won or only lost gets a bound. In pieces: hundreds of entrants take a while.
 */
export function* rate(
  entrants: number,
  tallies: readonly PairTally[],
  { anchors = noAnchors, virtualDraws = 0 }: { readonly anchors?: Anchors; readonly virtualDraws?: number } = {},
): Steps<Ratings> {
  const groups = yield* groupsOf(entrants, tallies, anchors.elo);
  const [anchored = []] = groups;
  const tied = anchors.elo.size > 0 ? anchored : largestOf(groups);
  const fallible = whoTookAndGave(tallies);
  // A single entrant is tied to nobody.
  const inChain = new Set(tied.length > 1 || anchors.elo.size > 0 ? tied : []);
  const others = virtualDraws > 0 ? metBy(tied, tallies).filter((each) => !inChain.has(each)) : [];
  const group = [...new Set([...tied, ...others])];
  const tested = group.filter((each) => fallible.has(each) || anchors.elo.has(each));
  // Where fewer than two have both won and lost points, there is nobody to bound the others by: draws tie all of them.
  const known = tested.length < 2 && anchors.elo.size === 0 && virtualDraws > 0 ? group : tested;
  if (known.length < 2 && anchors.elo.size === 0) {
    const ratings = new Array<Rating>(entrants).fill({ kind: "unknown" });
    return { ratings, byVirtualDraws: new Set(), firstMove: null };
  }
  const games = gamesIn(group, [...tallies, ...others.flatMap((each) => drawsOf(each, tallies, virtualDraws))]);
  const { strengths, deviations, advantage } = yield* solve(group, known, games, anchors);
  const ratings: Rating[] = [];
  const rated = new Set(known);
  for (let entrant = 0; entrant < entrants; entrant += 1) {
    const strength = strengths.get(entrant);
    if (strength === undefined || !rated.has(entrant))
      ratings.push(boundOf(entrant, tallies, rated, strengths, advantage.value));
    else
      ratings.push({
        kind: "rated",
        elo: anchors.elo.get(entrant) ?? MEAN + strength * SCALE,
        interval: Z95 * (deviations.get(entrant) ?? 0) * SCALE,
      });
    yield;
  }
  return {
    ratings,
    byVirtualDraws: new Set(others.filter((each) => rated.has(each))),
    firstMove: { elo: advantage.value * SCALE, interval: Z95 * advantage.deviation * SCALE },
  };
}

/** The results of games or virtual draws of two entrants. */
interface Tally extends PairTally {
  readonly virtual: boolean;
}

/** The games among a group. */
function gamesIn(group: readonly number[], tallies: readonly (PairTally | Tally)[]): readonly Tally[] {
  const within = new Set(group);
  return tallies
    .filter(({ first, second, wins, draws, losses }) => {
      return within.has(first) && within.has(second) && wins + draws + losses > 0;
    })
    .map((tally) => ({ virtual: false, ...tally }));
}

/** Virtual draws of one entrant, spread over its opponents by how often it met them, equally with both sides. */
function drawsOf(entrant: number, tallies: readonly PairTally[], weight: number): readonly Tally[] {
  const own = tallies.filter(({ first, second }) => first === entrant || second === entrant);
  const met = own.reduce((sum, { wins, draws, losses }) => sum + wins + draws + losses, 0);
  return own.flatMap(({ first, second, wins, draws, losses }) => {
    const share = { wins: 0, draws: (weight * (wins + draws + losses)) / met / 2, losses: 0, virtual: true };
    return [
      { first, second, ...share },
      { first: second, second: first, ...share },
    ];
  });
}

/**
 * The strengths of a group, by entrants, in natural units relative to the mean of the known ones, by Newton's method.
 */
function* solve(group: readonly number[], known: readonly number[], tallies: readonly Tally[], anchors: Anchors) {
  const free = group.filter((entrant) => !anchors.elo.has(entrant));
  const size = free.length;
  const place = new Map(free.map((entrant, at) => [entrant, at]));
  const held = new Map([...anchors.elo].map(([entrant, elo]) => [entrant, (elo - MEAN) / SCALE]));
  const games = tallies.map(({ first, second, wins, draws, losses, virtual }) => {
    const [one, other] = [place.get(first) ?? null, place.get(second) ?? null];
    const head = (held.get(first) ?? 0) - (held.get(second) ?? 0);
    return { first, second, one, other, head, draws, virtual, count: wins + draws + losses, score: wins + draws / 2 };
  });
  /** The strengths, and the advantage of the first seat behind them. */
  const width = size + 1;
  const found = new Float64Array(width);
  let factor: Matrix = new Float64Array();
  const prior = (SCALE / FIRST_MOVE_DEVIATION) ** 2;
  // Without anchors games show only differences: a matrix of equal numbers fixes the mean, and makes the information
  // invertible.
  const hold = held.size === 0 ? 1 / size : 0;
  const at = (index: number | null): number => (index === null ? 0 : (found[index] ?? 0));
  const expectedOf = ({ one, other, head }: (typeof games)[number]) => logistic(at(one) - at(other) + head + at(size));
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
    for (const game of games) {
      const { one, other, count, score } = game;
      const expected = expectedOf(game);
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
  const weighed = games.map((game) => ({ ...game, expected: expectedOf(game) }));
  const shares = drawShares(weighed);
  const anchorsOf = [...held.keys()];

  /** The deviation of a sum of the estimates, with these factors. */
  const deviationOf = (factors: Float64Array): number => {
    const moved = solutionOf(factor, factors);
    let variance = prior * (moved[size] ?? 0) ** 2;
    /** The change of the sum with each anchor. */
    const pulls = new Map<number, number>();
    for (const [index, { first, second, one, other, count, virtual, expected }] of weighed.entries()) {
      const pull =
        (one === null ? 0 : (moved[one] ?? 0)) - (other === null ? 0 : (moved[other] ?? 0)) + (moved[size] ?? 0);
      const weight = count * expected * (1 - expected);
      variance += weight * (1 - (virtual ? 0 : (shares[index] ?? 0))) * pull ** 2;
      for (const [entrant, sign] of [
        [first, -1],
        [second, 1],
      ] as const)
        if (held.has(entrant)) pulls.set(entrant, (pulls.get(entrant) ?? 0) + sign * weight * pull);
    }
    for (const one of anchorsOf)
      for (const other of anchorsOf)
        variance += ((pulls.get(one) ?? 0) * (pulls.get(other) ?? 0) * anchors.covariance(one, other)) / SCALE ** 2;
    return Math.sqrt(Math.max(0, variance));
  };

  const middle =
    hold === 0 ? 0 : known.reduce((sum, entrant) => sum + at(place.get(entrant) ?? null), 0) / known.length;
  const fromMiddle = new Float64Array(width);
  if (hold !== 0) for (const entrant of known) fromMiddle[place.get(entrant) ?? size] = -1 / known.length;
  const deviations = new Map<number, number>();
  for (const entrant of known) {
    const index = place.get(entrant);
    if (index === undefined)
      deviations.set(entrant, Math.sqrt(Math.max(0, anchors.covariance(entrant, entrant))) / SCALE);
    else {
      const factors = fromMiddle.slice();
      factors[index] = (factors[index] ?? 0) + 1;
      deviations.set(entrant, deviationOf(factors));
    }
    yield;
  }
  const ofAdvantage = new Float64Array(width);
  ofAdvantage[size] = 1;
  return {
    strengths: new Map(
      group.map((entrant) => [entrant, held.get(entrant) ?? at(place.get(entrant) ?? null) - middle] as const),
    ),
    deviations,
    advantage: { value: at(size), deviation: deviationOf(ofAdvantage) },
  };
}

/**
 * The share of p·(1 − p) that draws take from the variance of a game's points, d / (4·p·(1 − p)), for each tally: that
 * of its own games and, while these are few, that of all games. At most the share where all of the weaker one's points
 * are draws.
 */
function drawShares(
  games: readonly {
    readonly draws: number;
    readonly count: number;
    readonly virtual: boolean;
    readonly expected: number;
  }[],
): readonly number[] {
  const most = (count: number, expected: number) => 4 * count * expected * (1 - expected);
  const played = games.filter(({ virtual }) => !virtual);
  const sum = (of: (game: (typeof games)[number]) => number) => played.reduce((total, game) => total + of(game), 0);
  const common = sum(({ draws }) => draws) / (sum(({ count, expected }) => most(count, expected)) + DRAWLESS_GAMES);
  return games.map(({ draws, count, expected }) =>
    Math.min(
      (draws + COMMON_GAMES * common) / (most(count, expected) + COMMON_GAMES),
      1 / (2 * Math.max(expected, 1 - expected)),
    ),
  );
}

/** The pairs of which the first took points from the second. */
const pointsTaken = (tallies: readonly PairTally[]): readonly (readonly [number, number])[] =>
  tallies.flatMap(({ first, second, wins, draws, losses }) => [
    ...(wins + draws > 0 ? [[first, second] as const] : []),
    ...(losses + draws > 0 ? [[second, first] as const] : []),
  ]);

/** Entrants that have neither won nor lost all their games. */
function whoTookAndGave(tallies: readonly PairTally[]): ReadonlySet<number> {
  const taken = pointsTaken(tallies);
  const gave = new Set(taken.map(([, loser]) => loser));
  return new Set(taken.flatMap(([winner]) => (gave.has(winner) ? [winner] : [])));
}

/** All entrants that games tie to some of the given ones, over any number of others: these and the given ones. */
function metBy(from: readonly number[], tallies: readonly PairTally[]): readonly number[] {
  const met = new Map<number, Set<number>>();
  const add = (one: number, other: number) => met.set(one, (met.get(one) ?? new Set()).add(other));
  for (const { first, second, wins, draws, losses } of tallies) {
    if (wins + draws + losses === 0) continue;
    add(first, second);
    add(second, first);
  }
  const seen = new Set(from);
  for (const entrant of seen) for (const other of met.get(entrant) ?? []) seen.add(other);
  return [...seen];
}

/** The strength at which so one-sided a record would happen once in 20. */
function boundOf(
  entrant: number,
  tallies: readonly PairTally[],
  rated: ReadonlySet<number>,
  strengths: ReadonlyMap<number, number>,
  advantage: number,
): Rating {
  const met = tallies.flatMap(({ first, second, wins, draws, losses }) => {
    const other = first === entrant ? second : first;
    const opponent = rated.has(other) ? strengths.get(other) : undefined;
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
  const estimate = MEAN + (strengths.get(entrant) ?? low) * SCALE;
  return { kind: onlyWon ? "at_least" : "at_most", elo: MEAN + low * SCALE, estimate };
}

/**
 * Groups of entrants of whom each can be reached from each by “took something from”. Anchors reach each other, and are
 * in the first.
 */
function* groupsOf(
  entrants: number,
  tallies: readonly PairTally[],
  anchors: Anchors["elo"],
): Steps<readonly (readonly number[])[]> {
  const took = Array.from({ length: entrants }, () => new Set<number>());
  const gave = Array.from({ length: entrants }, () => new Set<number>());
  const edge = (winner: number, loser: number) => {
    took[winner]?.add(loser);
    gave[loser]?.add(winner);
  };
  for (const [winner, loser] of pointsTaken(tallies)) edge(winner, loser);
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

/** The first of the largest groups. */
const largestOf = (groups: readonly (readonly number[])[]): readonly number[] =>
  groups
    .reduce<readonly number[]>((largest, group) => (group.length > largest.length ? group : largest), [])
    .toSorted((one, other) => one - other);
