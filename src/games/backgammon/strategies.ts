import type { Strategy, StrategyInput } from "../game.ts";
import { atLevel } from "../strategy.ts";
import type { Turn } from "./board.ts";
import { worthOf } from "./evaluation.ts";
import { namedTurns } from "./notation.ts";
import { type BackgammonView, boardFor } from "./rules.ts";

/** For each level from 1, how far the worth of a turn is misjudged, in pips or about: the spread of a normal error. */
const levelErrors = [120, 70, 48, 34, 24, 17, 11, 7, 3, 0] as const;

/** A normally distributed number (G. Box and M. Muller, “A note on the generation of random normal deviates”, 1958). */
const normalRandom = (random: () => number): number =>
  Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());

/** The turn that one side likes best, by its code; null where nothing can be moved. */
function bestTurn({ view, seat }: StrategyInput<BackgammonView>, worth: (turn: Turn) => number): string | null {
  if (view.dice === null) return null;
  let best: { readonly code: string; readonly worth: number } | null = null;
  for (const turn of namedTurns(boardFor(view, seat === "black" ? "black" : "white"), view.dice)) {
    const each = worth(turn);
    if (best === null || each > best.worth) best = { code: turn.code, worth: each };
  }
  return best?.code ?? null;
}

const levels: Strategy<BackgammonView> = {
  choose(question) {
    const error = levelErrors[question.level - 1] ?? 0;
    const judge = ({ board }: Turn) => worthOf(board) + (error === 0 ? 0 : error * normalRandom(question.random));
    return bestTurn(question, judge) ?? question.legalMoves[0] ?? "";
  },
};

export const strategies = { levels, strong: { ...atLevel(levels, 10), deterministic: true as const } };
