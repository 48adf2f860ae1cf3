import type { LevelRating } from "../game.ts";

/**
 * How strong the computer's levels are, from level 1 on: measured in games against Stockfish limited by `UCI_Elo`
 * (1320–3190), and against each other, by maximum likelihood. The numbers are on that scale and no other: it was made of
 * games between programs, and says nothing of ratings that people have. `test/bench/level-ratings.ts` tells how, and
 * `npm run bench -- --only ratings` measures again.
 * Level 10 has won all but one of its games, all of them against weaker ones: what is known of it is hardly more than
 * that it is beyond the scale.
 */
export const levelRatings: readonly LevelRating[] = [
  { elo: 627, interval: 108, games: 192 },
  { elo: 813, interval: 88, games: 404 },
  { elo: 1071, interval: 84, games: 142 },
  { elo: 1275, interval: 76, games: 104 },
  { elo: 1419, interval: 79, games: 94 },
  { elo: 1854, interval: 85, games: 94 },
  { elo: 2232, interval: 87, games: 92 },
  { elo: 2468, interval: 93, games: 86 },
  { elo: 2781, interval: 109, games: 138 },
  { elo: 3686, interval: 491, games: 82 },
];
