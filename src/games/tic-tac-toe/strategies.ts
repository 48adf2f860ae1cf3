import type { Seat, View } from "../../shared/games.ts";
import { type Cells, cellNames, emptyCells, nextMark, ticTacToeOutcome, withMark } from "../games/rules/tic-tac-toe.ts";

/**
 * What a strategy knows when it chooses: what its seat may see, and chance.
 * A strategy is asked only while its seat is to move.
 */
export interface Question<Kind extends View["kind"]> {
  readonly view: Extract<View, { readonly kind: Kind }>;
  readonly seat: Seat;
  /** From 1, the weakest, to 10. */
  readonly level: number;
  /** At least 0 and less than 1, as `Math.random`. */
  readonly random: () => number;
}

/**
 * A cell to play, such as `b2`.
 *
 * Of its moves, (10 - level) in 9 are drawn at random: all at level 1, none at level 10, which is perfect: it wins
 * as soon as it can be sure to, and never loses. From level 3 on, a win in one is never missed.
 */
export function chooseTicTacToe({ view: { cells }, level, random }: Question<"tic-tac-toe">): string {
  const empty = emptyCells(cells);
  const mark = nextMark(cells);
  const wins = empty.filter((index) => ticTacToeOutcome(withMark(cells, index, mark))?.winner === mark);
  if (level >= 3 && wins.length > 0) return nameOf(pick(wins, random));
  if (random() < (10 - level) / 9) return nameOf(pick(empty, random));
  return nameOf(pick(bestCells(cells), random));
}

/**
 * A choice to make, `1` to `5`.
 *
 * Only the parity of the opponent's choice matters, and it is predicted from the rounds that are over. Up to level 3
 * nothing is predicted; from there, (level - 3) in 7 of the choices follow the prediction, at level 10 all of them.
 * What is not predicted is an even chance of either parity, which nobody can exploit; a fair draw from 1 to 5 would
 * be odd three times in five, and an opponent could.
 */
export function chooseOddEven({ view, seat, level, random }: Question<"odd-even">): string {
  const predicts = random() < (level - 3) / 7;
  const expected = predicts ? expectedParity(view.past, seat) : null;
  const coin = random() < 0.5 ? 0 : 1;
  const wanted = seat === "odd" ? 1 : 0;
  const parity = expected === null ? coin : (wanted + expected) % 2;
  return pick(parity === 0 ? ["2", "4"] : ["1", "3", "5"], random);
}

function pick<T>(from: readonly T[], random: () => number): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error("there is nothing to choose from: the game is over");
  return picked;
}

const nameOf = (index: number): string => cellNames[index] ?? "";

/** The cells after which the seat to move does best against perfect play: a quick win, else a draw, else a late loss. */
function bestCells(cells: Cells): readonly number[] {
  const mark = nextMark(cells);
  const rated = emptyCells(cells).map((index) => ({ index, value: -worth(withMark(cells, index, mark)) }));
  const best = Math.max(...rated.map(({ value }) => value));
  return rated.filter(({ value }) => value === best).map(({ index }) => index);
}

/** What {@link worth} has answered before; it never changes, and there are only 5,478 positions. */
const known = new Map<string, number>();

/**
 * What a position is worth to the seat to move when both play perfectly (negamax): 0 for a draw, else 1 more than the
 * number of cells left at the end, negative for a loss, so that the sooner end weighs more.
 */
function worth(cells: Cells): number {
  const key = cells.map((mark) => mark ?? ".").join("");
  const earlier = known.get(key);
  if (earlier !== undefined) return earlier;
  const outcome = ticTacToeOutcome(cells);
  const empty = emptyCells(cells);
  const mark = nextMark(cells);
  const value =
    outcome === null
      ? Math.max(...empty.map((index) => -worth(withMark(cells, index, mark))))
      : // Whoever completes a row has just moved, so a decided position is lost for the seat to move.
        outcome.winner === null
        ? 0
        : -(1 + empty.length);
  known.set(key, value);
  return value;
}

type Past = Extract<View, { readonly kind: "odd-even" }>["past"];

/** How many of the latest rounds a context looks back on, the longest first; 0 is the plain frequency. */
const contextLengths = [3, 2, 1, 0];

/**
 * The parity (0 even, 1 odd) that the opponent will most likely choose, or null where the past does not say.
 *
 * A variable-length Markov chain: find the longest run of latest rounds (what both chose, by parity) that has
 * occurred before, and see what the opponent chose after it. A context counts from its second occurrence on, for one
 * says little; and one that was followed by both parities equally often gives way to the next shorter.
 */
function expectedParity(past: Past, seat: Seat): 0 | 1 | null {
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
