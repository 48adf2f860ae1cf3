import { normalCdf, Z95 } from "../../../shared/normal.ts";
import type { Steps } from "../../../shared/steps.ts";

/** The results of two entrants' games, the first of them in the first seat. Entrants by index from 0. */
export interface PairTally {
  readonly first: number;
  readonly second: number;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
  /** The evidence of a game, where games are not independent of each other; 1 where left out. */
  readonly weight?: number;
}

export type Rating =
  | {
      /** An entrant that won (or lost) all its games is at least as strong as `low` (at most as strong as `high`). */
      readonly kind: "rated" | "at_least" | "at_most";
      /** The mean of the posterior: it alone orders entrants. */
      readonly elo: number;
      /** Half of the 95 % interval, whose ends follow. */
      readonly interval: number;
      readonly low: number;
      readonly high: number;
      /** Its games. */
      readonly games: number;
    }
  /** It played no game, and is no anchor. */
  | { readonly kind: "unknown" };

export interface Ratings {
  readonly ratings: readonly Rating[];
  /** The standard deviation of strengths in the field, in Elo; null where nobody but anchors has played. */
  readonly spread: number | null;
  /** The advantage of the first seat in Elo, with half of the 95 % interval; null without games. */
  readonly firstMove: { readonly elo: number; readonly interval: number } | null;
}

/** Entrants of measured strength. */
export interface Anchors {
  /** In Elo. */
  readonly elo: ReadonlyMap<number, number>;
  /** The covariance of two errors in Elo², of one with itself its variance. */
  readonly covariance: (one: number, other: number) => number;
}
const noAnchors: Anchors = { elo: new Map(), covariance: () => 0 };

/** The mean of all, without anchors. */
const MEAN = 1_500;
/** One logit, the natural unit of strength, in Elo: odds of ten to one are 400. */
export const LOGIT = 400 / Math.LN10;
/** The prior of the first seat's advantage: a normal distribution around 0 with this deviation in Elo. */
const FIRST_MOVE_DEVIATION = 200;
/** The prior of the field's middle, around the mean of the anchors. */
const MIDDLE_DEVIATION = 1_000;
/** The prior of the spread: half a Cauchy distribution with this median in Elo, cut off at either end. */
const SPREAD = { median: 300, least: 10, most: 2_000 };
/** Spreads are tried in such steps of their logarithm, finer where one of them has most of the weight. */
const STEPS = { first: 0.4, finest: 0.05 };
/** A spread is left out where it is less likely than the likeliest by this factor's logarithm. */
const NEGLIGIBLE = 5;
/** Even games without a draw that are added to all games where the share of draws is estimated. */
const DRAWLESS_GAMES = 4;
/** A fit ends where a sweep changes means by less than so many deviations. */
const CLOSE = 2e-3;
const MOST_SWEEPS = 60;
/** Tallies that are weighed in one piece. */
const AT_ONCE = 500;

/** The prior of a spread in Elo, by its logarithm. */
const spreadPrior = (spread: number): number => spread / (1 + (spread / SPREAD.median) ** 2);

/** The prior density of the difference of two in Elo, up to a factor. */
export function differencePrior(difference: number): number {
  let density = 0;
  for (let spread = SPREAD.least; spread <= SPREAD.most; spread *= 1.25)
    density += (spreadPrior(spread) / spread) * Math.exp(-((difference / spread) ** 2) / 4);
  return density;
}

/** The posterior where the field has one spread, in natural units. */
interface Fit {
  readonly spread: number;
  /** The logarithm of its likelihood. */
  readonly evidence: number;
  readonly means: Float64Array;
  readonly variances: Float64Array;
}

/** A normal distribution as one part of a mixture. */
interface NormalPart {
  readonly weight: number;
  readonly mean: number;
  readonly variance: number;
}

/**
 * Ratings of all entrants: their posterior under R. Bradley and M. Terry's model (1952) with an advantage for the first
 * seat (R. Davidson and R. Beaver, 1977), each game with equal weight. A game's expected points are Elo's; its result
 * has the chances of R. Davidson's model of ties (1970) with these points, whose share of draws between equals is
 * estimated. So draws change how much games tell and never the points that they lead to, wherever draws come from.
 *
 * Strengths have a normal prior around the middle of the field. Its spread is unknown: everything is a mixture over
 * spreads, weighed by the evidence of each. Groups that no game ties together have a middle each. Anchors have their
 * measured strength and the errors' covariance for a prior, and are told as they were measured; games between others
 * and them are no better known than they are. For each spread, expectation propagation (T. Minka, 2001) finds the means
 * and variances; nothing is drawn by lot, so that the same games lead to the same ratings. See
 * docs/decisions/077-one-posterior-for-all-ratings.md. In pieces: hundreds of entrants take a while.
 */
