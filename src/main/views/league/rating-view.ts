import { definitionOf } from "../../../games/register.ts";
import { anchorTitle, strongerFirst } from "../../../shared/league-facts.ts";
import type * as leagues from "../../../shared/leagues.ts";
import type { Steps } from "../../../shared/steps.ts";
import { inPiecesOnceFor } from "../../base/once-for.ts";
import { type Entrant, entrantOf, fromMatches, type League, nameOf, playersOf } from "../../league/machine/league.ts";
import { isByFailure, isTelling, repeatedGames } from "../../league/machine/rated-games.ts";
import { measuringIn } from "../../league/measure/measuring.ts";
import type { LevelGame } from "../../league/measure/strength.ts";
import type { Rating } from "../../league/ratings/bradley-terry.ts";
import { type RatedField, ratingsBy } from "../../league/ratings/rating-list.ts";

export function ratingListReport(
  game: string,
  { scale, spread, firstMove, repeats, players }: RatedField,
): leagues.RatingListReport {
  // By the exact ratings: of two that round to the same number the stronger is first, too.
  const entries = players
    .map((player) => ({ exact: { elo: null, ...player.rating }, view: playerView(player) }))
    .toSorted(
      ({ exact: one, view }, { exact: other, view: { games, name } }) =>
        strongerFirst(one, other) || games - view.games || (view.name < name ? -1 : 1),
    )
    .map(({ view }) => view);
  return {
    game,
    scale,
    first_move: firstMove && Math.round(firstMove.elo),
    first_move_interval: firstMove && Math.round(firstMove.interval),
    spread: spread && Math.round(spread),
    games: entries.reduce((sum, each) => sum + each.games, 0) / 2,
    repeats,
    entries,
  };
}

const playerView = ({ lastPlayedAt, ...player }: RatedField["players"][number]): leagues.RatedPlayer => ({
  ...player,
  name: anchorTitle(player.name),
  kind: player.identity.split(":")[0] ?? "",
  rating: ratingView(player.rating),
  games: player.won + player.drawn + player.lost,
  last_played_at: lastPlayedAt === null ? null : new Date(lastPlayedAt).toISOString(),
});

/** A rating in whole points. */
export function ratingView(rating: Rating): leagues.LeagueRating {
  if (rating.kind === "unknown")
    return { kind: "unknown", elo: null, interval: null, low: null, high: null, games: null };
  const { kind, elo, interval, low, high, games } = rating;
  const [mean, half, least, most] = [elo, interval, low, high].map(Math.round);
  return { kind, elo: mean ?? null, interval: half ?? null, low: least ?? null, high: most ?? null, games };
}

/** The findings of a league that measures an entrant; null for all others, and before the start. */
export function measureIn(league: League): leagues.LeagueMeasure | null {
  const measuring = measuringIn(league);
  const { measure } = league.settings;
  if (!measuring || !measure) return null;
  const { entrant, rating, games, unrated, repeats, narrow } = measuring;
  return {
    entrant: nameOf(league, entrant),
    number: entrant,
    rating: ratingView(rating),
    within: measure.within,
    games_most: measure.games,
    enough: narrow,
    unrated,
    repeats,
    ...recordOf(games),
    levels: measure.levels.map((elo, at) => {
      const anchor = entrantOf(league, league.seeds[at] ?? 0);
      return {
        name: anchorTitle(anchor?.name ?? ""),
        level: anchor?.settings.level ?? null,
        elo,
        ...recordOf(games.filter((game) => game.level === at)),
      };
    }),
  };
}

function recordOf(games: readonly LevelGame[]) {
  const count = (points: number) => games.filter((game) => game.points === points).length;
  return { games: games.length, won: count(1), drawn: count(0.5), lost: count(0) };
}

/** Ratings by all rated games, and by those that no failure decided, by number; empty without such. In pieces. */
export const skillsIn = inPiecesOnceFor(function* (league: League): Steps<ReadonlyMap<number, leagues.LeagueSkill>> {
  const { settings, entrants } = league;
  const { seats } = definitionOf(settings.game);
  const repeats = yield* repeatedGames(league);
  const rated = yield* fromMatches(league, (match) => {
    const both = playersOf(league, match);
    return match.games.flatMap(({ id, first, armageddon, result }) => {
      if (!both || !result || armageddon || repeats.has(id) || !isTelling(settings, result)) return [];
      const [one = "", other = ""] = (first === "a" ? both : both.toReversed()).map(({ identity }) => identity);
      const winner = result.winner && seats[result.winner === first ? 0 : 1];
      const { reason, course = null } = result;
      const tally = { first: one, second: other, winner, reason, course, games: 1 };
      return [{ tally, isFailed: isByFailure(result) }];
    });
  });
  const ratingsFrom = function* (games: typeof rated): Steps<(entrant: Entrant) => leagues.LeagueRating> {
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
