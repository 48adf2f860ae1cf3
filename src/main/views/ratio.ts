import type { Ends } from "../../shared/leagues.ts";
import { Z95 } from "../../shared/normal.ts";

/** A number with so many decimals at most. */
export const roundTo = (value: number, digits: number): number => Number(value.toFixed(digits));

export const noGames = { games: 0, x: 0, y: 0, xx: 0, xy: 0, yy: 0 };
/** A count y per count x, as sums over games. */
export type Ratio = Readonly<typeof noGames>;

/** With one game more. */
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
  const margin = student95(games - 1) * Math.sqrt(varianceOf(sum));
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

/** The 97.5 % quantile of Student's distribution, 1 % too large at most (D. Wallace, 1959; D. Peizer and J. Pratt, 1968). */
function student95(freedom: number): number {
  if (freedom === 1) return 12.706;
  const square = (Z95 / (freedom - 2 / 3 + 0.1 / freedom)) ** 2 * (freedom - 5 / 6);
  return Math.sqrt(freedom * Math.expm1(square));
}
