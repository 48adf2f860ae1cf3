import type { Strategy, StrategyInput } from "../game.ts";
import { atLevel, pick } from "../strategy.ts";
import { type Cells, cellNames, emptyCells, nextMark, outcomeOf, type TicTacToeView, withMark } from "./rules.ts";

/**
 * A cell to play, such as `b2`.
 *
 * Of its moves, (10 - level) in 9 are drawn at random: all at level 1, none at level 10, which is perfect: it wins
 * as soon as it can be sure to, and never loses. From level 3 on, a win in one is never missed.
 */
function choose({ view: { cells }, level, random }: StrategyInput<TicTacToeView>): string {
  const empty = emptyCells(cells);
  const mark = nextMark(cells);
  const wins = empty.filter((index) => outcomeOf(withMark(cells, index, mark))?.winner === mark);
  if (level >= 3 && wins.length > 0) return nameOf(pick(wins, random));
  if (random() < (10 - level) / 9) return nameOf(pick(empty, random));
  return nameOf(pick(bestCells(cells), random));
}

const nameOf = (index: number): string => cellNames[index] ?? "";

/** The cells after which the seat to move does best against perfect play: a quick win, else a draw, else a late loss. */
function bestCells(cells: Cells): readonly number[] {
  const mark = nextMark(cells);
  const rated = emptyCells(cells).map((index) => ({ index, value: -positionWorth(withMark(cells, index, mark)) }));
  const best = Math.max(...rated.map(({ value }) => value));
  return rated.filter(({ value }) => value === best).map(({ index }) => index);
}

/** The results of {@link positionWorth}, cached; they never change, and there are only 5,478 positions. */
const worthCache = new Map<string, number>();

/**
 * The worth of a position for the seat to move when both play perfectly (negamax): 0 for a draw, else 1 more than the
 * number of cells left at the end, negative for a loss, so that the sooner end weighs more.
 */
function positionWorth(cells: Cells): number {
  const key = cells.map((mark) => mark ?? ".").join("");
  const earlier = worthCache.get(key);
  if (earlier !== undefined) return earlier;
  const outcome = outcomeOf(cells);
  const empty = emptyCells(cells);
  const mark = nextMark(cells);
  const value =
    outcome === null
      ? Math.max(...empty.map((index) => -positionWorth(withMark(cells, index, mark))))
      : // The player who completed a row has just moved, so a decided position is lost for the seat to move.
        outcome.winner === null
        ? 0
        : -(1 + empty.length);
  worthCache.set(key, value);
  return value;
}

const levels: Strategy<TicTacToeView> = { choose };

export const strategies = { levels, perfect: atLevel(levels, 10) };
