import type { LevelRating, WeakRating } from "../game.ts";
import anchors from "./level-ratings.json" with { type: "json" };

/**
 * How strong the computer's levels are, from level 1 on, on the **Kibitz scale**: levels 1 to 9 are at 1600 on average by
 * definition, and 400 Elo are ten points to one, as everywhere. The players of the scale met those one, two and three
 * steps away, and Stockfish with few nodes where they are strongest; the figures follow from all these games at once, and
 * the covariances, of their differences from that average, include that the steps do not quite add up. A level is limited
 * by its depth, so the figures do not depend on the machine. The numbers are on that scale and no other: they are neither
 * Stockfish's `UCI_Elo` nor a rating that people have. `bench/level-ratings.ts` writes them, docs/benchmarks.md shows more.
 */
export const levelRatings: readonly LevelRating[] = anchors.levels;

/** Players that hardly take a point from level 1, weakest first. */
export const belowLevels: readonly WeakRating[] = anchors.below;
