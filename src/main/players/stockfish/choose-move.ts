import type { Level } from "./levels.ts";
import type { Search } from "./uci.ts";

/**
 * The move that a level plays after its search, in UCI notation.
 *
 * A level that errs misjudges each move of the search by an error of its own, drawn from a Gumbel distribution whose scale
 * is the level's, and plays the one that then looks best. That is the multinomial logit: each move is chosen with a
 * probability in proportion to e^(expected score / size) (R. Luce, "Individual choice behavior", 1959; D. McFadden,
 * "Conditional logit analysis of qualitative choice behavior", 1974). So it plays a move that is nearly as good nearly as
 * often, a mistake sometimes and a blunder seldom, and errs more where more can be lost.
 *
 * A mate that the search saw is always given, so that a weak level is weak and not absurd; `random` returns numbers from 0
 * up to 1.
 */
export function chooseMove({ best, mating, lines }: Search, { choice }: Level, random: () => number): string {
  if (mating !== null) return mating;
  if (choice.by === "skill") return best;
  const scores = [...lines.values()];
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp((score - most) / choice.size));
  let left = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [at, move] of [...lines.keys()].entries()) {
    left -= weights[at] ?? 0;
    if (left < 0) return move;
  }
  return best;
}
