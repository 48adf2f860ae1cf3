import { definitionOf } from "../../games/register.ts";
import type { GameReviewed } from "../../shared/events.ts";
import type { PlayQuality, Split } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { fromMatches, type League, seatIndexOf } from "../league/machine/league.ts";
import { repeatedGames } from "../league/machine/repeats.ts";
import { apartIn, figuresApart, partKey } from "./league-apart.ts";
import { noGames, type Ratio, rounded, withGame } from "./ratio.ts";

type SideFound = GameReviewed["seats"][string];
type PartFound = Pick<SideFound, "moves" | "accuracy" | "centipawnLoss">;
/** Reviews by the ids of their games. */
export type Reviews = ReadonlyMap<string, GameReviewed>;

/** A league's games that were played to an end, in pieces. */
export const gamesPlayed = (league: League): Steps<readonly string[]> =>
  fromMatches(league, ({ games }) =>
    games.flatMap(({ id, result }) => (result && result.moves[0] + result.moves[1] > 0 ? [id] : [])),
  );

/** A side's play in a reviewed game, with the parts of each split that it belongs to. */
interface ReviewedSide {
  readonly found: SideFound;
  readonly parts: readonly (readonly [split: Split, part: number, of: PartFound | undefined])[];
}

/** How well each entrant played in the games that were looked through, by number; a game that repeats another is not looked at. In pieces. */
export function* qualitiesIn(league: League, reviews: Reviews): Steps<ReadonlyMap<number, PlayQuality>> {
  if (reviews.size === 0) return new Map();
  const { seats } = definitionOf(league.settings.game);
  const repeats = yield* repeatedGames(league);
  const sides = yield* fromMatches(league, ({ a, b, games }) =>
    games.flatMap((game) => {
      const review = repeats.has(game.id) ? undefined : reviews.get(game.id);
      return (["a", "b"] as const).flatMap((side) => {
        const seat = seatIndexOf(game, side);
        const found = review?.seats[seats[seat]];
        if (!found) return [];
        const start = league.openings[(game.opening ?? 0) - 1]?.unfamiliar ? 1 : 0;
        const parts = [
          ["seats", seat, found],
          ["starts", start, found],
          // Nobody knows a theory of the other starts.
          ["theory", 0, start === 0 ? found.theory : undefined],
          ["theory", 1, start === 0 ? found.later : undefined],
        ] as const;
        return [{ number: (side === "a" ? a : b) ?? 0, found, parts }];
      });
    }),
  );
  const byEntrant = Map.groupBy(sides, ({ number }) => number);
  return new Map([...byEntrant].map(([number, own]) => [number, qualityOf(own)]));
}

/** Accuracy as the mean of the games, centipawns as that of the moves; with the sums of the parts. */
function qualityOf(sides: readonly ReviewedSide[]): PlayQuality {
  const sums = new Map<string, Ratio>();
  const add = (prefix: (figure: string) => string, { moves, accuracy, centipawnLoss }: PartFound) => {
    if (accuracy === null) return;
    for (const [figure, x, y] of [
      ["accuracy", 1, accuracy],
      ["average_centipawn_loss", moves, (centipawnLoss ?? 0) * moves],
    ] as const)
      sums.set(prefix(figure), withGame(sums.get(prefix(figure)) ?? noGames, x, y));
  };
  for (const { found, parts } of sides) {
    add((figure) => figure, found);
    for (const [split, part, of] of parts) if (of) add((figure) => partKey(split, part, figure), of);
  }
  const accuracy = sums.get("accuracy") ?? noGames;
  const loss = sums.get("average_centipawn_loss") ?? noGames;
  const mean = ({ x, y }: Ratio) => (x === 0 ? null : rounded(y / x, 1));
  const interval = (figure: "accuracy" | "average_centipawn_loss") => {
    const ends = figuresApart[figure].ends(sums.get(figure) ?? noGames);
    return ends && ([rounded(ends[0], 1), rounded(ends[1], 1)] as const);
  };
  const count = (judgement: "inaccuracies" | "mistakes" | "blunders") =>
    sides.reduce((total, { found }) => total + found[judgement], 0);
  return {
    games: accuracy.games,
    accuracy: mean(accuracy),
    accuracy_interval: interval("accuracy"),
    average_centipawn_loss: mean(loss),
    average_centipawn_loss_interval: interval("average_centipawn_loss"),
    inaccuracies: count("inaccuracies"),
    mistakes: count("mistakes"),
    blunders: count("blunders"),
    apart: apartIn(sums),
  };
}
