import type { LevelRating } from "../game.ts";

/**
 * How strong the computer's levels are, from level 1 on: measured in games against Stockfish limited by `UCI_Elo`
 * (1320–3190), and against each other, by maximum likelihood. The numbers are on that scale and no other: it was made of
 * games between programs, and says nothing of ratings that people have. `test/bench/level-ratings.ts` tells how, and
 * `npm run bench -- --only ratings` measures again.
 */
export const levelRatings: readonly LevelRating[] = [
  { elo: 629, interval: 108, games: 192 },
  { elo: 815, interval: 88, games: 404 },
  { elo: 1076, interval: 84, games: 140 },
  { elo: 1276, interval: 77, games: 100 },
  { elo: 1413, interval: 80, games: 92 },
  { elo: 1864, interval: 87, games: 92 },
  { elo: 2238, interval: 100, games: 74 },
  { elo: 2469, interval: 104, games: 64 },
  { elo: 2748, interval: 124, games: 54 },
  { elo: 3286, interval: 500, games: 10 },
];
