import type { Steps } from "../../../shared/steps.ts";
import { augment, type Graph, largestMatching } from "./matching.ts";
import type { Pairing } from "./pairing.ts";

/** How an entrant stands before a round of a Swiss league. */
export interface SwissPlayer {
  readonly number: number;
  readonly points: number;
  /** Whom it was paired with, whether they played or not. */
  readonly opponents: ReadonlySet<number>;
  /** The sides of its matches that were played, oldest first: whether it had the first seat. */
  readonly sides: readonly boolean[];
  /** Byes and wins by forfeit: who had one has no further bye while others had none (FIDE C.04.1, 3). */
  readonly byes: number;
}

/** Rounds that are usual: enough for one to be ahead of all. */
export const roundsOfSwiss = (entrants: number): number => Math.ceil(Math.log2(entrants));

/**
 * The pairings of the next round by the basic rules for Swiss systems (FIDE Handbook C.04.1): nobody meets twice while
 * that can be avoided; equal points meet, the upper half of a group against its lower half; sides are balanced: nobody
 * gets one of them three times more often, nor three times in a row, while that can be avoided; of an odd number the one
 * with the fewest points that had no bye yet sits out. It is not FIDE's Dutch system.
 *
 * From the top, each is given the best opponent that leaves a pairing for all who remain; that there is one is known from
 * a matching in the graph of allowed pairs. In pieces: hundreds of entrants take a while.
 */
export function* swissRound(players: readonly SwissPlayer[]): Steps<readonly Pairing[]> {
  const ranked = players
    .map((player): Candidate => ({ ...player, wish: wishOf(player), must: mustOf(player) }))
    .toSorted((one, other) => other.points - one.points || one.number - other.number);
  const byes = byeOrder(ranked);
  const fewest = byes.filter((player) => player.byes === byes[0]?.byes);
  return (
    (yield* pairedUnder(ranked, fewest, neverMet(false))) ??
    (yield* pairedUnder(ranked, fewest, neverMet(true))) ??
    (yield* pairedUnder(ranked, byes, neverMet(true))) ??
    (yield* withRepeats(ranked))
  );
}

/** Who is to be paired, with the sides that it is due. */
interface Candidate extends SwissPlayer {
  /** The side that it should have next: above 0 the second, below 0 the first, 0 either. Stronger the further from it. */
  readonly wish: number;
  /** The side that it must have next: 1 the second, -1 the first, 0 either (FIDE C.04.1, 6 and 7). */
  readonly must: number;
}

type Allowed = (one: Candidate, other: Candidate) => boolean;

const neverMet =
  (anySides: boolean): Allowed =>
  (one, other) =>
    !one.opponents.has(other.number) && (anySides || !needsSame(one, other));

/** All pairings that a rule allows for everyone but the one with a bye; null where it cannot be kept for all. */
function* pairedUnder(
  ranked: readonly Candidate[],
  byes: readonly Candidate[],
  allowed: Allowed,
): Steps<readonly Pairing[] | null> {
  if (ranked.length % 2 === 0) return yield* fullPairing(ranked, allowed);
  for (const bye of byes) {
    const paired = yield* fullPairing(
      ranked.filter((player) => player !== bye),
      allowed,
    );
    if (paired) return [...paired, { a: bye.number, b: null }];
  }
  return null;
}

/** Who is to sit out, the first choice first: fewest byes, then fewest points, then the last number. */
const byeOrder = (ranked: readonly Candidate[]): readonly Candidate[] =>
  ranked.toReversed().toSorted((one, other) => one.byes - other.byes || one.points - other.points);

function* fullPairing(ranked: readonly Candidate[], allowed: Allowed): Steps<readonly Pairing[] | null> {
  const edges = yield* graphOf(ranked, allowed);
  const match = yield* largestMatching(edges);
  if (match.includes(-1)) return null;
  const done = new Set<number>();
  const pairings: Pairing[] = [];
  for (const [index, player] of ranked.entries()) {
    if (done.has(index)) continue;
    done.add(index);
    for (const at of preference(ranked, index, edges[index] ?? [], done)) {
      yield;
      if (!rematched(edges, match, index, at, done)) continue;
      done.add(at);
      const opponent = ranked[at];
      if (opponent) pairings.push(seatedPair(player, opponent));
      break;
    }
  }
  return pairings;
}

