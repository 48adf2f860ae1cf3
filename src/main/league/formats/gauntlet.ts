import { type Pairing, reversed } from "./pairing.ts";

/** Rounds in which the first entrant meets every other one once. */
export const roundsOfGauntlet = (entrants: number): number => entrants - 1;

/**
 * The one pairing of a round, counted from 1: the first entrant against the others in turn, its side changing from round
 * to round; after all of them again from the start, with the sides reversed.
 */
export function gauntlet(entrants: number, round: number): readonly Pairing[] {
  const others = roundsOfGauntlet(entrants);
  const turn = (round - 1) % others;
  const cycle = Math.floor((round - 1) / others);
  const pairing: Pairing = { a: 1, b: turn + 2 };
  return [(turn + cycle) % 2 === 0 ? pairing : reversed(pairing)];
}
