import { Z95 } from "../../../shared/normal.ts";
import { runAtOnce } from "../../../shared/steps.ts";
import { type Anchors, LOGIT, type PairTally, type Rating, rateEntrants } from "../ratings/bradley-terry.ts";

/** A game of the measured entrant against a level. */
export interface LevelGame {
  /** From 0, weakest first. */
  readonly level: number;
  /** Whether it had the first seat. */
  readonly first: boolean;
  readonly points: 0 | 0.5 | 1;
}

/** The known strengths of the levels. */
export interface LevelScale {
  /** In Elo, weakest first. */
  readonly levels: readonly number[];
  /** The covariance of their errors, in Elo², row by row; empty where unknown. */
  readonly covariance: readonly (readonly number[])[];
}

/** The strength that follows from games against levels, with its 95 % interval, which includes the levels' own errors. */
export function strengthOf({ levels, covariance }: LevelScale, games: readonly LevelGame[]): Rating {
  const anchors: Anchors = {
    elo: new Map(levels.map((elo, level) => [level, elo])),
    covariance: (one, other) => covariance[one]?.[other] ?? 0,
  };
  const { ratings } = runAtOnce(rateEntrants(levels.length + 1, talliesOf(games, levels.length), { anchors }));
  return ratings[levels.length] ?? { kind: "unknown" };
}

/**
 * The level whose next game leaves the least error, the levels' own included: a level a little less equal can be worth
 * more than the one that was met most, whose error weighs on every result. Before anything is known, an entrant counts
 * as strong as the level in the middle.
 */
export function tellsMost(scale: LevelScale, games: readonly LevelGame[], rating: Rating): number {
  const middle = Math.floor((scale.levels.length - 1) / 2);
  const elo = rating.kind === "unknown" ? (scale.levels[middle] ?? 0) : rating.elo;
  const counts = scale.levels.map((_, level) => games.filter((game) => game.level === level).length);
  const course = courseOf(scale, elo);
  counts.forEach((count, level) => {
    course.meet(level, count);
  });
  return course.next().level;
}

/** Levels by index, and the measured entrant after them. */
function talliesOf(games: readonly LevelGame[], levelCount: number): readonly PairTally[] {
  const tallies = new Map<string, PairTally>();
  for (const { level, first, points } of games) {
    const [one, other] = first ? [levelCount, level] : [level, levelCount];
    const key = `${one} ${other}`;
    const tally = tallies.get(key) ?? { first: one, second: other, wins: 0, draws: 0, losses: 0 };
    const column = points === 0.5 ? "draws" : (points === 1) === first ? "wins" : "losses";
    tallies.set(key, { ...tally, [column]: tally[column] + 1 });
  }
  return [...tallies.values()];
}

/**
 * The games of one of that strength against the levels: `meet` adds some against one, and `next` is the level to meet
 * next, and the variance of the strength in Elo² once it was met twice more. The information in a game is the variance
 * p·(1 − p) of its result, draws left aside; levels count by what their games tell.
 */
function courseOf({ levels, covariance }: LevelScale, elo: number) {
  const weights = levels.map((level) => {
    const expectation = 1 / (1 + 10 ** ((level - elo) / 400));
    return expectation * (1 - expectation);
  });
  /** For each level, the levels' errors with its own, by what their games tell. */
  let sharedErrors = levels.map(() => 0);
  let [sum, all] = [0, 0];
  const covarianceOf = (one: number, other: number) => covariance[one]?.[other] ?? 0;
  const withMore = (level: number, more: number) =>
    all + 2 * more * (sharedErrors[level] ?? 0) + more ** 2 * covarianceOf(level, level);
  return {
    meet: (level: number, count: number) => {
      const more = count * (weights[level] ?? 0);
      all = withMore(level, more);
      sum += more;
      sharedErrors = sharedErrors.map((each, row) => each + more * covarianceOf(row, level));
    },
    next: () =>
      weights
        .map((weight, level) => {
          const after = sum + 2 * weight;
          return { level, variance: LOGIT ** 2 / after + withMore(level, 2 * weight) / after ** 2 };
        })
        .reduce((best, each) => (each.variance < best.variance ? each : best)),
  };
}

/**
 * The number of games until the 95 % interval of an entrant of that strength is narrower than so many Elo from end to
 * end, against the best levels and without draws, each of which gives a little less; infinite where the levels' own
 * errors alone are wider.
 */
export function gamesNeeded(scale: LevelScale, within: number, elo: number): number {
  const course = courseOf(scale, elo);
  for (let games = 2, before = Number.POSITIVE_INFINITY; ; games += 2) {
    const { level, variance } = course.next();
    if (variance <= (within / 2 / Z95) ** 2) return games;
    if (before - variance < 0.001) return Number.POSITIVE_INFINITY;
    course.meet(level, 2);
    before = variance;
  }
}
