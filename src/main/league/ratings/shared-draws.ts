import { entryOf } from "../../base/once-for.ts";
import type { PairTally } from "./bradley-terry.ts";

/** The variance of results, in points², that is assumed to go without correlation beside what was seen: that of eight games. */
const ASSUMED = 2;
/** Over a number of pairs, the part by which the square of Student's 97.5 % quantile exceeds the normal distribution's. */
const FEW = 2.4;

/** Pairs of games: their number, and the sums of the covariance of both results and of the variance of one. */
interface Spread {
  pairs: number;
  covariance: number;
  variance: number;
}

/**
 * Two games of the same players that share their draws by chance, with the seats reversed, are one observation, in which
 * luck goes to each of them once. Where their results are correlated by r, the mean of both has 1 + r times the variance
 * that it has of independent games; so each counts as 1 / (1 + r) games, which leaves the points that ratings lead to
 * as they are and makes intervals as wide as pairs differ (what the pentanomial model does for two players alone). The
 * correlation is that of the two players' pairs; where these are few, it is drawn towards that of everybody's.
 */
export function createSharing() {
  /** By the players, the lower number first, and by the draws: its points in the first seat and in the second. */
  const games = new Map<string, Map<string, [first?: number, second?: number]>>();
  const keyOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;
  return {
    /** Adds a game with such draws, and the points of the first seat. */
    add: (first: number, second: number, draws: string, points: number) => {
      const pair = entryOf(
        entryOf(games, keyOf(first, second), () => new Map()),
        draws,
        () => [],
      );
      pair[first < second ? 0 : 1] = first < second ? points : 1 - points;
    },
    /** The mean weight of the games in a tally: 1 where none shares its draws with another. */
    weights: (): ((tally: PairTally) => number) => {
      const spreads = new Map([...games].map(([players, byDraws]) => [players, spreadOf([...byDraws.values()])]));
      const total = (name: keyof Spread) => [...spreads.values()].reduce((sum, each) => sum + each[name], 0);
      const common = total("covariance") / (total("variance") + ASSUMED);
      const wider = 1 + FEW / total("pairs");
      return ({ first, second, wins, draws, losses }) => {
        const { pairs, covariance, variance } = spreads.get(keyOf(first, second)) ?? spreadOf([]);
        const spread = (1 + (covariance + ASSUMED * common) / (variance + ASSUMED)) * wider;
        return 1 + (pairs / (wins + draws + losses)) * (1 / spread - 1);
      };
    },
  };
}

function spreadOf(games: readonly (readonly [first?: number, second?: number])[]): Spread {
  const pairs = games.flatMap(([one, other]) => (one === undefined || other === undefined ? [] : [{ one, other }]));
  const spread: Spread = { pairs: pairs.length, covariance: 0, variance: 0 };
  const mean = (seat: "one" | "other") => pairs.reduce((sum, points) => sum + points[seat], 0) / pairs.length;
  const [first, second] = [mean("one"), mean("other")];
  for (const { one, other } of pairs) {
    spread.covariance += (one - first) * (other - second);
    spread.variance += ((one - first) ** 2 + (other - second) ** 2) / 2;
  }
  return spread;
}
