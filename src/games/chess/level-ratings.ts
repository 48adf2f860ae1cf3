import type { LevelRating } from "../game.ts";

/**
 * How strong the computer's levels are, from level 1 on, on the **Kibitz scale**: levels 1 to 9 are at 1600 on average by
 * definition, and 400 Elo are ten points to one, as everywhere. The levels played each other, and Stockfish with few
 * nodes where they are strongest; the figures are the maximum likelihood of all these games, and the covariance is that
 * of their differences from that average. A level is limited by its depth, so the figures do not depend on the machine.
 * Level 10 is provisional and too low: docs/benchmarks.md tells why.
 * The numbers are on that scale and no other: they are neither Stockfish's `UCI_Elo` nor a rating that people have.
 * docs/benchmarks.md shows what some settings of Stockfish measure on it, and `test/bench/level-ratings.ts` measures
 * it anew.
 */
export const levelRatings: readonly LevelRating[] = [
  { elo: 571, covariance: [1119, 684, 365, 133, -87, -348, -543, -641, -682, -685], games: 400 },
  { elo: 877, covariance: [684, 736, 418, 186, -33, -293, -487, -585, -626, -627], games: 800 },
  { elo: 1125, covariance: [365, 418, 507, 275, 57, -202, -396, -492, -532, -534], games: 800 },
  { elo: 1296, covariance: [133, 186, 275, 390, 172, -86, -279, -376, -415, -416], games: 829 },
  { elo: 1506, covariance: [-87, -33, 57, 172, 346, 88, -104, -200, -239, -239], games: 857 },
  { elo: 1828, covariance: [-348, -293, -202, -86, 88, 411, 220, 125, 87, 87], games: 857 },
  { elo: 2157, covariance: [-543, -487, -396, -279, -104, 220, 608, 509, 472, 473], games: 830 },
  { elo: 2417, covariance: [-641, -585, -492, -376, -200, 125, 509, 848, 811, 813], games: 858 },
  { elo: 2623, covariance: [-682, -626, -532, -415, -239, 87, 472, 811, 1124, 1127], games: 529 },
  { elo: 2877, covariance: [-685, -627, -534, -416, -239, 87, 473, 813, 1127, 5102], games: 141 },
];
