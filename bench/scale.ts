/** The results of two players' games, by name, the first of them White. */
export interface NamedTally {
  readonly first: string;
  readonly second: string;
  readonly wins: number;
  readonly draws: number;
  readonly losses: number;
}

/** The difference between two players, by their own games and by the scale. */
export interface Link {
  /** The weaker of the two on the scale. */
  readonly weaker: string;
  readonly stronger: string;
  readonly games: number;
  /** The difference in Elo by these games alone, and its standard deviation; null where one of them took no point. */
  readonly measured: number | null;
  readonly deviation: number | null;
  /** By all games. */
  readonly fitted: number;
  /** How far these games are from the scale, in standard deviations, the misfit included. */
  readonly z: number;
}

/** The standard deviation by which a pair's points a game differ from the scale beyond chance. */
export interface Misfit {
  /** Of pairs near each other, and of pairs far apart. */
  readonly near: number;
  readonly far: number;
}

interface Placed {
  readonly name: string;
  readonly elo: number;
  /** Half of the 95 % interval, the misfit included. */
  readonly interval: number;
  readonly games: number;
}

export interface Scale {
  readonly placed: readonly Placed[];
  /** Of the errors of two of the placed, in Elo². */
  readonly covariance: (one: number, other: number) => number;
  readonly links: readonly Link[];
  /** White's advantage in Elo. */
  readonly firstMove: number;
  /** Whether the cycles close: χ² of the pairs about a scale without misfit, and its degrees of freedom. */
  readonly cycles: { readonly chi2: Misfit; readonly freedom: Misfit };
  readonly misfit: Misfit;
}

/** One Elo in natural units: ten to one in 400. */
const ELO = 400 / Math.LN10;
const Z95 = 1.959963984540054;
/** The least share of p·(1 − p) that draws leave of the variance of a game's points. */
const LEAST_VARIANCE = 0.25;

type Matrix = readonly (readonly number[])[];

const logistic = (x: number): number => 1 / (1 + Math.exp(-x));
const cell = (matrix: Matrix, row: number, column: number): number => matrix[row]?.[column] ?? 0;

/** The inverse, by Gauss and Jordan. */
function inverseOf(matrix: Matrix): Matrix {
  const size = matrix.length;
  const rows = matrix.map((row, at) => [...row, ...row.map((_, column) => (column === at ? 1 : 0))]);
  for (let at = 0; at < size; at += 1) {
    const best = rows.reduce(
      (most, _, row) => (row >= at && Math.abs(cell(rows, row, at)) > Math.abs(cell(rows, most, at)) ? row : most),
      at,
    );
    const [one = [], other = []] = [rows[at], rows[best]];
    rows[at] = other.map((value) => value / (other[at] ?? 1));
    if (best !== at) rows[best] = one;
    for (let row = 0; row < size; row += 1) {
      const factor = row === at ? 0 : cell(rows, row, at);
      if (factor !== 0) rows[row] = (rows[row] ?? []).map((value, column) => value - factor * cell(rows, at, column));
    }
  }
  return rows.map((row) => row.slice(size));
}

/** The games of two players: by who has White, from the side of the one that is named first among all. */
interface Pair {
  readonly one: number;
  readonly other: number;
  readonly games: readonly { sign: number; count: number; points: number; draws: number }[];
}

function pairsOf(names: readonly string[], tallies: readonly NamedTally[]): readonly Pair[] {
  const pairs = new Map<string, { one: number; other: number; games: Pair["games"][number][] }>();
  for (const { first, second, wins, draws, losses } of tallies) {
    const [white, black] = [names.indexOf(first), names.indexOf(second)];
    const count = wins + draws + losses;
    if (count === 0 || white < 0 || black < 0) continue;
    const [one, other] = [Math.min(white, black), Math.max(white, black)];
    const pair = pairs.get(`${one} ${other}`) ?? { one, other, games: [] };
    pair.games.push({ sign: white === one ? 1 : -1, count, points: wins + draws / 2, draws });
    pairs.set(`${one} ${other}`, pair);
  }
  return [...pairs.values()];
}

const gamesIn = ({ games }: Pair): number => games.reduce((sum, { count }) => sum + count, 0);

/** The surplus of points of a pair where its difference is so large, with the information of its games and the variance. */
function pointsAt({ games }: Pair, difference: number, advantage: number) {
  let [surplus, information, variance, white] = [0, 0, 0, 0];
  for (const { sign, count, points, draws } of games) {
    const p = logistic(sign * difference + advantage);
    const weight = count * p * (1 - p);
    const drawn = Math.min(draws, 2 * count * Math.min(p, 1 - p));
    information += weight;
    variance += Math.max(weight - drawn / 4, LEAST_VARIANCE * weight);
    surplus += sign * (points - count * p);
    white += points - count * p;
  }
  return { surplus, information, variance, white };
}

/** The root of a falling function between two ends, by halving. */
function rootOf(falling: (x: number) => number, from: number, to: number): number {
  let [low, high] = [from, to];
  for (let halving = 0; halving < 60; halving += 1) {
    const middle = (low + high) / 2;
    if (falling(middle) > 0) low = middle;
    else high = middle;
  }
  return (low + high) / 2;
}

/** The farthest apart that two are looked for, in natural units: 3,500 Elo. */
const FAR = 20;