export function* rateEntrants(
  entrants: number,
  tallies: readonly PairTally[],
  { anchors = noAnchors }: { readonly anchors?: Anchors } = {},
): Steps<Ratings> {
  const actual = tallies.filter(({ wins, draws, losses }) => wins + draws + losses > 0);
  const players = [...new Set(actual.flatMap(({ first, second }) => [first, second]))].toSorted((a, b) => a - b);
  const fits = players.length === 0 ? [] : yield* fitsOf(players, actual, anchors);
  const likeliest = Math.max(...fits.map(({ evidence }) => evidence));
  const weights = fits.map(({ evidence }) => Math.exp(evidence - likeliest));
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const partsOf = (at: number): readonly NormalPart[] =>
    fits.map(({ means, variances }, index) => {
      const [weight, mean, variance] = [(weights[index] ?? 0) / sum, means[at] ?? 0, variances[at] ?? 0];
      return { weight, mean: mean * LOGIT, variance: variance * LOGIT ** 2 };
    });
  const origin = originOf(anchors);
  const ratings = new Array<Rating>(entrants).fill({ kind: "unknown" });
  const records = recordsOf(actual);
  for (const [place, player] of players.entries()) {
    if (anchors.elo.has(player)) continue;
    const { points = 0, games = 0 } = records.get(player) ?? {};
    const [low, high] = endsOf(partsOf(place));
    const kind = points === games ? "at_least" : points === 0 ? "at_most" : "rated";
    const elo = origin + meanOf(partsOf(place));
    ratings[player] = { kind, elo, interval: (high - low) / 2, low: origin + low, high: origin + high, games };
    yield;
  }
  for (const [anchor, elo] of anchors.elo) {
    const interval = Z95 * Math.sqrt(Math.max(0, anchors.covariance(anchor, anchor)));
    const { games = 0 } = records.get(anchor) ?? {};
    ratings[anchor] = { kind: "rated", elo, interval, low: elo - interval, high: elo + interval, games };
  }
  if (fits.length === 0) return { ratings, spread: null, firstMove: null };
  const advantage = partsOf(players.length);
  const [low, high] = endsOf(advantage);
  const spread = fits.reduce((total, fit, index) => total + ((weights[index] ?? 0) / sum) * fit.spread * LOGIT, 0);
  return {
    ratings,
    spread: players.some((player) => !anchors.elo.has(player)) ? spread : null,
    firstMove: { elo: meanOf(advantage), interval: (high - low) / 2 },
  };
}

const meanOf = (mix: readonly NormalPart[]): number => mix.reduce((sum, { weight, mean }) => sum + weight * mean, 0);

/** The ends of the 95 % interval of a mixture. */
function endsOf(parts: readonly NormalPart[]): readonly [low: number, high: number] {
  const reach = Math.max(...parts.map(({ mean, variance }) => Math.abs(mean) + 6 * Math.sqrt(variance)));
  const quantile = (share: number): number => {
    let [low, high] = [-reach, reach];
    for (let halving = 0; halving < 40; halving += 1) {
      const middle = (low + high) / 2;
      const below = ({ weight, mean, variance: v }: NormalPart) => weight * normalCdf((middle - mean) / Math.sqrt(v));
      if (parts.reduce((sum, part) => sum + below(part), 0) < share) low = middle;
      else high = middle;
    }
    return (low + high) / 2;
  };
  return [quantile(0.025), quantile(0.975)];
}

function recordsOf(tallies: readonly PairTally[]) {
  const records = new Map<number, { readonly points: number; readonly games: number }>();
  for (const { first, second, wins, draws, losses } of tallies)
    for (const [player, own] of [
      [first, wins],
      [second, losses],
    ] as const) {
      const { points, games } = records.get(player) ?? { points: 0, games: 0 };
      records.set(player, { points: points + own + draws / 2, games: games + wins + draws + losses });
    }
  return records;
}

/** The strength from which all others are counted. */
const originOf = ({ elo }: Anchors): number =>
  elo.size === 0 ? MEAN : [...elo.values()].reduce((sum, each) => sum + each, 0) / elo.size;

