import { type Pentanomial, pairStatistics, sprt } from "../../src/main/league/ratings/pairs.ts";
import { type Comparison, type Row, sourceOf } from "./comparison.ts";
import published from "./data/fastchess.json" with { type: "json" };

interface Counts {
  /** Won, drawn and lost. */
  readonly games?: readonly number[];
  /** With 0, ½, 1, 1½ and 2 points. */
  readonly pairs?: readonly number[];
}

/** Pairs as they are; single games as pairs of which both ended alike, whose points have the same moments. */
function countsOf({ games, pairs }: Counts): Pentanomial {
  const [won = 0, drawn = 0, lost = 0] = games ?? [];
  const [a = lost, b = 0, c = drawn, d = 0, e = won] = pairs ?? [];
  return [a, b, c, d, e];
}

const nameOf = ({ games, pairs }: Counts): string =>
  games ? `+${games[0]} =${games[1]} −${games[2]}` : `pairs ${pairs?.join(" ")}`;

/** Half of the last digit that fastchess's table has, of scores and of ratios. */
const ROUNDING = { score: 0.0005, ratio: 0.005 };
/** A prior that a match outweighs may move a difference and its error by so much of the error … */
const OF_ERROR = 0.1;
/** … and the probability that the first is stronger by so many per cent. */
const OF_PROBABILITY = 2;

/** Half of a 95 % interval, by itself or by its ends. */
const marginOf = (found: { readonly interval?: number; readonly low?: number; readonly high?: number }): number =>
  found.interval ?? ((found.high ?? Number.NaN) - (found.low ?? Number.NaN)) / 2;

/** The log-likelihood ratio of sequential tests, in the model that Kibitz has. */
export function sequentialTests(): Comparison {
  const [alpha, beta] = [0.05, 0.05];
  const rows = published.sprt
    .filter(({ model }) => model === "logistic")
    .map(({ elo0, elo1, llr, ...counts }): Row => {
      const ours = sprt(countsOf(counts), { elo0, elo1, alpha, beta }).llr;
      return { name: `${nameOf(counts)}, ${elo0} or ${elo1} Elo`, ours, theirs: llr, tolerance: ROUNDING.ratio };
    });
  return {
    title: "fastchess's sequential tests: log-likelihood ratio",
    source: sourceOf(published),
    rows,
    digits: 2,
    tolerance: "half of the last digit printed",
    differences: `Kibitz tests differences in logistic Elo. The table's other ${published.sprt.length - rows.length} rows are of the normalized and the Bayesian model, which it has not.`,
  };
}

/** Score, difference, its error and the likelihood of superiority of matches. */
export function matchFigures(): Comparison {
  const rows = published.elo.flatMap(({ score, los, elo, error, ...counts }) => {
    const found = pairStatistics(countsOf(counts));
    if (found === null) return [];
    const ofError = OF_ERROR * (error ?? Number.NaN);
    const all = [
      ["score", found.score, score, ROUNDING.score],
      ["Elo", found.elo, elo, ofError],
      ["± Elo", marginOf(found), error, ofError],
      ["% stronger", 100 * found.superiority, los, OF_PROBABILITY],
    ] as const;
    return all.flatMap(([name, ours, theirs, tolerance]): Row[] =>
      theirs === undefined ? [] : [{ name: `${nameOf(counts)}: ${name}`, ours, theirs, tolerance }],
    );
  });
  return {
    title: "fastchess's figures of matches",
    source: sourceOf(published),
    rows,
    digits: 3,
    tolerance: "of scores half of the last digit printed; a tenth of the error; 2 % of probability",
    differences: "Kibitz has no normalized Elo, fastchess's other column.",
  };
}
