import { definitionOf } from "../../games/register.ts";
import type { LeagueRating, LeagueSkill } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { inPiecesOnceFor } from "../base/once-for.ts";
import { type Entrant, fromMatches, type League, playersOf } from "../league/machine/league.ts";
import { isByFailure, isTelling, repeatedGames } from "../league/machine/rated-games.ts";
import { ratingsBy } from "../league/ratings/rating-list.ts";
import { ratingView } from "./rating-view.ts";

/**
 * Everybody's rating by all rated games of a league, and by those in which no move was lost to a failure, by number; empty
 * where there are no others. In pieces.
 */
export const skillsIn = inPiecesOnceFor(function* (league: League): Steps<ReadonlyMap<number, LeagueSkill>> {
  const { settings, entrants } = league;
  const { seats } = definitionOf(settings.game);
  const repeats = yield* repeatedGames(league);
  const rated = yield* fromMatches(league, (match) => {
    const both = playersOf(league, match);
    return match.games.flatMap(({ id, first, armageddon, result }) => {
      if (!both || !result || armageddon || repeats.has(id) || !isTelling(settings, result)) return [];
      const [one = "", other = ""] = (first === "a" ? both : both.toReversed()).map(({ identity }) => identity);
      const winner = result.winner && seats[result.winner === first ? 0 : 1];
      const tally = { first: one, second: other, winner, reason: result.reason, course: null, games: 1 };
      return [{ tally, isFailed: isByFailure(result) }];
    });
  });
  const ratingsFrom = function* (games: typeof rated): Steps<(entrant: Entrant) => LeagueRating> {
    const ratingOf = yield* ratingsBy(
      settings.game,
      games.map(({ tally }) => tally),
    );
    return ({ identity }) => ratingView(ratingOf(identity));
  };
  const own = rated.filter(({ isFailed }) => !isFailed);
  if (own.length === rated.length) return new Map();
  const [all, without] = [yield* ratingsFrom(rated), yield* ratingsFrom(own)];
  return new Map(
    entrants.map((entrant) => [entrant.number, { all: all(entrant), without_failures: without(entrant) }]),
  );
});
