import type { Level } from "./levels.ts";
import type { Search } from "./uci.ts";

/**
 * The move that a level plays after its search, in UCI notation.
 * A mate is always given, so that a weak level is weak and not absurd; `random` returns numbers from 0 up to 1.
 */
export function chooseMove(search: Search, level: Level, legalMoves: readonly string[], random: () => number): string {
  if (search.mating !== null) return search.mating;
  if (random() >= level.randomShare) return search.best;
  return legalMoves[Math.floor(random() * legalMoves.length)] ?? search.best;
}
