import type { LevelRating } from "../game.ts";

/**
 * How strong the computer's levels are, from level 1 on, on the **Kibitz scale**: levels 1 to 9 are at 1600 on average by
 * definition, and 400 Elo are ten points to one, as everywhere. The levels played each other, and Stockfish with few
 * nodes where they are strongest; the figures are the maximum likelihood of all these games, and the covariance is that
 * of their differences from that average. A level is limited by its depth, so the figures do not depend on the machine.
 * The numbers are on that scale and no other: they are neither Stockfish's `UCI_Elo` nor a rating that people have.
 * docs/benchmarks.md shows what some settings of Stockfish measure on it, and `test/bench/level-ratings.ts` measures
 * it anew.
 */
export const levelRatings: readonly LevelRating[] = [
  { elo: 573, covariance: [1118, 683, 365, 132, -87, -348, -542, -640, -681, -686], games: 400 },
  { elo: 878, covariance: [683, 736, 417, 186, -33, -293, -487, -584, -625, -628], games: 800 },
  { elo: 1126, covariance: [365, 417, 507, 275, 57, -202, -395, -492, -532, -534], games: 800 },
  { elo: 1297, covariance: [132, 186, 275, 390, 172, -86, -279, -375, -415, -416], games: 829 },
  { elo: 1506, covariance: [-87, -33, 57, 172, 346, 88, -104, -200, -239, -239], games: 857 },
  { elo: 1828, covariance: [-348, -293, -202, -86, 88, 411, 219, 124, 86, 87], games: 857 },
  { elo: 2156, covariance: [-542, -487, -395, -279, -104, 219, 608, 509, 472, 474], games: 830 },
  { elo: 2416, covariance: [-640, -584, -492, -375, -200, 124, 509, 847, 811, 814], games: 858 },
  { elo: 2621, covariance: [-681, -625, -532, -415, -239, 86, 472, 811, 1123, 1128], games: 529 },
  { elo: 3404, covariance: [-686, -628, -534, -416, -239, 87, 474, 814, 1128, 8937], games: 141 },
];
