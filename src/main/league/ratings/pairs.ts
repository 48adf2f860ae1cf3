import type { ApiLeagueSettings, SequentialTest } from "../../../shared/leagues.ts";
import { differencePrior } from "./bradley-terry.ts";

/**
 * How often a pair of games with reversed sides ended with 0, ½, 1, 1½ and 2 points for the first of two entrants: five
 * frequencies in place of three, because the two games of a pair share their opening and so are not independent.
 */
export type Pentanomial = readonly [number, number, number, number, number];

const pairShares = [0, 0.25, 0.5, 0.75, 1] as const;

const scoreAt = (elo: number): number => 1 / (1 + 10 ** (-elo / 400));

/** Where a likelihood is asked for: so many nodes, which lie the farther apart the farther they are from the middle. */
const NODES = 400;
/** No two are farther apart, in Elo. */
const FARTHEST = 6_000;

/**
 * The difference of two entrants in Elo by the frequencies of their pairs: the same prior as all ratings have, with the
 * greatest likelihood that these frequencies have at each difference (M. Van den Bergh, “The generalized SPRT for chess
 * engines”, the pentanomial model; as fastchess and fishtest tell it). Null without a pair.
 */
export function pairStatistics(counts: Pentanomial) {
  const pairs = counts.reduce((sum, count) => sum + count, 0);
  if (pairs === 0) return null;
  const score = counts.reduce((sum, count, at) => sum + count * (pairShares[at] ?? 0), 0) / pairs;
  // Half a game more on either side keeps the middle finite.
  const middle = -400 * Math.log10((pairs + 0.5) / (pairs * score + 0.25) - 1);
  const unit = 200 / Math.sqrt(pairs);
  const nodes = Array.from({ length: NODES + 1 }, (_, node) => {
    const at = (node / NODES - 0.5) * 12;
    const elo = middle + unit * Math.sinh(at);
    if (Math.abs(elo) > FARTHEST) return { elo, log: Number.NEGATIVE_INFINITY };
    return { elo, log: likelihoodAt(counts, elo) + Math.log(differencePrior(elo) * Math.cosh(at)) };
  });
  const top = Math.max(...nodes.map(({ log }) => log));
  const sum = nodes.reduce((total, { log }) => total + Math.exp(log - top), 0);
  const weighted = nodes.map(({ elo, log }) => ({ elo, weight: Math.exp(log - top) / sum }));
  let below = 0;
  const shares = weighted.map(({ elo, weight }) => {
    below += weight;
    return { elo, below: below - weight / 2 };
  });
  const quantile = (share: number) => shares.find((each) => each.below >= share)?.elo ?? Number.POSITIVE_INFINITY;
  const [low, high] = [quantile(0.025), quantile(0.975)];
  return {
    pairs,
    /** Points per game, 0 to 1. */
    score,
    /** The mean advantage of the first in Elo. */
    elo: weighted.reduce((total, { elo, weight }) => total + elo * weight, 0),
    /** The ends of its 95 % interval. */
    low,
    high,
    /** The probability that the first is stronger, 0 to 1. */
    superiority: weighted.reduce((total, { elo, weight }) => total + (weight * (1 + Math.sign(elo))) / 2, 0),
  };
}

/**
 * The sequential probability ratio test (A. Wald, 1945): lower bound ln(β/(1−α)), upper bound ln((1−β)/α), and the ratio
 * of the greatest likelihoods that the pairs so far have under either hypothesis (Van den Bergh's generalized SPRT, as in
 * fishtest's `LLRcalc`).
 */
export function sprt(
  counts: Pentanomial,
  { elo0, elo1, alpha, beta }: NonNullable<ApiLeagueSettings["sprt"]>,
): SequentialTest {
  const lower = Math.log(beta / (1 - alpha));
  const upper = Math.log((1 - beta) / alpha);
  const llr = likelihoodAt(counts, elo1) - likelihoodAt(counts, elo0);
  return { llr, lower, upper, decision: llr <= lower ? "elo0" : llr >= upper ? "elo1" : null };
}

/**
 * The logarithm of the greatest likelihood that such frequencies have where the mean score is that of a difference. A
 * thousandth of a pair of each kind gives every outcome a chance.
 */
function likelihoodAt(counts: readonly number[], elo: number): number {
  const regular = counts.map((count) => count + 1e-3);
  const pairs = regular.reduce((sum, count) => sum + count, 0);
  const likely = likeliestShares(
    regular.map((count) => count / pairs),
    scoreAt(elo),
  );
  return regular.reduce((sum, count, at) => sum + count * Math.log(likely[at] ?? 1), 0);
}

/**
 * The distribution with a given mean under which the observations are most likely: each share over 1 + x · (value −
 * mean), with the x that makes the mean come out.
 */
function likeliestShares(shares: readonly number[], mean: number): readonly number[] {
  const excess = (x: number) =>
    shares.reduce((sum, share, at) => {
      const off = (pairShares[at] ?? 0) - mean;
      return sum + (share * off) / (1 + x * off);
    }, 0);
  // Between these every share stays above 0, and the excess falls from above 0 to below it.
  let [low, high] = [-1 / (1 - mean), 1 / mean];
  for (let halving = 0; halving < 40; halving += 1) {
    const x = (low + high) / 2;
    if (excess(x) > 0) low = x;
    else high = x;
  }
  const x = (low + high) / 2;
  return shares.map((share, at) => share / (1 + x * ((pairShares[at] ?? 0) - mean)));
}
