import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import { inPiecesOnceFor, onceFor } from "../../base/once-for.ts";
import { CUT_SHORT, isByLot, isUnplayed } from "../../games/machine/rights.ts";
import { isDeterministic } from "../../players/drivers.ts";
import { type Pentanomial, sprt } from "../ratings/pairs.ts";
import {
  byRound,
  type GameResult,
  isIn,
  type League,
  type LeagueSettings,
  type Match,
  type PastRound,
  placeOf,
  sideOf,
  type Termination,
  UNREAD,
} from "./league.ts";

/** Whether too many of a side's own moves in a game were random for it to be rated. */
export const sideByLot = ({ most_by_lot }: LeagueSettings, { moves, figures }: GameResult, place: 0 | 1): boolean =>
  isByLot(most_by_lot, moves[place], figures?.[place].fallbacks ?? 0);

/** Ends of games because no move came, or because a side did not come or left. */
export const endsByFailure: readonly Termination[] = ["time", "illegal-moves", "disconnected", "stalled", "forfeit"];
/** Whether a move of either side was lost to a failure: chance made one, or the game ended so. */
export const isByFailure = ({ termination, figures }: Pick<GameResult, "termination" | "figures">): boolean =>
  endsByFailure.includes(termination) || (figures ?? []).some(({ fallbacks }) => fallbacks > 0);

/** Whether a game says something about its sides' strength, as the rating list counts it. */
export const isTelling = (settings: LeagueSettings, result: GameResult): boolean =>
  result.reason !== UNREAD &&
  result.reason !== CUT_SHORT &&
  !isUnplayed(result.reason, !result.moves.includes(0)) &&
  !sideByLot(settings, result, 0) &&
  !sideByLot(settings, result, 1);

/** Whether an entrant has moved in some game, and in each of these too many of its moves were random. */
export function isAllByLot(league: League, number: number): boolean {
  let any = false;
  for (const matches of byRound(league))
    for (const match of matches) {
      if (!isIn(match, number)) continue;
      const place = placeOf(sideOf(match, number));
      for (const { result } of match.games) {
        if (!result || result.moves[place] === 0) continue;
        if (!sideByLot(league.settings, result, place)) return false;
        any = true;
      }
    }
  return any;
}

/**
 * The ids of games that repeat an earlier one of the same two sides move for move, where neither side chooses by
 * chance: they add no information. Where a side may choose by chance, no game is left out: if two are alike, that is
 * chance as well, and leaving one out would bias the result. Yields in between.
 */
export const repeatedGames = inPiecesOnceFor(function* (league: League): Steps<ReadonlySet<string>> {
  const { entrants, settings, past, current } = league;
  const without = entrants.filter(({ kind, settings: own }) => isDeterministic(settings.game, kind, own));
  const repeats = new Set<string>();
  if (without.length < 2) return repeats;
  const digests = new Set<string>();
  const add = (games: readonly GameCourse[]) => {
    for (const { id, course } of games) {
      if (digests.has(course)) repeats.add(id);
      digests.add(course);
    }
  };
  for (const round of past) {
    add(coursesOf(round, settings));
    yield;
  }
  add(coursesIn(current, settings));
  return repeats;
});

/** The same without yielding, for leagues whose rounds are a single match. */
export const repeatedGamesAtOnce = (league: League): ReadonlySet<string> => runAtOnce(repeatedGames(league));

interface GameCourse {
  readonly id: string;
  /** The key of its moves, with its players in the order of the seats. */
  readonly course: string;
}

const coursesOf = onceFor((round: PastRound, settings: LeagueSettings) => coursesIn(round.matches(), settings));

const coursesIn = (matches: readonly Match[], settings: LeagueSettings): readonly GameCourse[] =>
  matches.flatMap(({ a, b, games }) =>
    games.flatMap(({ id, first, result }) =>
      result?.course === undefined || !isTelling(settings, result)
        ? []
        : [{ id, course: `${first === "a" ? a : b} ${first === "a" ? b : a} ${result.course}` }],
    ),
  );

/**
 * The pairs of games of the first two seeds, by the points of the first: 0 to 2 in halves. Forfeited, random and
 * unreadable games say nothing about strength; nor does a pair of which both games repeat others.
 */
export function pairsOf(league: League): Pentanomial {
  const { past, current } = league;
  const repeats = repeatedGamesAtOnce(league);
  const counts = tallyMatches(current, league, repeats);
  for (const round of past)
    for (const [at, count] of countsOf(round, league, repeats).entries()) counts[at] = (counts[at] ?? 0) + count;
  return counts;
}

type PentanomialCounts = [number, number, number, number, number];
/** Cached for each finished round, since the test is evaluated after each game. */
const countsOf = onceFor((round: PastRound, league: League, repeats: ReadonlySet<string>) =>
  tallyMatches(round.matches(), league, repeats),
);

function tallyMatches(
  matches: readonly Match[],
  { seeds: [first = 0], settings }: League,
  repeats: ReadonlySet<string>,
): PentanomialCounts {
  const counts: PentanomialCounts = [0, 0, 0, 0, 0];
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
