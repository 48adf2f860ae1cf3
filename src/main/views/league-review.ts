import type { LeagueReview } from "../../shared/leagues.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { EngineNotice } from "../../shared/terms.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { Games } from "../games/games.ts";
import { type League, nameOf } from "../league/machine/league.ts";
import type { AnalysisParts } from "./analysis.ts";
import { gamesPlayed, qualitiesIn } from "./league-quality.ts";
import { reviewAndKeep } from "./review.ts";

/**
 * Looks through one more of so many games of a league, spread over all that are over, each position with so many nodes,
 * and keeps what it found with the game; then tells what is known of those games. One that cannot be read is
 * passed over and not counted, or whoever asks until all are done would never be. Refuses where no engine knows the
 * game, or as the analyst does.
 */
export async function reviewNext(
  league: League,
  { games: most, nodes }: { readonly games: number; readonly nodes: number },
  { games, analysis }: { readonly games: Games; readonly analysis: AnalysisParts },
  signal: AbortSignal,
): Promise<Result<LeagueReview>> {
  const ids = spread(await runInSlices(gamesPlayed(league)), most);
  const byGame = new Map(await games.reviewsIn(league.id));
  const isEnough = (id: string) => (byGame.get(id)?.nodes ?? 0) >= nodes;
  let failures = 0;
  let notice: EngineNotice = null;
  for (const next of ids.filter((id) => !isEnough(id))) {
    const game = await games.get(next);
    if (!game.ok) {
      failures += 1;
      continue;
    }
    const result = await reviewAndKeep(game.value, nodes, { games, analysis }, signal, (_count, _of, hint) => {
      notice = hint;
    });
    if (!result.ok) return result;
    const { review } = result.value.state;
    if (review) byGame.set(next, review);
    break;
  }
  const sufficient = new Set(ids.filter(isEnough));
  const reviews = new Map([...byGame].filter(([id]) => sufficient.has(id)));
  const qualities = [...(await runInSlices(qualitiesIn(league, reviews)))];
  return accept({
    league_id: league.id,
    nodes,
    games: ids.length - failures,
    reviewed: sufficient.size,
    notice,
    engines: [...new Set([...reviews.values()].flatMap(({ engine }) => engine ?? []))],
    entrants: qualities.map(([number, quality]) => ({
      number,
      name: nameOf(league, number),
      ...quality,
    })),
  });
}

/** The golden ratio's part after the point, whose multiples fall in step with nothing. */
const GOLDEN = 0.618_034;

/**
 * So many of them at the most, one of each of as many equal stretches, at another place in each: sides and openings
 * change by turns, and equal distances would meet one of them alone.
 */
function spread<T>(all: readonly T[], most: number): readonly T[] {
  const count = Math.min(all.length, most);
  const stretches = Array.from({ length: count }, (_, index) =>
    all.slice(Math.floor((index * all.length) / count), Math.floor(((index + 1) * all.length) / count)),
  );
  return stretches.flatMap((stretch, index) => stretch.at(Math.floor(((index * GOLDEN) % 1) * stretch.length)) ?? []);
}
