import { strongerFirst } from "../../shared/league-facts.ts";
import type { LeagueRating, RatedPlayer, RatingListReport } from "../../shared/leagues.ts";
import type { Rating } from "../league/ratings/bradley-terry.ts";
import type { RatedField } from "../league/ratings/rating-list.ts";

export function ratingListReport(
  game: string,
  { scale, firstMove, virtualDraws, repeats, players }: RatedField,
): RatingListReport {
  const entries = players
    .map(playerView)
    .toSorted(
      (one, other) =>
        strongerFirst(one.rating, other.rating) || other.games - one.games || (one.name < other.name ? -1 : 1),
    );
  return {
    game,
    scale,
    first_move: firstMove && Math.round(firstMove.elo),
    first_move_interval: firstMove && Math.round(firstMove.interval),
    virtual_draws: virtualDraws,
    games: entries.reduce((sum, each) => sum + each.games, 0) / 2,
    repeats,
    entries,
  };
}

const playerView = ({ virtualDraws, lastPlayedAt, ...player }: RatedField["players"][number]): RatedPlayer => ({
  ...player,
  kind: player.identity.split(":")[0] ?? "",
  rating: ratingView(player.rating),
  virtual_draws: virtualDraws,
  games: player.won + player.drawn + player.lost,
  last_played_at: lastPlayedAt === null ? null : new Date(lastPlayedAt).toISOString(),
});

/** A rating in whole points. */
export function ratingView(rating: Rating): LeagueRating {
  if (rating.kind === "unknown") return { kind: "unknown", elo: null, interval: null, estimate: null };
  return {
    kind: rating.kind,
    elo: Math.round(rating.elo),
    interval: rating.kind === "rated" ? Math.round(rating.interval) : null,
    estimate: Math.round(rating.kind === "rated" ? rating.elo : rating.estimate),
  };
}
