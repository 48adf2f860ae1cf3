import { withoutSteps } from "../steps.ts";
import { dependentRounds, type Format, type Pairing, swapSides } from "./format.ts";

/**
 * The first round of a knockout among entrants who are numbered by their seeds: the first two can meet in the final only,
 * the first four in a semi-final. Where their number is no power of two, the highest seeds have byes. Pairings stand in
 * the order of the bracket, so that the winners of neighbours meet next.
 */
function firstRound(entrants: number): readonly Pairing[] {
  let seeds: readonly number[] = [1];
  while (seeds.length < entrants) {
    const places = seeds.length * 2;
    seeds = seeds.flatMap((seed) => [seed, places + 1 - seed]);
  }
  return inPairs(seeds).map(([a, b]) => ({ a, b: b <= entrants ? b : null }));
}

/** The next round, from the last one's winners in bracket order. The better seed's side alternates from round to round. */
const nextRound = (winners: readonly number[], round: number): readonly Pairing[] =>
  inPairs(winners).map(([one, other]) => {
    const pairing: Pairing = { a: Math.min(one, other), b: Math.max(one, other) };
    return round % 2 === 1 ? pairing : swapSides(pairing);
  });

const inPairs = (numbers: readonly number[]): readonly (readonly [number, number])[] =>
  numbers.flatMap((number, index) => {
    const next = numbers[index + 1];
    return index % 2 === 0 && next !== undefined ? [[number, next] as const] : [];
  });

export const knockout: Format = {
  ...dependentRounds,
  name: "knockout",
  title: "Knockout",
  meets: "the loser of each match is out",
  display: "bracket",
  eliminates: true,
  // Until one is left.
  rounds: (entrants) => Math.ceil(Math.log2(entrants)),
  matches: (entrants) => entrants - 1,
  next: ({ entrants, round, winners }) =>
    withoutSteps(round === 1 ? firstRound(entrants) : nextRound(winners(), round)),
};
