import type { Steps } from "../steps.ts";
import { dependentRounds, type Format, type Pairing, type PairingPlayer } from "./format.ts";
import { type Cost, cheapestMatching } from "./matching.ts";

/**
 * The pairings of the next round by the basic rules for Swiss systems (FIDE Handbook C.04.1). Of all pairings of everybody,
 * the bye of an odd number included, it is the one that is best by this list, each point asked only among those which all
 * before leave equal:
 *
 * 1. the fewest pairs that are to be kept apart, and then the fewest that have played each other;
 * 2. the bye for one who had the fewest;
 * 3. the fewest pairs of whom both must have the same side: it would be the third time in a row, or the third more than of
 *    the other;
 * 4. the bye for one with the fewest points;
 * 5. the smallest sum of the differences in points, and then rather several small ones than a large one;
 * 6. the fewest pairs of whom both are due the same side, or who were paired before and did not play;
 * 7. the upper half of a group of equal points against its lower half; the last of a group floats down, to the first of the
 *    one below; the bye for the last.
 *
 * It is not FIDE's Dutch system. In pieces: hundreds of entrants take a while.
 */
export function* swissRound(players: readonly PairingPlayer[]): Steps<readonly Pairing[]> {
  const ranking = players.toSorted((one, other) => other.points - one.points || one.number - other.number);
  const candidates = candidatesOf(ranking);
  const costOf = costsAmong(candidates);
  // Of an odd number the last vertex is the bye.
  const match = yield* cheapestMatching(candidates.length + (candidates.length % 2), costOf);
  const pairs: Pairing[] = [];
  const byes: Pairing[] = [];
  for (const [place, player] of candidates.entries()) {
    const opponent = candidates[match[place] ?? -1];
    if (!opponent) byes.push({ a: player.number, b: null });
    else if (opponent.place > place) pairs.push(seatedPair(player, opponent));
  }
  return [...pairs, ...byes];
}

/** A player to be paired, with the sides that it is due. */
interface Candidate extends PairingPlayer {
  /** Its place in the ranking, from 0. */
  readonly place: number;
  /** The group of equal points that it is in, from 0 at the top, its place there, and how many they are. */
  readonly group: number;
  readonly within: number;
  readonly groupSize: number;
  /** The side that it should have next: above 0 the second, below 0 the first, 0 either. Stronger the further from it. */
  readonly colourNeed: number;
  /** The side that it must have next: 1 the second, -1 the first, 0 either (FIDE C.04.1, 6 and 7). */
  readonly must: number;
}

function candidatesOf(ranking: readonly PairingPlayer[]): readonly Candidate[] {
  const groups = [...Map.groupBy(ranking, ({ points }) => points).values()];
  return groups
    .flatMap((members, group) =>
      members.map((player, within) => ({ ...player, group, within, groupSize: members.length })),
    )
    .map((player, place) => ({ ...player, place, colourNeed: colourNeedOf(player), must: mustOf(player) }));
}

/** More than pairs, and than groups of points, of the largest league. */
const MANY = 513;
/** Groups between two from which on a difference counts no more as a large one. */
const FAR = 89;

/** The cost of a pair, or of a bye, whose vertex is the one after the candidates: the list above in three numbers. */
function costsAmong(candidates: readonly Candidate[]): (one: number, other: number) => Cost {
  const unit = unitOf(candidates);
  const fewestByes = Math.min(...candidates.map(({ byes }) => byes));
  const groups = (candidates.at(-1)?.group ?? 0) + 1;
  const first = (apart: number, rematch: number, byes: number, must: number, bye: number) =>
    (((apart * MANY + rematch) * 16 + byes) * MANY + must) * MANY + bye;
  const third = (large: number, clash: number, order: number) => (large * MANY + clash) * MANY * 256 + order;
  return (place, otherPlace) => {
    const one = candidates[place];
    const other = candidates[otherPlace];
    if (!one) return [0, 0, 0];
    if (!other) {
      const byeDebt = Math.min(15, one.byes - fewestByes);
      return [first(0, 0, byeDebt, 0, groups - 1 - one.group), 0, third(0, 0, one.groupSize - 1 - one.within)];
    }
    const apart = one.apart.has(other.number) ? 1 : 0;
    const rematch = one.opponents.has(other.number) ? 1 : 0;
    const must = one.must !== 0 && one.must === other.must ? 1 : 0;
    const clash = one.colourNeed !== 0 && Math.sign(one.colourNeed) === Math.sign(other.colourNeed) ? 1 : 0;
    const again = one.noShows.has(other.number) ? 1 : 0;
    const far = Math.min(FAR, other.group - one.group);
    const order =
      far === 0
        ? Math.abs(other.within - one.within - (one.groupSize >> 1))
        : one.groupSize - 1 - one.within + other.within;
    const gap = Math.round((one.points - other.points) / unit);
    return [first(apart, rematch, 0, must, 0), gap, third(far * far, clash + again, order)];
  };
}

/** The largest number of which all points are multiples, to a millionth. */
function unitOf(candidates: readonly Candidate[]): number {
  const divisor = (one: number, other: number): number => (other === 0 ? one : divisor(other, one % other));
  const parts = candidates.map(({ points }) => Math.round(points * 1_000_000));
  return (parts.reduce(divisor, 0) || 1_000_000) / 1_000_000;
}

/** How much more often one had the first seat than the second; positive wants the second. */
const colourBalance = ({ sides }: PairingPlayer): number => sides.reduce((sum, first) => sum + (first ? 1 : -1), 0);

function colourNeedOf(player: PairingPlayer): number {
  const due = colourBalance(player);
  if (due !== 0) return due;
  const last = player.sides.at(-1);
  return last === undefined ? 0 : last ? 0.5 : -0.5;
}

function mustOf(player: PairingPlayer): number {
  const [before, last] = player.sides.slice(-2);
  const due = colourBalance(player);
  if (Math.abs(due) >= 2) return Math.sign(due);
  return last !== undefined && before === last ? (last ? 1 : -1) : 0;
}

/**
 * Gives the first seat to the player who is due it more. Of equals the higher has what it is due, and before anything
 * is due to either the first seat where its number is odd (as FIDE C.04.3 has it), so that neighbours have both sides.
 */
function seatedPair(higher: Candidate, lower: Candidate): Pairing {
  const pressing = higher.must - lower.must || higher.colourNeed - lower.colourNeed || higher.colourNeed;
  const higherFirst = pressing === 0 ? higher.number % 2 === 1 : pressing < 0;
  return higherFirst ? { a: higher.number, b: lower.number } : { a: lower.number, b: higher.number };
}

export const swiss: Format = {
  ...dependentRounds,
  name: "swiss",
  title: "Swiss",
  meets: "equals meet equals",
  display: "progress",
  byScore: true,
  // Enough for a single leader.
  rounds: (entrants) => Math.ceil(Math.log2(entrants)),
  // After that many rounds everybody has met all others, and had one bye where their number is odd.
  mostRounds: (entrants) => entrants,
  matches: (entrants, rounds) => rounds * Math.floor(entrants / 2),
  *next({ players }) {
    return yield* swissRound(yield* players());
  },
};
