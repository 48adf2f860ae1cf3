import { type LevelGame, type LevelScale, strengthOf, tellsMost } from "../../src/main/league/measure/strength.ts";

export interface Simulation {
  /** The known strengths of the levels. */
  readonly scale: LevelScale;
  /** The strength of the one who is measured, in Elo. */
  readonly elo: number;
  /** The share of draws between equals; the farther apart two are, the fewer. */
  readonly draws: number;
  readonly within: number;
  readonly games: number;
  /** Numbers from 0 up to 1. */
  readonly random: () => number;
}

export interface Simulated {
  /** Whether the interval holds the true strength. */
  readonly holds: boolean;
  readonly narrow: boolean;
  readonly games: number;
}

/** Two normal numbers at once (G. Box and M. Muller, 1958); one of them. */
const normal = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The lower triangle L with L·Lᵀ equal to a symmetric positive definite matrix (A.-L. Cholesky). */
function factorOf(matrix: Float64Array, size: number): Float64Array {
  const factor = matrix.slice();
  for (let column = 0; column < size; column += 1)
    for (let row = column; row < size; row += 1) {
      let value = factor[row * size + column] ?? 0;
      for (let at = 0; at < column; at += 1)
        value -= (factor[row * size + at] ?? 0) * (factor[column * size + at] ?? 0);
      factor[row * size + column] = row === column ? Math.sqrt(value) : value / (factor[column * size + column] ?? 1);
    }
  return factor;
}

/** Levels that truly are as strong as those of whom the scale's errors leave so much open. */
function trueLevels({ levels: elo, covariance }: LevelScale, random: () => number): readonly number[] {
  const size = elo.length;
  // The levels' average has no error, and each number is rounded by up to ½: so much more on the diagonal than rounding
  // can take away lets the matrix be factored.
  const matrix = Float64Array.from(
    elo.flatMap((_, row) =>
      elo.map((__, column) => (covariance[row]?.[column] ?? 0) + (row === column ? size / 2 + 1 : 0)),
    ),
  );
  const factor = factorOf(matrix, size);
  const drawn = elo.map(() => normal(random));
  return elo.map(
    (known, row) =>
      known - drawn.slice(0, row + 1).reduce((sum, each, at) => sum + each * (factor[row * size + at] ?? 0), 0),
  );
}

/** Measures one whose strength is known, as a measurement does it, against levels that are a little stronger or weaker than is known. */
export function simulate({ scale, elo, draws, within, games: most, random }: Simulation): Simulated {
  const truth = trueLevels(scale, random);
  const games: LevelGame[] = [];
  const play = (level: number, first: boolean): LevelGame => {
    const expected = 1 / (1 + 10 ** (((truth[level] ?? 0) - elo) / 400));
    const drawn = Math.min(4 * draws * expected * (1 - expected), 2 * Math.min(expected, 1 - expected));
    const chance = random();
    const points = chance < expected - drawn / 2 ? 1 : chance < expected + drawn / 2 ? 0.5 : 0;
    return { level, first, points };
  };
  for (;;) {
    const rating = strengthOf(scale, games);
    const narrow = rating.kind !== "unknown" && 2 * rating.interval < within;
    if (narrow || games.length >= most) return { holds: holds(rating, elo), narrow, games: games.length };
    const level = tellsMost(scale, games, rating);
    games.push(play(level, true), play(level, false));
  }
}

function holds(rating: ReturnType<typeof strengthOf>, elo: number): boolean {
  return rating.kind !== "unknown" && rating.low <= elo && elo <= rating.high;
}
