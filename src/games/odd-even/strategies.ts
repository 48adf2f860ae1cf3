import type { Seat } from "../../shared/terms.ts";
import type { Strategy, StrategyInput } from "../game.ts";
import { atLevel, pick } from "../strategy.ts";
import type { OddEvenView } from "./rules.ts";

/**
 * Chooses `1` to `5`.
 *
 * Only the parity of the opponent's choice matters, and it is predicted from the rounds that are over. Up to level 3
 * nothing is predicted; from there, (level - 3) in 7 of the choices follow the prediction, at level 10 all of them.
 * Without a prediction either parity is equally likely, which nobody can exploit; a fair draw from 1 to 5 would be odd
 * three times in five, and an opponent could.
 */
function choose({ view, seat, level, random }: StrategyInput<OddEvenView>): string {
  const prediction = random() < (level - 3) / 7 ? expectedParity(view.past, seat) : null;
  const coin = random() < 0.5 ? 0 : 1;
  const ownParity = seat === "odd" ? 1 : 0;
  const parity = prediction === null ? coin : (ownParity + prediction) % 2;
  return pick(parity === 0 ? ["2", "4"] : ["1", "3", "5"], random);
}

/** How many of the latest rounds a context looks back on, the longest first; 0 is the plain frequency. */
const contextLengths = [3, 2, 1, 0];

/**
 * The parity (0 even, 1 odd) that the opponent will most likely choose, or null where the past does not say.
 *
 * A variable-length Markov chain: find the longest run of latest rounds (what both chose, by parity) that has
 * occurred before, and see what the opponent chose after it. A context counts from its second occurrence on, for one
 * says little; and one that was followed by both parities equally often gives way to the next shorter.
 */
function expectedParity(past: OddEvenView["past"], seat: Seat): 0 | 1 | null {
  const opponents = past.map((round) => (seat === "odd" ? round.even : round.odd) % 2);
  const rounds = past.map((round) => `${round.odd % 2}${round.even % 2}`);
  for (const length of contextLengths) {
    const context = rounds.slice(rounds.length - length).join();
    const followers = opponents.filter(
      (_, index) => index >= length && rounds.slice(index - length, index).join() === context,
    );
    const odd = followers.filter((parity) => parity === 1).length;
    if (followers.length >= 2 && odd * 2 !== followers.length) return odd * 2 > followers.length ? 1 : 0;
  }
  return null;
}

const levels: Strategy<OddEvenView> = { choose };

export const strategies = { levels, pattern: atLevel(levels, 10) };