/**
 * One fit for each spread that is likely enough. The variables are the players' strengths, the advantage of the first
 * seat, and the middles of the groups.
 */
function* fitsOf(players: readonly number[], tallies: readonly PairTally[], anchors: Anchors): Steps<readonly Fit[]> {
  const place = new Map(players.map((player, at) => [player, at]));
  const sites = tallies.map(({ first, second, wins, draws, losses, weight = 1 }) => ({
    first: place.get(first) ?? 0,
    second: place.get(second) ?? 0,
    points: weight * (wins + draws / 2),
    count: weight * (wins + draws + losses),
    /** The normal distribution that stands for its likelihood: precision, and precision times mean. */
    precision: 0,
    shift: 0,
  }));
  const anchorElo = players.filter((player) => anchors.elo.has(player)).map((player) => place.get(player) ?? 0);
  const isHeld = new Set(anchorElo);
  const middles = groupsOf(players.length, [
    ...sites,
    ...anchorElo.map((first) => ({ first, second: anchorElo[0] ?? first })),
  ]);
  const move = players.length;
  const size = move + 1 + Math.max(...middles) + 1;
  const drawn = tallies.reduce((sum, { draws, weight = 1 }) => sum + weight * draws, 0);
  const all = sites.reduce((sum, { count }) => sum + count, 0);
  let share = drawn / (all + DRAWLESS_GAMES);

  /** The precisions of the prior that are the same for every spread, and times their means. */
  const fixed = new Float64Array(size * size);
  const pull = new Float64Array(size);
  fixed[move * size + move] = (LOGIT / FIRST_MOVE_DEVIATION) ** 2;
  if (anchorElo.length > 0) {
    // The covariances are rounded, and their sum may be 0: so much more on the diagonal lets the matrix be inverted.
    const least = (anchorElo.length - 1) / 2 + 0.1;
    const covariance = Float64Array.from(
      anchorElo.flatMap((one) =>
        anchorElo.map(
          (other) => anchors.covariance(players[one] ?? 0, players[other] ?? 0) + (one === other ? least : 0),
        ),
      ),
    );
    const { inverse: precision } = yield* inverseOf(covariance, anchorElo.length);
    for (const [row, one] of anchorElo.entries())
      for (const [column, other] of anchorElo.entries()) {
        const value = (precision[row * anchorElo.length + column] ?? 0) * LOGIT ** 2;
        fixed[one * size + other] = value;
        const elo = anchors.elo.get(players[other] ?? 0) ?? 0;
        pull[one] = (pull[one] ?? 0) + (value * (elo - originOf(anchors))) / LOGIT;
      }
  }
  /** Variables whose prior has the spread for its deviation. */
  const loose = players.length - anchorElo.length + (anchorElo.length > 0 ? 0 : size - move - 1);

  function* solve(spread: number): Steps<Fit> {
    for (let sweep = 1; ; sweep += 1) {
      const information = fixed.slice();
      const vector = pull.slice();
      const add = (row: number, column: number, value: number) => {
        information[row * size + column] = (information[row * size + column] ?? 0) + value;
      };
      const link = (one: number, other: number, value: number) => {
        add(one, one, value);
        add(other, other, value);
        add(Math.max(one, other), Math.min(one, other), -value);
      };
      for (const [at, middle] of middles.entries()) if (!isHeld.has(at)) link(at, move + 1 + middle, spread ** -2);
      for (let at = move + 1; at < size; at += 1)
        add(at, at, anchorElo.length > 0 ? (LOGIT / MIDDLE_DEVIATION) ** 2 : spread ** -2);
      for (const { first, second, precision, shift } of sites) {
        link(first, second, precision);
        for (const [at, sign] of [
          [first, 1],
          [second, -1],
          [move, 1],
        ] as const) {
          vector[at] = (vector[at] ?? 0) + sign * shift;
          add(move, at, sign * precision);
        }
      }
      const { inverse: covariance, logDeterminant } = yield* inverseOf(information, size);
      const between = (one: number, other: number): number => covariance[one * size + other] ?? 0;
      const means = vector.map((_, row) => vector.reduce((sum, each, at) => sum + each * between(row, at), 0));
      let evidence =
        vector.reduce((sum, each, at) => sum + (each * (means[at] ?? 0)) / 2, 0) -
        logDeterminant / 2 -
        loose * Math.log(spread);
      let change = 0;
      let expectedDraws = 0;
      for (const [index, site] of sites.entries()) {
        if (index % AT_ONCE === 0) yield;
        const { first, second } = site;
        const mean = (means[first] ?? 0) - (means[second] ?? 0) + (means[move] ?? 0);
        const variance =
          between(first, first) +
          between(second, second) +
          between(move, move) +
          2 * (between(first, move) - between(second, move) - between(first, second));
        // All but this tally.
        const rest = 1 / (1 / variance - site.precision);
        const restMean = rest * (mean / variance - site.shift);
        const solution = momentsOf(site.points, site.count, share, restMean, rest);
        evidence += solution.evidence - (Math.log(variance / rest) + mean ** 2 / variance - restMean ** 2 / rest) / 2;
        expectedDraws += solution.draws;
        site.precision = Math.max(0, 1 / solution.variance - 1 / rest);
        site.shift = solution.mean / solution.variance - restMean / rest;
        change = Math.max(
          change,
          Math.abs(solution.mean - mean) / Math.sqrt(solution.variance),
          Math.abs(Math.log(solution.variance / variance)),
        );
      }
      if (drawn > 0) {
        evidence += drawn * Math.log(share / (1 - share)) + DRAWLESS_GAMES * Math.log(1 - share);
        const next = Math.min(0.98, (share * drawn) / (expectedDraws + DRAWLESS_GAMES * share));
        change = Math.max(change, Math.abs(next - share));
        share = next;
      }
      if (change > CLOSE && sweep < MOST_SWEEPS) continue;
      evidence += Math.log(spreadPrior(spread * LOGIT));
      return { spread, evidence, ...fromMiddle(move, means, between, anchorElo.length === 0) };
    }
  }

  /** Fits for the spreads to both sides of one, as long as they count, in these steps. */
  function* around(start: number, step: number): Steps<readonly Fit[]> {
    const fits = [yield* solve(start)];
    for (const sign of [1, -1])
      for (let at = 1; ; at += 1) {
        const spread = start * Math.exp(sign * at * step);
        if (spread * LOGIT < SPREAD.least || spread * LOGIT > SPREAD.most) break;
        fits.push(yield* solve(spread));
        const likeliest = Math.max(...fits.map(({ evidence }) => evidence));
        if ((fits.at(-1)?.evidence ?? 0) < likeliest - NEGLIGIBLE) break;
      }
    return fits;
  }

  let step = STEPS.first;
  for (let start = SPREAD.median / LOGIT; ; step /= 3) {
    const fits = yield* around(start, step);
    const [best, second] = fits.toSorted((one, other) => other.evidence - one.evidence);
    const isSharp = best && second && best.evidence - second.evidence > 1;
    if (!isSharp || step <= STEPS.finest) return fits;
    start = best.spread;
  }
}

