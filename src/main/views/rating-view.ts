import { strongerFirst } from "../../shared/league-facts.ts";
import type { LeagueRating, RatedPlayer, RatingListReport } from "../../shared/leagues.ts";
import type { Rating } from "../league/ratings/bradley-terry.ts";
import type { RatedField } from "../league/ratings/rating-list.ts";

export function ratingListReport(
  game: string,
  { scale, spread, firstMove, repeats, players }: RatedField,
): RatingListReport {
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

const playerView = ({ lastPlayedAt, ...player }: RatedField["players"][number]): RatedPlayer => ({
  ...player,
  kind: player.identity.split(":")[0] ?? "",
  rating: ratingView(player.rating),
  games: player.won + player.drawn + player.lost,
  last_played_at: lastPlayedAt === null ? null : new Date(lastPlayedAt).toISOString(),
});

/** A rating in whole points. */
export function ratingView(rating: Rating): LeagueRating {
  if (rating.kind === "unknown")
    return { kind: "unknown", elo: null, interval: null, low: null, high: null, games: null };
  const { kind, elo, interval, low, high, games } = rating;
  const [mean, half, least, most] = [elo, interval, low, high].map(Math.round);
  return { kind, elo: mean ?? null, interval: half ?? null, low: least ?? null, high: most ?? null, games };
}
