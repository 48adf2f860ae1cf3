import { Z95 } from "../../../shared/normal.ts";
import { runAtOnce } from "../../../shared/steps.ts";
import { type Anchors, type PairTally, type Rating, rate, SCALE } from "../ratings/bradley-terry.ts";

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

/** Levels with this share of the greatest information count as equally good, so that no level is met alone. */
const NEARLY = 0.9;

/** The strength that follows from games against levels, with its 95 % interval, which includes the levels' own errors. */
export function strengthOf({ levels, covariance }: LevelScale, games: readonly LevelGame[]): Rating {
  const anchors: Anchors = {
    elo: new Map(levels.map((elo, level) => [level, elo])),
    covariance: (one, other) => covariance[one]?.[other] ?? 0,
  };
  const { ratings } = runAtOnce(rate(levels.length + 1, talliesOf(games, levels.length), { anchors }));
  return ratings[levels.length] ?? { kind: "unknown" };
}

/**
 * The level whose next game gives the most information: the variance of its result, p·(1 − p), is the Fisher
 * information of a game, and is greatest against an equal. Of those that give nearly as much it is the one met least.
 * Before anything is known it is the one in the middle.
 */
export function tellsMost({ levels }: LevelScale, games: readonly LevelGame[], rating: Rating): number {
  const middle = Math.floor((levels.length - 1) / 2);
  const elo = rating.kind === "unknown" ? (levels[middle] ?? 0) : rating.elo;
  const telling = levels.map((level) => weightAt(level - elo));
  const most = Math.max(...telling);
  const counts = levels.map((_, level) => games.filter((game) => game.level === level).length);
  return levels
    .map((_, level) => level)
    .filter((level) => (telling[level] ?? 0) >= NEARLY * most)
    .reduce((least, level) => ((counts[level] ?? 0) < (counts[least] ?? 0) ? level : least));
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

/** The information in a game between two that are so many Elo apart: the variance of its result, without draws. */
function weightAt(difference: number): number {
  const expectation = 1 / (1 + 10 ** (difference / 400));
  return expectation * (1 - expectation);
}

/**
 * The number of games until the 95 % interval of an entrant of that strength is narrower than so many Elo from end to
 * end, against the best levels and without draws, each of which gives a little less; infinite where the levels' own
 * errors alone are wider.
 */
export function gamesNeeded({ levels, covariance }: LevelScale, within: number, elo: number): number {
  const telling = levels.map((level) => weightAt(level - elo));
  const most = Math.max(...telling);
  // Each of those is met equally often.
  const weights = telling.map((weight) => (weight >= NEARLY * most ? weight : 0));
  const count = weights.filter((weight) => weight > 0).length;
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const priorWeight = weights.reduce(
    (total, one, row) =>
      total +
      weights.reduce((part, other, column) => part + (one * other * (covariance[row]?.[column] ?? 0)) / sum ** 2, 0),
    0,
  );
  const deficit = (within / 2 / Z95) ** 2 - priorWeight;
  return deficit <= 0 ? Number.POSITIVE_INFINITY : 2 * Math.ceil((SCALE ** 2 * count) / sum / deficit / 2);
}