/**
 * The means and variances of the strengths and, last, of the first seat's advantage; the strengths from their mean where
 * nothing holds it.
 */
function fromMiddle(
  count: number,
  means: Float64Array,
  between: (one: number, other: number) => number,
  isCentred: boolean,
): Pick<Fit, "means" | "variances"> {
  const indices = Array.from({ length: count }, (_, at) => at);
  const share = isCentred ? 1 / count : 0;
  const middle = indices.reduce((sum, at) => sum + (means[at] ?? 0) * share, 0);
  const withMiddle = indices.map((one) => indices.reduce((sum, other) => sum + between(one, other) * share, 0));
  const ofMiddle = withMiddle.reduce((sum, each) => sum + each * share, 0);
  const variance = (at: number) => between(at, at) - 2 * (withMiddle[at] ?? 0) + ofMiddle;
  return {
    means: Float64Array.from([...indices.map((at) => (means[at] ?? 0) - middle), means[count] ?? 0]),
    variances: Float64Array.from([...indices.map(variance), between(count, count)]),
  };
}

/** For each of so many players the number of its group, from 0: games tie those of a group together. */
function groupsOf(count: number, ties: readonly { readonly first: number; readonly second: number }[]) {
  const parents = Array.from({ length: count }, (_, at) => at);
  const rootOf = (at: number): number => {
    let root = at;
    while (parents[root] !== root) root = parents[root] ?? root;
    parents[at] = root;
    return root;
  };
  for (const { first, second } of ties) parents[rootOf(first)] = rootOf(second);
  const roots = [...new Set(parents.map((_, at) => rootOf(at)))];
  return parents.map((_, at) => roots.indexOf(rootOf(at)));
}

