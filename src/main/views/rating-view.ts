import type { LeagueRating } from "../../shared/leagues.ts";
import type { Rating } from "../league/ratings/bradley-terry.ts";

/** A rating in whole points. */
export function ratingView(rating: Rating): LeagueRating {
  if (rating.kind === "unknown") return { kind: "unknown", elo: null, interval: null };
  return {
    kind: rating.kind,
    elo: Math.round(rating.elo),
    interval: rating.kind === "rated" ? Math.round(rating.interval) : null,
  };
}
