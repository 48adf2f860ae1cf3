import type { View } from "../shared/terms.ts";
import type { Strategy } from "./game.ts";

/** One of them, each as likely as the others; throws where there are none, which is a question that must not be asked. */
export function pick<T>(from: readonly T[], random: () => number): T {
  const picked = from[Math.floor(random() * from.length)];
  if (picked === undefined) throw new Error("there is nothing to choose from: the game is over");
  return picked;
}

/** Any legal move, whatever the level. */
export const randomStrategy: Strategy = {
  choose: ({ legalMoves, random }) => pick(legalMoves, random),
};

/** A strategy that plays as it would at one level, whatever it is asked for. */
export const atLevel = <Seen extends View>(strategy: Strategy<Seen>, level: number): Strategy<Seen> => ({
  choose: (question) => strategy.choose({ ...question, level }),
});