/** Intervals of the sums below: their integrands are smooth and bell-shaped, for which few are exact. */
const NODES = 22;
/** The logarithm of a density, from its top, that is left out of the sums. */
const FAR = 13;

/**
 * The mean and variance of a difference in strength that had a normal distribution before so many points in so many
 * games were known, with the logarithm of their likelihood and the expected draws. `share`: of draws between equals.
 */
function momentsOf(points: number, count: number, share: number, mean: number, variance: number) {
  const odds = (Math.max(share, 1e-6) / (1 - share)) ** 2;
  const rest = (1 - odds) / odds;
  let top = mean;
  let scale = Math.sqrt(variance);
  // Newton's method, without draws: it need not hit the top exactly.
  for (let step = 0, change = Number.POSITIVE_INFINITY; step < 30 && Math.abs(change) > scale / 4; step += 1) {
    const expectation = 1 / (1 + Math.exp(-top));
    scale = 1 / Math.sqrt(count * expectation * (1 - expectation) + 1 / variance);
    change = (points - count * expectation - (top - mean) / variance) * scale ** 2;
    top += Math.max(-2, Math.min(2, change));
  }
  /** The chance of a draw at the place last asked for. */
  let drawn = 0;
  const logDensity = (at: number): number => {
    const less = Math.exp(-Math.abs(at));
    const [more, few] = [1 / (1 + less), less / (1 + less)];
    const [won, lost] = at > 0 ? [more, few] : [few, more];
    const root = 1 + Math.sqrt(1 + 4 * rest * won * lost);
    drawn = (4 * won * lost) / root;
    return (
      (points === 0 ? 0 : points * Math.log((2 * won * won * (1 + (2 * rest * lost) / root)) / root)) +
      (points === count ? 0 : (count - points) * Math.log((2 * lost * lost * (1 + (2 * rest * won) / root)) / root)) -
      (at - mean) ** 2 / (2 * variance)
    );
  };
  const height = logDensity(top);
  const reach = (sign: number): number => {
    let far = 4 * scale;
    while (logDensity(top + sign * far) > height - FAR) far *= 1.3;
    return far;
  };
  const [low, high] = [reach(-1), reach(1)];
  const step = (low + high) / NODES;
  let [sum, first, second, draws] = [0, 0, 0, 0];
  for (let node = 0; node <= NODES; node += 1) {
    const off = node * step - low;
    const density = Math.exp(logDensity(top + off) - height);
    sum += density;
    first += density * off;
    second += density * off ** 2;
    draws += density * drawn;
  }
  return {
    mean: top + first / sum,
    variance: second / sum - (first / sum) ** 2,
    evidence: height + Math.log(sum * step) - Math.log(2 * Math.PI * variance) / 2,
    draws: (count * draws) / sum,
  };
}

/**
 * The inverse of a symmetric positive definite matrix, of which only the lower triangle is read, by sweeping each column
 * (J. Goodnight, “A tutorial on the sweep operator”, 1979), with the logarithm of the matrix' determinant. Yields in
 * between: one of hundreds of rows takes a while.
 */
function* inverseOf(
  matrix: Float64Array,
  size: number,
): Steps<{ readonly inverse: Float64Array; readonly logDeterminant: number }> {
  const inverse = matrix.slice();
  const column = new Float64Array(size);
  let logDeterminant = 0;
  for (let pivot = 0; pivot < size; pivot += 1) {
    const cellOf = (row: number) => (row < pivot ? pivot * size + row : row * size + pivot);
    for (let row = 0; row < size; row += 1) column[row] = inverse[cellOf(row)] ?? 0;
    const head = column[pivot] ?? 1;
    logDeterminant += Math.log(head);
    for (let row = 0; row < size; row += 1) {
      const factor = (column[row] ?? 0) / head;
      for (let at = 0; at <= row; at += 1)
        inverse[row * size + at] = (inverse[row * size + at] ?? 0) - factor * (column[at] ?? 0);
    }
    for (let row = 0; row < size; row += 1)
      inverse[cellOf(row)] = row === pivot ? -1 / head : (column[row] ?? 0) / head;
    yield;
  }
  for (let row = 0; row < size; row += 1)
    for (let at = 0; at <= row; at += 1)
      inverse[at * size + row] = inverse[row * size + at] = -(inverse[row * size + at] ?? 0);
  return { inverse, logDeterminant };
}
