import { definitionOf } from "../../games/register.ts";
import type { GameReviewed } from "../../shared/events.ts";
import { recordBy } from "../../shared/fields.ts";
import type { PlayQuality } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { fromMatches, type League, seatIndexOf } from "../league/machine/league.ts";
import { repeatedGames } from "../league/machine/rated-games.ts";
import { addGame, apartIn, figureIn, partsOf, type Sums, USUAL } from "./league-sums.ts";

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
        const figures = review?.seats[seats[seatIndexOf(game, side)]];
        return figures
          ? [{ number: (side === "a" ? a : b) ?? 0, found: figures, parts: partsOf(league, game, side) }]
          : [];
      });
    }),
  );
  const byEntrant = Map.groupBy(sides, ({ number }) => number);
  return new Map([...byEntrant].map(([number, own]) => [number, qualityOf(own)]));
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
    apart: apartIn(sums),
  };
}
