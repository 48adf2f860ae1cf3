import { definitionOf } from "../../games/register.ts";
import type { GameReviewed } from "../../shared/events.ts";
import type { PlayQuality } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { byRound, type League, seatIndexOf } from "../league/machine/league.ts";
import { repeatedGames } from "../league/machine/repeats.ts";
import { marginOf, noGames, withGame } from "./ratio.ts";

type SideFound = GameReviewed["seats"][string];
/** Reviews by the ids of their games. */
export type Reviews = ReadonlyMap<string, GameReviewed>;

/** A league's games that were played to an end, in pieces. */
export function* gamesOver(league: League): Steps<readonly string[]> {
  const over: string[] = [];
  for (const matches of byRound(league)) {
    for (const { games } of matches)
      for (const { id, result } of games) if (result && result.moves[0] + result.moves[1] > 0) over.push(id);
    yield;
  }
  return over;
}

/** How well each entrant played in the games that were looked through, by number; a game that repeats another is not looked at. In pieces. */
export function* qualitiesIn(league: League, reviews: Reviews): Steps<ReadonlyMap<number, PlayQuality>> {
  if (reviews.size === 0) return new Map();
  const { seats } = definitionOf(league.settings.game);
  const repeats = yield* repeatedGames(league);
  const sides = new Map<number, SideFound[]>();
  for (const matches of byRound(league)) {
    for (const { a, b, games } of matches)
      for (const game of games) {
        const review = repeats.has(game.id) ? undefined : reviews.get(game.id);
        if (!review) continue;
        for (const side of ["a", "b"] as const) {
          const number = (side === "a" ? a : b) ?? 0;
          const found = review.seats[seats[seatIndexOf(game, side)]];
          const known = sides.get(number);
          if (!found) continue;
          if (known) known.push(found);
          else sides.set(number, [found]);
        }
      }
    yield;
  }
  return new Map([...sides].map(([number, found]) => [number, qualityOf(found)]));
}

/** Accuracy as the mean of the games, centipawns as that of the moves. */
function qualityOf(found: readonly SideFound[]): PlayQuality {
  const sum = (of: (side: SideFound) => number) => found.reduce((total, side) => total + of(side), 0);
  const played = found.filter(({ accuracy }) => accuracy !== null);
  const moves = sum((side) => side.moves);
  const tenth = (value: number) => Math.round(value * 10) / 10;
  const margin = (x: (side: SideFound) => number, y: (side: SideFound) => number) => {
    const found = marginOf(played.reduce((sums, side) => withGame(sums, x(side), y(side)), noGames));
    return found === null ? null : tenth(found);
  };
  return {
    games: played.length,
    accuracy: played.length === 0 ? null : tenth(sum(({ accuracy }) => accuracy ?? 0) / played.length),
    accuracy_margin: margin(
      () => 1,
      ({ accuracy }) => accuracy ?? 0,
    ),
    average_centipawn_loss: moves === 0 ? null : tenth(sum((side) => (side.centipawnLoss ?? 0) * side.moves) / moves),
    average_centipawn_loss_margin: margin(
      (side) => side.moves,
      (side) => (side.centipawnLoss ?? 0) * side.moves,
    ),
    inaccuracies: sum((side) => side.inaccuracies),
    mistakes: sum((side) => side.mistakes),
    blunders: sum((side) => side.blunders),
  };
}
