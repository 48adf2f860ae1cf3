import type { LevelRating } from "../game.ts";

/**
 * How strong the computer's levels are, from level 1 on: measured in games against Stockfish limited by `UCI_Elo`
 * (1320–3190), and against each other, by maximum likelihood. The numbers are on that scale and no other: it was made of
 * games between programs, and says nothing of ratings that people have. `test/bench/level-ratings.ts` tells how, and
 * `npm run bench -- --only ratings` measures again.
 */
export const levelRatings: readonly LevelRating[] = [
  { elo: 628, interval: 109, games: 192 },
  { elo: 814, interval: 90, games: 400 },
  { elo: 1077, interval: 85, games: 134 },
  { elo: 1277, interval: 77, games: 100 },
  { elo: 1415, interval: 82, games: 88 },
  { elo: 1872, interval: 88, games: 88 },
  { elo: 2226, interval: 102, games: 70 },
  { elo: 2479, interval: 106, games: 62 },
  { elo: 2756, interval: 129, games: 52 },
  { elo: 3289, interval: 500, games: 10 },
];
