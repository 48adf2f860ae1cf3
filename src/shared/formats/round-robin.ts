import { withoutSteps } from "../steps.ts";
import { type Format, fixedSchedule, type Pairing, swapSides } from "./format.ts";

/** Rounds in which everyone meets everyone once: one less than entrants where they are even, as many where they are odd. */
export const roundsOfCycle = (entrants: number): number => (entrants % 2 === 0 ? entrants - 1 : entrants);

/**
 * The pairings of a round, counted from 1, by the Berger tables (FIDE Handbook C.05, annex 1): the last number stays
 * where it is and changes sides from round to round, the others go on by half their number. Of an odd number of entrants
 * whoever would meet the missing one has a bye. After a whole cycle it all begins again with the sides reversed, so one
 * cycle has the sides balanced to within one game, and two have them equal. Of a cycle that another one follows in as many
 * `rounds` as there are, the last two change places, as the annex recommends for two cycles, and of four entrants only
 * where an odd number of cycles follow: nobody has the same side three times in a row.
 */
export function bergerRound(entrants: number, round: number, rounds = roundsOfCycle(entrants)): readonly Pairing[] {
  const even = entrants + (entrants % 2);
  const moving = even - 1;
  const cycle = Math.floor((round - 1) / moving);
  const last = moving - 1;
  const turn = (round - 1) % moving;
  const following = Math.ceil(rounds / moving) - cycle - 1;
  const isChanged = moving > 1 && (even === 4 ? following % 2 === 1 : following > 0) && turn >= last - 1;
  const step = isChanged ? 2 * last - 1 - turn : turn;
  const after = (number: number) => (number === even ? even : ((number - 1 + (step * even) / 2) % moving) + 1);
  const pairings = Array.from({ length: even / 2 }, (_, table): Pairing => {
    const pairing = { a: after(table + 1), b: after(even - table) };
    const pair = table === 0 && step % 2 === 1 ? swapSides(pairing) : pairing;
    return cycle % 2 === 1 ? swapSides(pair) : pair;
  });
  return pairings.map(({ a, b }) => {
    if (b === null || even === entrants) return { a, b };
    if (a === even) return { a: b, b: null };
    return b === even ? { a, b: null } : { a, b };
  });
}

export const roundRobin: Format = {
  ...fixedSchedule,
  name: "round-robin",
  title: "Round robin",
  meets: "everyone meets everyone",
  rounds: roundsOfCycle,
  meetings: (_, entrants, rounds) => Math.ceil(rounds / roundsOfCycle(entrants)),
  next: ({ entrants, round, rounds }) => withoutSteps(bergerRound(entrants, round, rounds)),
};

export const doubleRoundRobin: Format = {
  ...roundRobin,
  name: "double-round-robin",
  title: "Double round robin",
  meets: "everyone meets everyone twice",
  rounds: (entrants) => 2 * roundsOfCycle(entrants),
};