/** Who may meet whom under a rule, by their places. */
function* graphOf(players: readonly Candidate[], allowed: Allowed): Steps<Graph> {
  const edges: (readonly number[])[] = [];
  for (const [index, one] of players.entries()) {
    edges.push([...players.keys()].filter((at) => at !== index && allowed(one, players[at] ?? one)));
    yield;
  }
  return edges;
}

/** Puts two together, and those who were promised them with others; false, and nothing changed, where that cannot be. */
function rematched(edges: Graph, match: number[], one: number, other: number, done: ReadonlySet<number>): boolean {
  const [left, right] = [match[one] ?? -1, match[other] ?? -1];
  if (left === other) return true;
  // Mostly those who were left may be paired with each other, and there is nothing to look for.
  if (edges[left]?.includes(right)) {
    Object.assign(match, { [one]: other, [other]: one, [left]: right, [right]: left });
    return true;
  }
  const before = [...match];
  Object.assign(match, { [one]: other, [other]: one, [left]: -1, [right]: -1 });
  const open = (vertex: number) => vertex !== one && vertex !== other && !done.has(vertex);
  if (augment(edges, match, left, open)) return true;
  match.splice(0, match.length, ...before);
  return false;
}

/** Whom one would meet best: of equal points or the least difference, then half a group below, with sides that fit. */
function preference(
  ranked: readonly Candidate[],
  index: number,
  neighbours: readonly number[],
  done: ReadonlySet<number>,
): readonly number[] {
  const player = ranked[index];
  if (!player) return [];
  const left = [...ranked.keys()].filter((at) => at === index || !done.has(at));
  const placeIn = new Map(left.map((at, place) => [at, place]));
  const half = Math.floor(left.filter((at) => ranked[at]?.points === player.points).length / 2);
  const rated = neighbours.flatMap((at) => {
    const other = ranked[at];
    if (!other || done.has(at)) return [];
    const clash = player.wish !== 0 && Math.sign(player.wish) === Math.sign(other.wish) ? 1 : 0;
    return [{ at, gap: player.points - other.points, clash, far: Math.abs((placeIn.get(at) ?? 0) - half) }];
  });
  return rated
    .toSorted((one, other) => one.gap - other.gap || one.clash - other.clash || one.far - other.far)
    .map(({ at }) => at);
}

/** Who cannot all have been kept apart meets again: as few of them as can be. */
function* withRepeats(ranked: readonly Candidate[]): Steps<readonly Pairing[]> {
  const bye = ranked.length % 2 === 1 ? byeOrder(ranked)[0] : undefined;
  const playing = ranked.filter((player) => player !== bye);
  const edges = yield* graphOf(playing, neverMet(true));
  const match = yield* largestMatching(edges);
  const left = playing.filter((_, at) => match[at] === -1);
  const pairs = playing.flatMap((player, at) => {
    const partner = match[at] ?? -1;
    const other = partner === -1 ? left[left.indexOf(player) + 1] : playing[partner];
    const leads = partner === -1 ? left.indexOf(player) % 2 === 0 : at < partner;
    return leads && other ? [seatedPair(player, other)] : [];
  });
  return bye ? [...pairs, { a: bye.number, b: null }] : pairs;
}

/** How much more often one had the first seat than the second; positive wants the second. */
const balance = ({ sides }: SwissPlayer): number => sides.reduce((sum, first) => sum + (first ? 1 : -1), 0);

function wishOf(player: SwissPlayer): number {
  const due = balance(player);
  if (due !== 0) return due;
  const last = player.sides.at(-1);
  return last === undefined ? 0 : last ? 0.5 : -0.5;
}

function mustOf(player: SwissPlayer): number {
  const [before, last] = player.sides.slice(-2);
  const due = balance(player);
  if (Math.abs(due) >= 2) return Math.sign(due);
  return last !== undefined && before === last ? (last ? 1 : -1) : 0;
}

const needsSame = (one: Candidate, other: Candidate): boolean => one.must !== 0 && one.must === other.must;

/**
 * Who has the first seat: whoever is due it more; of equals the higher has what it is due, and before anything is due to
 * either the first seat where its number is odd (as FIDE C.04.3 has it), so that neighbours have both sides.
 */
function seatedPair(higher: Candidate, lower: Candidate): Pairing {
  const pressing = higher.must - lower.must || higher.wish - lower.wish || higher.wish;
  const higherFirst = pressing === 0 ? higher.number % 2 === 1 : pressing < 0;
  return higherFirst ? { a: higher.number, b: lower.number } : { a: lower.number, b: higher.number };
}
