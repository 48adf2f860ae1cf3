import { partsIn } from "../../src/main/league/standings/record.ts";
import type { Trf } from "../../src/main/league/trf/read.ts";
import type { Pairing, PairingPlayer } from "../../src/shared/formats/format.ts";

export const newcomer = (number: number): PairingPlayer => ({
  number,
  points: 0,
  opponents: new Set(),
  noShows: new Set(),
  sides: [],
  byes: 0,
  apart: new Set(),
});

/** The faults of pairings, the worst kind first. */
export function faults(players: readonly PairingPlayer[], pairings: readonly Pairing[]): readonly number[] {
  const byNumber = new Map(players.map((player) => [player.number, player]));
  const totals = { repeats: 0, byes: 0, sides: 0, byePoints: 0, gaps: 0 };
  for (const { a, b } of pairings) {
    const one = byNumber.get(a) ?? newcomer(a);
    const other = b === null ? undefined : byNumber.get(b);
    if (other) {
      if (one.opponents.has(other.number)) totals.repeats += 1;
      if (mustHave(one) !== null && mustHave(one) === mustHave(other)) totals.sides += 1;
      totals.gaps += Math.abs(one.points - other.points);
    } else {
      totals.byes = one.byes;
      totals.byePoints = one.points;
    }
  }
  return [totals.repeats, totals.byes, totals.sides, totals.byePoints, totals.gaps];
}

/** The one that has less of what {@link faults} counts. */
export function better(one: readonly number[], other: readonly number[]): readonly number[] {
  const at = one.findIndex((fault, index) => fault !== other[index]);
  return at === -1 || (one[at] ?? 0) < (other[at] ?? 0) ? one : other;
}

/** The side that somebody must have next, as whether it is the first; null for either (FIDE C.04.1, 6 and 7). */
function mustHave({ sides }: PairingPlayer): boolean | null {
  const firsts = sides.filter(Boolean).length;
  const seconds = sides.length - firsts;
  if (Math.abs(firsts - seconds) >= 2) return firsts < seconds;
  return sides.length > 1 && sides.at(-1) === sides.at(-2) ? !sides.at(-1) : null;
}

/** How many pairs are of two who are due the same side: the one that they had less often, else not the last one. */
export function dueTheSame(players: readonly PairingPlayer[], pairings: readonly Pairing[]): number {
  const due = new Map(
    players.map(({ number, sides }) => {
      const more = sides.reduce((sum, first) => sum + (first ? 1 : -1), 0);
      return [number, more === 0 ? sides.at(-1) : more > 0];
    }),
  );
  return pairings.filter(({ a, b }) => b !== null && due.get(a) !== undefined && due.get(a) === due.get(b)).length;
}

/** A round of a report: those who were paired in it, as they stood before, and who met whom. */
export function roundIn({ players, results, points }: Trf, round: number) {
  const scoring = { points, predetermined: false, byeWins: true };
  const before = results.filter((result) => result.round < round);
  const pairings = results
    .filter((result) => result.round === round && result.bye === undefined)
    .map(({ a, b }): Pairing => ({ a, b }));
  const paired = new Set(pairings.flatMap(({ a, b }) => [a, b]));
  const field = players
    .map((_, index) => index + 1)
    .filter((number) => paired.has(number))
    .map((number): PairingPlayer => {
      const own = before.filter(({ a, b }) => a === number || b === number);
      const parts = own.flatMap((result) =>
        partsIn(result, scoring).flatMap(([who, part]) => (who === number ? [part] : [])),
      );
      return {
        number,
        points: parts.reduce((sum, part) => sum + part.points, 0),
        opponents: metIn(own, number, true),
        noShows: metIn(own, number, false),
        sides: own.flatMap(({ a, b, played }) => (b !== null && played ? [a === number] : [])),
        byes: parts.filter(
          (part) => (part.kind === "bye" && !part.requested) || (part.kind === "forfeit" && part.result === "win"),
        ).length,
        apart: new Set(),
      };
    });
  return { field, pairings };
}

const metIn = (results: Trf["results"], number: number, whether: boolean): ReadonlySet<number> =>
  new Set(results.flatMap(({ a, b, played }) => (b === null || played !== whether ? [] : [a === number ? b : a])));
