import { type Ends, type FigureApart, type FiguresApart, figureSplits } from "../../../shared/leagues.ts";
import { Z95 } from "../../../shared/normal.ts";
import { isUnfamiliar, type League, type MatchGame, type Side, seatIndexOf } from "../../league/machine/league.ts";

export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));

export const noGames = { games: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
/** A count y per count x, as sums over games. */
export type Ratio = Readonly<typeof noGames>;

export const withGame = (sum: Ratio, x: number, y: number): Ratio => ({
  games: sum.games + 1,
  x: sum.x + x,
  y: sum.y + y,
  xx: sum.xx + x * x,
  xy: sum.xy + x * y,
  yy: sum.yy + y * y,
});

/** The variance of Σy / Σx as that of a ratio estimator: a game is one observation, since what happens in one goes together. */
function varianceOf({ games, x, y, xx, xy, yy }: Ratio): number {
  const ratio = y / x;
  return ((games / (games - 1)) * Math.max(0, yy - 2 * ratio * xy + ratio * ratio * xx)) / x ** 2;
}

/** The weight of an assumed observation of a game in which all goes together, beside those of what was counted. */
const ASSUMED = 0.5;

/**
 * The 95 % interval of Σy / Σx, from 0 to `most`; null of fewer than two games, or without anything that it could be
 * counted of (W. Cochran, “Sampling Techniques”, 3rd edition 1977, 2.11 and 6.4), with Student's distribution for the few
 * games that there are. Such figures lean away from the end of their scale that is nearer, to which side the interval is
 * symmetric in the logarithm. Where all are at an end it has the share of games that `games` alone do not exclude; null
 * where the scale has none.
 */
export function ratioInterval(sum: Ratio, most = Number.POSITIVE_INFINITY): Ends | null {
  const { games, x, y } = sum;
  if (games < 2 || x === 0) return null;
  const mean = y / x;
  const near = Math.min(mean, most - mean);
  const margin = marginOf(sum);
  const reach = near > 0 ? near * Math.expm1(margin / near) : (most * Z95 ** 2) / (games + Z95 ** 2);
  if (reach === Number.POSITIVE_INFINITY) return null;
  const [below, above] = near === mean ? [margin, reach] : [reach, margin];
  return [Math.max(0, mean - below), Math.min(mean + above, most)];
}

/**
 * The 95 % interval of a share Σy of Σx: E. Wilson's (1927), so that 0 and all have one, too, with the number of
 * observations that the games' variation leaves (E. Korn and B. Graubard, “Confidence intervals for proportions with
 * small expected number of positive counts estimated from survey data”, 1998). How much of a game goes together shows
 * only where something was counted; where nothing was, each game is one observation, so 0 in 10 games is 0 to 28 %
 * whatever the number of tries. Null as above.
 */
export function shareInterval(sum: Ratio): Ends | null {
  const { games, x, y } = sum;
  if (games < 2 || x === 0) return null;
  const share = y / x;
  const even = share * (1 - share);
  const spread = Math.max(varianceOf(sum), even / x) * (student95(games - 1) / Z95) ** 2;
  const rarer = Math.min(share, 1 - share);
  const seen = rarer === 0 ? 0 : (rarer * even) / spread;
  const square = ((Z95 ** 2 / games) * (rarer * games + ASSUMED)) / (seen + ASSUMED);
  const centre = (share + square / 2) / (1 + square);
  const reach = Math.sqrt(square * even + square ** 2 / 4) / (1 + square);
  return [Math.max(0, centre - reach), Math.min(1, centre + reach)];
}

const marginOf = (sum: Ratio): number => student95(sum.games - 1) * Math.sqrt(varianceOf(sum));

/** The 97.5 % quantile of Student's distribution, 1 % too large at most (D. Wallace, 1959; D. Peizer and J. Pratt, 1968). */
function student95(freedom: number): number {
  if (freedom === 1) return 12.706;
  const square = (Z95 / (freedom - 2 / 3 + 0.1 / freedom)) ** 2 * (freedom - 5 / 6);
  return Math.sqrt(freedom * Math.expm1(square));
}

/** The most centipawns that a move can lose: scores are capped at ±1000. */
const MOST_LOST = 2_000;

/** A figure: how it is shown, in its unit, and the interval of its sum. */
interface Figure {
  readonly shown: (count: number, of?: number) => number;
  readonly ends: (sum: Ratio) => Ends | null;
}
const meanFigure: Figure = { shown: (count, of = 1) => roundTo(count / of, 1), ends: (sum) => ratioInterval(sum) };
const dollarsFigure: Figure = { ...meanFigure, shown: (count, of = 1) => roundTo(count / of, 6) };
/** Of either sign, it leans to no end of a scale. */
const balanceFigure: Figure = {
  shown: (count, of = 1) => roundTo(count / of, 2),
  ends: (sum) => (sum.games < 2 ? null : [sum.y / sum.x - marginOf(sum), sum.y / sum.x + marginOf(sum)]),
};
const shareFigure: Figure = { shown: (count, of = 1) => roundTo(1_000 * (count / of), 1), ends: shareInterval };
const leagueFigures = {
  score_percent: { shown: (count, of = 1) => roundTo((100 * count) / of, 1), ends: (sum) => ratioInterval(sum, 1) },
  illegal_per_1000: shareFigure,
  /** Counted as a share of all that were tried, and shown as refused ones for each that was not. */
  illegal_per_1000_played: { ...shareFigure, shown: (count, of = 1) => shareFigure.shown(count / of, 1 - count / of) },
  errors_per_1000: shareFigure,
  mean_move_ms: meanFigure,
  input_tokens_per_move: meanFigure,
  output_tokens_per_move: meanFigure,
  reasoning_tokens_per_move: meanFigure,
  cost_per_game: dollarsFigure,
  cost_per_move: dollarsFigure,
  margin_per_game: balanceFigure,
  accuracy: { ...meanFigure, ends: (sum) => ratioInterval(sum, 100) },
  average_centipawn_loss: { ...meanFigure, ends: (sum) => ratioInterval(sum, MOST_LOST) },
} satisfies Readonly<Record<string, Figure>>;
export type FigureName = keyof typeof leagueFigures;

/** The sums over games by figure, or by part and figure: `starts 1 accuracy`. */
export type Sums = Map<string, Ratio>;

/** The additions of a game to figures, each a count and what it is a count of; null for nothing. */
export type Addition = Partial<Readonly<Record<FigureName, readonly [of: number, count: number] | null>>>;

/** Adds a game to the sums of parts; the part with the empty name is the whole. */
export function addGame(sums: Sums, parts: readonly string[], added: Addition): void {
  for (const [name, counted] of Object.entries(added))
    for (const part of parts)
      if (counted) sums.set(part + name, withGame(sums.get(part + name) ?? noGames, ...counted));
}

/** The part of the games from starts that some know by heart, or of which nobody can tell. */
export const USUAL = "starts 0 ";

/** The parts of the splits by seat and by start in which a side played a game. */
export const partsOf = (league: League, game: MatchGame, side: Side): readonly string[] => [
  `seats ${seatIndexOf(game, side)} `,
  isUnfamiliar(league, game) ? "starts 1 " : USUAL,
];

/** A figure as it is shown, with the ends of its interval; null for nothing of nothing. */
export function figureIn(sums: Sums, name: FigureName): { readonly value: number | null; readonly ends: Ends | null } {
  const [figure, sum] = [leagueFigures[name], sums.get(name) ?? noGames];
  const value = figure.shown(sum.y, sum.x);
  return Number.isFinite(value) ? { value, ends: endsShown(figure, figure.ends(sum)) } : { value: null, ends: null };
}

const endsShown = ({ shown }: Figure, ends: Ends | null): Ends | null => ends && [shown(ends[0]), shown(ends[1])];

/** The figures of both parts of each split, such as first and second seat, of which both parts have any. */
export function figuresBySplit(sums: Sums): FiguresApart {
  const apart = figureSplits.map(({ split }) => {
    const own = Object.entries(leagueFigures).flatMap(([name, figure]) => {
      const [one, other] = [0, 1].map((part) => sums.get(`${split} ${part} ${name}`));
      return one?.x && other?.x ? [[name, figureApart(one, other, figure)] as const] : [];
    });
    return [split, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(apart.filter(([, own]) => Object.keys(own).length > 0));
}

/**
 * The difference has the interval that follows from those of its two sides, as if they were independent (G. Zou and
 * A. Donner, “Construction of confidence limits about effect measures”, 2008).
 */
function figureApart(one: Ratio, other: Ratio, figure: Figure): FigureApart {
  const [value, others] = [one.y / one.x, other.y / other.x];
  const [ends, otherEnds] = [figure.ends(one), figure.ends(other)];
  const difference = value - others;
  const reach = (own: number, their: number) => Math.hypot(value - own, others - their);
  return {
    games: [one.games, other.games],
    values: [figure.shown(value), figure.shown(others)],
    intervals: [endsShown(figure, ends), endsShown(figure, otherEnds)],
    difference: figure.shown(difference),
    difference_interval:
      ends &&
      otherEnds &&
      endsShown(figure, [difference - reach(ends[0], otherEnds[1]), difference + reach(ends[1], otherEnds[0])]),
  };
}
