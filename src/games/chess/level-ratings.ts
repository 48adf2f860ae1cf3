import type { LevelRating } from "../game.ts";

/**
 * How strong the computer's levels are, from level 1 on: measured in games against Stockfish limited by `UCI_Elo`
 * (1320–3190), and against each other, by maximum likelihood. The numbers are on that scale and no other: it was made of
 * games between programs, and says nothing of ratings that people have. `test/bench/level-ratings.ts` tells how, and
 * `npm run bench -- --only ratings` measures again.
 */
export const levelRatings: readonly LevelRating[] = [
  { elo: 602, interval: 173, games: 124 },
  { elo: 789, interval: 158, games: 218 },
  { elo: 1106, interval: 141, games: 44 },
  { elo: 1294, interval: 129, games: 34 },
  { elo: 1409, interval: 146, games: 30 },
  { elo: 1925, interval: 164, games: 28 },
  { elo: 2204, interval: 176, games: 24 },
  { elo: 2639, interval: 200, games: 20 },
  { elo: 2751, interval: 206, games: 28 },
  { elo: 3225, interval: 390, games: 17 },
];
