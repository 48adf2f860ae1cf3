import { type Pentanomial, sprt } from "../ratings/pairs.ts";
import { type League, matchesOf, UNREAD } from "./league.ts";

/**
 * The pairs of games of the first two seeds, by what the first had from each: 0 to 2 in halves. What was forfeited,
 * or cannot be read, tells nothing of anybody's strength.
 */
export function pairsOf(league: League): Pentanomial {
  const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
  const [first] = league.seeds;
  for (const { a, games } of matchesOf(league)) {
    for (let at = 0; at + 1 < games.length; at += 2) {
      const both = games.slice(at, at + 2).map(({ result }) => result);
      if (both.some((result) => !result || result.termination === "forfeit" || result.reason === UNREAD)) continue;
      const own = a === first ? "a" : "b";
      const points = both.reduce(
        (sum, result) => sum + (result?.winner === own ? 2 : result?.winner === null ? 1 : 0),
        0,
      );
      counts[points] = (counts[points] ?? 0) + 1;
    }
  }
  return counts;
}

/** Whether a league of two has a sequential test, and that has come to an answer. */
export function isTestDecided(league: League): boolean {
  const { settings, seeds } = league;
  return settings.sprt !== null && seeds.length === 2 && sprt(pairsOf(league), settings.sprt).decision !== null;
}
