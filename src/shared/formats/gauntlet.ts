import { withoutSteps } from "../steps.ts";
import { type Format, type Pairing, reversed, scheduled } from "./format.ts";

/** Rounds in which the first entrant meets every other one once. */
export const roundsOfGauntlet = (entrants: number): number => entrants - 1;

/**
 * The one pairing of a round, counted from 1: the first entrant against the others in turn, its side changing from round
 * to round; after all of them again from the start, with the sides reversed.
 */
export function gauntletRound(entrants: number, round: number): readonly Pairing[] {
  const others = roundsOfGauntlet(entrants);
  const turn = (round - 1) % others;
  const cycle = Math.floor((round - 1) / others);
  const pairing: Pairing = { a: 1, b: turn + 2 };
  return [(turn + cycle) % 2 === 0 ? pairing : reversed(pairing)];
}

export const gauntlet: Format = {
  ...scheduled,
  name: "gauntlet",
  title: "Gauntlet",
  meets: "the first meets all the others",
  rounds: roundsOfGauntlet,
  matches: (_, rounds) => rounds,
  meetings: (number, entrants, rounds) => (number === 1 ? Math.ceil(rounds / roundsOfGauntlet(entrants)) : 0),
  next: ({ entrants, round }) => withoutSteps(gauntletRound(entrants, round)),
};