/**
 * A scale by all games at once: a pair's points follow the difference of two strengths (R. Bradley and M. Terry, 1952,
 * a draw as half a win) and an advantage of White, with the trinomial variance of the games; and beyond that the expected
 * points of each pair have a normal error of their own, since a single number does not describe how players of different
 * kinds do against each other: who is far weaker still mates in the opening at times, and who is far stronger does not
 * always win. The deviation of that error, the misfit, is the one with which the squares of the pairs' residuals come to
 * their degrees of freedom (R. Paule and J. Mandel, “Consensus values and weighting factors”, 1982), for the pairs near
 * each other, which make the scale, and then for those far apart. The strengths are those at which the pairs'
 * residuals, weighed by these variances, balance (R. Wedderburn, “Quasi-likelihood functions”, 1974).
 * @param isFar whether a pair has the misfit of those far apart; the others must tie all players together
 * @param ground those whose mean is `elo` by definition
 */
export function fitScale(
  names: readonly string[],
  tallies: readonly NamedTally[],
  isFar: (one: string, other: string) => boolean,
  ground: { readonly names: readonly string[]; readonly elo: number },
): Scale {
  const pairs = pairsOf(names, tallies);
  const held = new Set(ground.names.map((name) => names.indexOf(name)));
  const partOf = ({ one, other }: Pair): keyof Misfit => (isFar(names[one] ?? "", names[other] ?? "") ? "far" : "near");

  const solve = (misfit: Misfit) => {
    let strengths: readonly number[] = names.map((_, at) => (at - names.length / 2) * 1.5);
    let advantage = 0;
    let covariance: Matrix = [];
    let links: readonly (Pair & { readonly difference: number; readonly weight: number; readonly z: number })[] = [];
    for (let step = 0; step < 300; step += 1) {
      let [whiteSurplus, whiteWeight] = [0, 0];
      links = pairs.map((pair) => {
        const difference = (strengths[pair.one] ?? 0) - (strengths[pair.other] ?? 0);
        const { surplus, information, variance, white } = pointsAt(pair, difference, advantage);
        whiteSurplus += white;
        whiteWeight += information;
        const error = Math.sqrt(variance + (gamesIn(pair) * misfit[partOf(pair)]) ** 2);
        return { ...pair, difference, weight: (information / error) ** 2, z: surplus / error };
      });
      const slope = names.map(() => 0);
      // The mean of the ground is held, by a weight that changes nothing else.
      const matrix = names.map((_, row) =>
        names.map((__, column) => (held.has(row) && held.has(column) ? 1 / held.size ** 2 : 0)),
      );
      for (const { one, other, weight, z } of links) {
        const ends = [
          [one, 1],
          [other, -1],
        ] as const;
        for (const [at, sign] of ends) {
          slope[at] = (slope[at] ?? 0) + sign * z * Math.sqrt(weight);
          const row = matrix[at];
          if (row)
            for (const [column, columnSign] of ends) row[column] = (row[column] ?? 0) + sign * columnSign * weight;
        }
      }
      covariance = inverseOf(matrix);
      const change = names.map((_, row) =>
        slope.reduce((sum, value, column) => sum + cell(covariance, row, column) * value, 0),
      );
      const largest = Math.max(...change.map(Math.abs));
      const stride = Math.min(1, 1 / Math.max(largest, 1e-300));
      strengths = strengths.map((value, at) => value + stride * (change[at] ?? 0));
      advantage += whiteSurplus / whiteWeight;
      if (largest < 1e-9) break;
    }
    return { strengths, advantage, covariance, links };
  };
  const far = pairs.filter((pair) => partOf(pair) === "far").length;
  const freedom = { near: pairs.length - far - (names.length - 1), far };
  const squares = (part: keyof Misfit, misfit: Misfit) =>
    solve(misfit)
      .links.filter((pair) => partOf(pair) === part)
      .reduce((sum, { z }) => sum + z ** 2, 0);
  const none = { near: 0, far: 0 };
  const chi2 = { near: squares("near", none), far: squares("far", none) };
  const misfit = { ...none };
  for (const part of ["near", "far"] as const)
    if (chi2[part] > freedom[part])
      misfit[part] = rootOf((share) => squares(part, { ...misfit, [part]: share }) - freedom[part], 0, 1);
  const { strengths, advantage, covariance, links } = solve(misfit);

  const mean = (of: (at: number) => number) => [...held].reduce((sum, at) => sum + of(at), 0) / held.size;
  const middle = mean((at) => strengths[at] ?? 0);
  const withGround = names.map((_, at) => mean((level) => cell(covariance, at, level)));
  const ofGround = mean((at) => withGround[at] ?? 0);
  const errorsOf = (one: number, other: number) =>
    ELO ** 2 * (cell(covariance, one, other) - (withGround[one] ?? 0) - (withGround[other] ?? 0) + ofGround);
  return {
    placed: names.map((name, at) => ({
      name,
      elo: ground.elo + ELO * ((strengths[at] ?? 0) - middle),
      interval: Z95 * Math.sqrt(Math.max(0, errorsOf(at, at))),
      games: pairs.filter(({ one, other }) => one === at || other === at).reduce((sum, pair) => sum + gamesIn(pair), 0),
    })),
    covariance: errorsOf,
    links: links.map((pair) => {
      const sign = pair.difference > 0 ? -1 : 1;
      const [one = "", other = ""] = [names[pair.one], names[pair.other]];
      const [weaker, stronger] = sign === 1 ? [one, other] : [other, one];
      const own = rootOf((x) => pointsAt(pair, x, advantage).surplus, -FAR, FAR);
      const { information, variance } = pointsAt(pair, own, advantage);
      const isBeyond = Math.abs(own) > FAR - 1;
      return {
        weaker,
        stronger,
        games: gamesIn(pair),
        measured: isBeyond ? null : -sign * ELO * own,
        deviation: isBeyond ? null : ELO * (Math.sqrt(variance) / information),
        fitted: Math.abs(pair.difference) * ELO,
        z: -sign * pair.z,
      };
    }),
    firstMove: ELO * advantage,
    cycles: { chi2, freedom },
    misfit,
  };
}
