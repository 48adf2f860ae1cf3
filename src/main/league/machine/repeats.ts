import { runAtOnce, type Steps } from "../../../shared/steps.ts";
import { inPiecesOnceFor, onceFor } from "../../base/once-for.ts";
import { isDeterministic } from "../../players/deterministic.ts";
import type { League, LeagueSettings, Match, PastRound } from "./league.ts";
import { isTelling } from "./random-moves.ts";

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
  const add = (games: readonly Course[]) => {
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

interface Course {
  readonly id: string;
  /** The key of its moves, with its players in the order of the seats. */
  readonly course: string;
}

const coursesOf = onceFor((round: PastRound, settings: LeagueSettings) => coursesIn(round.matches(), settings));

const coursesIn = (matches: readonly Match[], settings: LeagueSettings): readonly Course[] =>
  matches.flatMap(({ a, b, games }) =>
    games.flatMap(({ id, first, result }) =>
      result?.course === undefined || !isTelling(settings, result)
        ? []
        : [{ id, course: `${first === "a" ? a : b} ${first === "a" ? b : a} ${result.course}` }],
    ),
  );
