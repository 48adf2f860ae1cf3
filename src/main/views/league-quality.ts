import { definitionOf } from "../../games/register.ts";
import type { GameReviewed } from "../../shared/events.ts";
import type { PlayQuality } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { fromMatches, type League, seatIndexOf } from "../league/machine/league.ts";
import { repeatedGames } from "../league/machine/repeats.ts";
import { noGames, ratioInterval, withGame } from "./ratio.ts";

type SideFound = GameReviewed["seats"][string];
/** Reviews by the ids of their games. */
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
        const found = review?.seats[seats[seatIndexOf(game, side)]];
        return found ? [{ number: (side === "a" ? a : b) ?? 0, found }] : [];
      });
    }),
  );
  const byEntrant = Map.groupBy(sides, ({ number }) => number);
  return new Map([...byEntrant].map(([number, own]) => [number, qualityOf(own.map(({ found }) => found))]));
}

/** The most centipawns that a move can lose: scores are capped at ±1000. */
const MOST_LOST = 2_000;

/** Accuracy as the mean of the games, centipawns as that of the moves. */
function qualityOf(found: readonly SideFound[]): PlayQuality {
  const sum = (of: (side: SideFound) => number) => found.reduce((total, side) => total + of(side), 0);
  const played = found.filter(({ accuracy }) => accuracy !== null);
  const moves = sum((side) => side.moves);
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const interval = (x: (side: SideFound) => number, y: (side: SideFound) => number, most: number) => {
    const ends = ratioInterval(
      played.reduce((sums, side) => withGame(sums, x(side), y(side)), noGames),
      most,
    );
    return ends && ([tenth(ends[0]), tenth(ends[1])] as const);
  };
  return {
    games: played.length,
    accuracy: played.length === 0 ? null : tenth(sum(({ accuracy }) => accuracy ?? 0) / played.length),
    accuracy_interval: interval(
      () => 1,
      ({ accuracy }) => accuracy ?? 0,
      100,
    ),
    average_centipawn_loss: moves === 0 ? null : tenth(sum((side) => (side.centipawnLoss ?? 0) * side.moves) / moves),
    average_centipawn_loss_interval: interval(
      (side) => side.moves,
      (side) => (side.centipawnLoss ?? 0) * side.moves,
      MOST_LOST,
    ),
    inaccuracies: sum((side) => side.inaccuracies),
    mistakes: sum((side) => side.mistakes),
    blunders: sum((side) => side.blunders),
  };
}
