import { definitionOf } from "../../games/register.ts";
import { accept, invalid } from "../../shared/result.ts";
import { keyedRandom } from "../base/keyed-random.ts";
import { type Driver, USUAL_LEVEL } from "./driver.ts";

/**
 * Plays by the strategy that the seat names, else by one that every game has. Refuses with `INVALID_ARGUMENT` a
 * strategy that the game does not have.
 */
export const strategyDriver = (otherwise: string, random: () => number): Driver => ({
  atOnce: true,
  chooseMove: async ({ kind, view, seat, legalMoves, history, settings }) => {
    const name = settings.strategy ?? otherwise;
    const strategy = definitionOf(kind).strategies[name];
    if (!strategy) return invalid(`${kind} has no strategy ${name}`);
    const { level = USUAL_LEVEL, seed } = settings;
    // The seat's own earlier moves, so that the random choices do not depend on when the other side's arrive.
    const chance = seed === undefined ? random : keyedRandom(seed, `move ${Math.floor(history.length / 2) + 1}`);
    return accept({ text: strategy.choose({ view, seat, legalMoves, level, random: chance }) });
  },
});
