import { definitionOf } from "../../../games/register.ts";
import type { GameReviewed } from "../../../shared/events.ts";
import { recordBy } from "../../../shared/fields.ts";
import type { LeagueReview, PlayQuality } from "../../../shared/leagues.ts";
import { accept, type Result } from "../../../shared/result.ts";
import type { Steps } from "../../../shared/steps.ts";
import type { EngineNotice } from "../../../shared/terms.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import type { Games } from "../../games/games.ts";
import { fromMatches, type League, nameOf, seatIndexOf } from "../../league/machine/league.ts";
import { repeatedGames } from "../../league/machine/rated-games.ts";
import { type AnalysisParts, reviewAndKeep } from "../game/review.ts";
import { addGame, figureIn, figuresBySplit, partsOf, type Sums, USUAL } from "./league-sums.ts";

type SideFound = GameReviewed["seats"][string];
export type Reviews = ReadonlyMap<string, GameReviewed>;

/** A league's games that were played to an end, in pieces. */
export const gamesPlayed = (league: League): Steps<readonly string[]> =>
  fromMatches(league, ({ games }) =>
    games.flatMap(({ id, result }) => (result && result.moves[0] + result.moves[1] > 0 ? [id] : [])),
  );

/** How well each entrant played in the games that were looked through, by number; a game that repeats another is not looked at. In pieces. */
export function* qualitiesIn(league: League, reviews: Reviews): Steps<ReadonlyMap<number, PlayQuality>> {
  if (reviews.size === 0) return new Map();
  const { seats } = definitionOf(league.settings.game);
  const repeats = yield* repeatedGames(league);
  const sides = yield* fromMatches(league, ({ a, b, games }) =>
    games.flatMap((game) => {
      const review = repeats.has(game.id) ? undefined : reviews.get(game.id);
      return (["a", "b"] as const).flatMap((side) => {
        const figures = review?.seats[seats[seatIndexOf(game, side)]];
        return figures
          ? [{ number: (side === "a" ? a : b) ?? 0, found: figures, parts: partsOf(league, game, side) }]
          : [];
      });
    }),
  );
  return new Map([...Map.groupBy(sides, ({ number }) => number)].map(([number, own]) => [number, qualityOf(own)]));
}

/** Accuracy as the mean of the games, centipawns as that of the moves; with the sums of the parts. */
function qualityOf(sides: readonly { readonly found: SideFound; readonly parts: readonly string[] }[]): PlayQuality {
  const sums: Sums = new Map();
  const add = (parts: readonly string[], play: SideFound["theory"]) => {
    if (!play || play.accuracy === null) return;
    const { moves, accuracy, centipawnLoss } = play;
    addGame(sums, parts, { accuracy: [1, accuracy], average_centipawn_loss: [moves, (centipawnLoss ?? 0) * moves] });
  };
  for (const { found, parts } of sides) {
    add(["", ...parts], found);
    // Nobody knows a theory of the other starts.
    if (!parts.includes(USUAL)) continue;
    add(["theory 0 "], found.theory);
    add(["theory 1 "], found.later);
  }
  const { value: accuracy, ends: accuracy_interval } = figureIn(sums, "accuracy");
  const { value: average_centipawn_loss, ends } = figureIn(sums, "average_centipawn_loss");
  return {
    games: sums.get("accuracy")?.games ?? 0,
    accuracy,
    accuracy_interval,
    average_centipawn_loss,
    average_centipawn_loss_interval: ends,
    ...recordBy(["inaccuracies", "mistakes", "blunders"], (judgement) =>
      sides.reduce((total, { found }) => total + found[judgement], 0),
    ),
    apart: figuresBySplit(sums),
  };
}

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
  const ids = spreadSample(await runInSlices(gamesPlayed(league)), most);
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
    entrants: qualities.map(([number, quality]) => ({ number, name: nameOf(league, number), ...quality })),
  });
}

/** The golden ratio's part after the point, whose multiples fall in step with nothing. */
const GOLDEN = 0.618_034;

/** One of each of so many equal stretches, at changing places, since sides and openings change by turns. */
function spreadSample<T>(all: readonly T[], most: number): readonly T[] {
  const count = Math.min(all.length, most);
  const stretches = Array.from({ length: count }, (_, index) =>
    all.slice(Math.floor((index * all.length) / count), Math.floor(((index + 1) * all.length) / count)),
  );
  return stretches.flatMap((stretch, index) => stretch.at(Math.floor(((index * GOLDEN) % 1) * stretch.length)) ?? []);
}
