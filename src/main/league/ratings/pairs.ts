import type { LeagueSettings, SequentialTest } from "../../../shared/leagues.ts";
import { Z95 } from "../../../shared/normal.ts";

/**
 * How often a pair of games with reversed sides ended with 0, ½, 1, 1½ and 2 points for the first of two entrants: five
 * frequencies in place of three, because the two games of a pair share their opening and so are not independent.
 */
export type Pentanomial = readonly [number, number, number, number, number];

const values = [0, 0.25, 0.5, 0.75, 1] as const;

function moments(counts: readonly number[]) {
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  const mean = counts.reduce((sum, count, at) => sum + count * (values[at] ?? 0), 0) / pairs;
  const variance = counts.reduce((sum, count, at) => sum + count * ((values[at] ?? 0) - mean) ** 2, 0) / pairs;
  return { pairs, mean, variance };
}

const eloOf = (score: number): number => -400 * Math.log10(1 / score - 1);
const scoreAt = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

/**
 * The difference of two entrants, with the error that the frequencies of their pairs give (M. Van den Bergh, “The
 * generalized SPRT for chess engines”, the pentanomial model; as fastchess and fishtest tell it). Null without a pair.
 */
export function pairStatistics(counts: Pentanomial) {
  const { pairs, mean, variance } = moments(counts);
  if (pairs === 0) return null;
  // Where all pairs ended alike their variance is unknown: as if one more had ended in every way.
  const deviation = Math.sqrt((variance || moments(counts.map((count) => count + 0.2)).variance) / pairs);
  const margin = Z95 * deviation;
  const limit = (score: number) => eloOf(Math.min(1, Math.max(0, score)));
  return {
    pairs,
    /** Points per game, 0 to 1. */
    score: mean,
    /** The advantage of the first in Elo; infinite where it won or lost everything. */
    elo: eloOf(mean),
    /** Half of the 95 % interval; infinite where an end of it is. */
    interval: (limit(mean + margin) - limit(mean - margin)) / 2,
    /** The likelihood that the first is stronger, 0 to 1. */
    superiority: normal((mean - 0.5) / deviation),
  };
}

/**
 * The sequential probability ratio test (A. Wald, 1945): lower bound ln(β/(1−α)), upper bound ln((1−β)/α), and the ratio
 * of the greatest likelihoods that the pairs so far have under either hypothesis (Van den Bergh's generalized SPRT, as in
 * fishtest's `LLRcalc`). A thousandth of a pair of each kind gives every outcome a chance.
 */
export function sprt(
  counts: Pentanomial,
  { elo0, elo1, alpha, beta }: NonNullable<LeagueSettings["sprt"]>,
): SequentialTest {
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const regular = counts.map((count) => count + 1e-3);
  const pairs = regular.reduce((sum, count) => sum + count, 0);
  const shares = regular.map((count) => count / pairs);
  const [likely0, likely1] = [likeliest(shares, scoreAt(elo0)), likeliest(shares, scoreAt(elo1))];
  const llr = regular.reduce((sum, count, at) => sum + count * Math.log((likely1[at] ?? 1) / (likely0[at] ?? 1)), 0);
  return { llr, lower, upper, decision: llr <= lower ? "elo0" : llr >= upper ? "elo1" : null };
}

/**
 * The distribution with a given mean under which the observations are most likely: each share over 1 + x · (value −
 * mean), with the x that makes the mean come out.
 */
function likeliest(shares: readonly number[], mean: number): readonly number[] {
  const excess = (x: number) =>
    shares.reduce((sum, share, at) => {
      const off = (values[at] ?? 0) - mean;
      return sum + (share * off) / (1 + x * off);
    }, 0);
  // Between these every share stays above 0, and the excess falls from above 0 to below it.
  let [low, high] = [-1 / (1 - mean), 1 / mean];
  for (let halving = 0; halving < 60; halving += 1) {
    const x = (low + high) / 2;
    if (excess(x) > 0) low = x;
    else high = x;
  }
  const x = (low + high) / 2;
  return shares.map((share, at) => share / (1 + x * ((values[at] ?? 0) - mean)));
}

/** The distribution function of the standard normal distribution (Abramowitz and Stegun 7.1.26: within 1.5e-7). */
function normal(z: number): number {
  const t = 1 / (1 + (0.3275911 * Math.abs(z)) / Math.SQRT2);
  const tail =
    ((((1.061405429 * t - 1.453152027) * t + 1.421413741) * t - 0.284496736) * t + 0.254829592) *
    t *
    Math.exp((-z * z) / 2);
  return z > 0 ? 1 - tail / 2 : tail / 2;
}
