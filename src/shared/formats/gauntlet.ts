import { withoutSteps } from "../steps.ts";
import { type Format, fixedSchedule, type Pairing, swapSides } from "./format.ts";

/**
 * One pairing a round: the first entrant against the others in turn, its side changing from round to round; after all of
 * them again from the start, with the sides reversed.
 */
export const gauntlet: Format = {
  ...fixedSchedule,
  name: "gauntlet",
  title: "Gauntlet",
  meets: "the first meets all the others",
  challenges: true,
  rounds: (entrants) => entrants - 1,
  matches: (_, rounds) => rounds,
  meetings: (number, entrants, rounds) => (number === 1 ? Math.ceil(rounds / (entrants - 1)) : 0),
  next({ entrants, round }) {
    const turn = (round - 1) % (entrants - 1);
    const cycle = Math.floor((round - 1) / (entrants - 1));
    const pairing: Pairing = { a: 1, b: turn + 2 };
    return withoutSteps([(turn + cycle) % 2 === 0 ? pairing : swapSides(pairing)]);
  },
};
