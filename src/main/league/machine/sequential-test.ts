import { onceFor } from "../../base/once-for.ts";
import { type Pentanomial, sprt } from "../ratings/pairs.ts";
import { type League, type Match, type PastRound, sideOf } from "./league.ts";
import { isTelling, repeatedGamesAtOnce } from "./rated-games.ts";

/**
 * The pairs of games of the first two seeds, by the points of the first: 0 to 2 in halves. Forfeited, random and
 * unreadable games say nothing about strength; nor does a pair of which both games repeat others.
 */
export function pairsOf(league: League): Pentanomial {
  const { past, current } = league;
  const repeats = repeatedGamesAtOnce(league);
  const counts = tally(current, league, repeats);
  for (const round of past)
    for (const [at, count] of countsOf(round, league, repeats).entries()) counts[at] = (counts[at] ?? 0) + count;
  return counts;
}

type Counts = [number, number, number, number, number];
/** Cached for each finished round, since the test is evaluated after each game. */
const countsOf = onceFor((round: PastRound, league: League, repeats: ReadonlySet<string>) =>
  tally(round.matches(), league, repeats),
);

function tally(
  matches: readonly Match[],
  { seeds: [first = 0], settings }: League,
  repeats: ReadonlySet<string>,
): Counts {
  const counts: Counts = [0, 0, 0, 0, 0];
  for (const match of matches) {
    const own = sideOf(match, first);
    const games = match.games.filter(({ armageddon }) => !armageddon);
    for (let at = 0; at + 1 < games.length; at += 2) {
      const pair = games.slice(at, at + 2);
      if (pair.every(({ id }) => repeats.has(id))) continue;
      const both = pair.map(({ result }) => result);
      if (both.some((result) => !result || result.termination === "forfeit" || !isTelling(settings, result))) continue;
      const points = both.reduce(
        (sum, result) => sum + (result?.winner === own ? 2 : result?.winner === null ? 1 : 0),
        0,
      );
      counts[points] = (counts[points] ?? 0) + 1;
    }
  }
  return counts;
}

/** Whether a league of two has a sequential test that has come to an answer. */
export function isTestDecided(league: League): boolean {
  const { settings, seeds } = league;
  return settings.sprt !== null && seeds.length === 2 && sprt(pairsOf(league), settings.sprt).decision !== null;
}
