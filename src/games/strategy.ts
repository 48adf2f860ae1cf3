import type { View } from "../shared/terms.ts";
import type { Strategy } from "./game.ts";

/**
 * One of the moves, each with the same probability. Throws where there are none: a strategy must not be called then.
 */
export function pick<T>(from: readonly T[], random: () => number): T {
  const choice = from[Math.floor(random() * from.length)];
  if (choice === undefined) throw new Error("there is nothing to choose from: the game is over");
  return choice;
}

/** Any legal move, whatever the level. */
export const randomStrategy: Strategy = {
  choose: ({ legalMoves, random }) => pick(legalMoves, random),
};

/** A strategy that always plays at one level. */
export const atLevel = <OwnView extends View>(strategy: Strategy<OwnView>, level: number): Strategy<OwnView> => ({
  choose: (question) => strategy.choose({ ...question, level }),
});
