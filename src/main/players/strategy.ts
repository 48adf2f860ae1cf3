import { gameOf } from "../../games/register.ts";
import { accept, refuse } from "../../shared/result.ts";
import type { Driver } from "./driver.ts";
import { USUAL_LEVEL } from "./levels.ts";

/** Plays by a strategy of the game, whichever game it is. Refuses with `INVALID_ARGUMENT` where a game has none of that name. */
export const strategyDriver = (name: string, random: () => number): Driver => ({
  chooseMove: async ({ kind, view, seat, legalMoves, settings }) => {
    const strategy = gameOf(kind).strategies[name];
    if (!strategy) return refuse("INVALID_ARGUMENT", `${kind} has no strategy ${name}`);
    return accept(strategy.choose({ view, seat, legalMoves, level: settings.level ?? USUAL_LEVEL, random }));
  },
});
