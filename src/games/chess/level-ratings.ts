import type { LevelRating, StrategyRating } from "../game.ts";

/**
 * How strong the computer's levels are, from level 1 on, on the **Kibitz scale**: levels 1 to 9 are at 1600 on average by
 * definition, and 400 Elo are ten points to one, as everywhere. The levels played each other, and Stockfish with few
 * nodes where they are strongest; the figures are the maximum likelihood of all these games, and the covariance is that
 * of their differences from that average. A level is limited by its depth, so the figures do not depend on the machine.
 * The numbers are on that scale and no other: they are neither Stockfish's `UCI_Elo` nor a rating that people have.
 * docs/benchmarks.md shows what some settings of Stockfish measure on it, and `bench/level-ratings.ts` measures
 * it anew.
 */
export const levelRatings: readonly LevelRating[] = [
  { elo: 578, covariance: [1100, 671, 357, 128, -88, -342, -533, -627, -666, -667], games: 1720 },
  { elo: 882, covariance: [671, 724, 410, 181, -34, -289, -479, -573, -612, -613], games: 800 },
  { elo: 1128, covariance: [357, 410, 500, 271, 56, -199, -389, -484, -522, -522], games: 800 },
  { elo: 1298, covariance: [128, 181, 271, 385, 170, -85, -274, -369, -407, -408], games: 829 },
  { elo: 1506, covariance: [-88, -34, 56, 170, 342, 88, -102, -197, -235, -235], games: 857 },
  { elo: 1826, covariance: [-342, -289, -199, -85, 88, 406, 216, 122, 84, 84], games: 857 },
  { elo: 2154, covariance: [-533, -479, -389, -274, -102, 216, 599, 500, 462, 462], games: 830 },
  { elo: 2412, covariance: [-627, -573, -484, -369, -197, 122, 500, 833, 795, 796], games: 858 },
  { elo: 2616, covariance: [-666, -612, -522, -407, -235, 84, 462, 795, 1102, 1103], games: 529 },
  { elo: 3396, covariance: [-667, -613, -522, -408, -235, 84, 462, 796, 1103, 8607], games: 141 },
];

/**
 * Any legal move: weaker than level 1, which it takes hardly a point from. Between them played level 1 with larger errors,
 * which nobody else meets.
 */
export const belowLevels: StrategyRating = {
  strategy: "random",
  elo: -326,
  variance: 1475,
  covariance: [1101, 672, 358, 129, -87, -343, -533, -628, -668, -669],
  games: 1318,
};
