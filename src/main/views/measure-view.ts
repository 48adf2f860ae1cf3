import { anchorTitle } from "../../shared/league-facts.ts";
import type { LeagueMeasure } from "../../shared/leagues.ts";
import { entrantOf, type League, nameOf } from "../league/machine/league.ts";
import { measuringIn } from "../league/measure/measuring.ts";
import type { LevelGame } from "../league/measure/strength.ts";
import { ratingView } from "./rating-view.ts";

/** The findings of a league that measures an entrant; null for all others, and before the start. */
export function measureIn(league: League): LeagueMeasure | null {
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
