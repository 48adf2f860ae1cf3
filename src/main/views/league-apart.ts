import { type Ends, type FigureApart, type FiguresApart, type Split, splits } from "../../shared/leagues.ts";
import { type Ratio, ratioInterval, rounded, shareInterval } from "./ratio.ts";

/** Sums by a split, the number of the part, 0 or 1, and a figure: `starts 1 accuracy`. */
export type PartSums = ReadonlyMap<string, Ratio>;
export const partKey = (split: Split, part: number, figure: string): string => `${split} ${part} ${figure}`;

/** The most centipawns that a move can lose: scores are capped at ±1000. */
const MOST_LOST = 2_000;

/** How each figure is told: its unit, and the interval of a sum of games. */
export const figuresApart = {
  score_percent: { times: 100, ends: (sum: Ratio) => ratioInterval(sum, 1) },
  illegal_per_1000: { times: 1_000, ends: shareInterval },
  errors_per_1000: { times: 1_000, ends: shareInterval },
  accuracy: { times: 1, ends: (sum: Ratio) => ratioInterval(sum, 100) },
  average_centipawn_loss: { times: 1, ends: (sum: Ratio) => ratioInterval(sum, MOST_LOST) },
} as const;

/** The figures of both parts of each split of which both have any. */
export function apartIn(sums: PartSums): FiguresApart {
  const found = splits.map(({ split }) => {
    const own = Object.entries(figuresApart).flatMap(([name, { times, ends }]) => {
      const [one, other] = [0, 1].map((part) => sums.get(partKey(split, part, name)));
      return one?.x && other?.x ? [[name, figureApart(one, other, ends, times)] as const] : [];
    });
    return [split, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(found.filter(([, own]) => Object.keys(own).length > 0));
}

/**
 * The difference has the interval that follows from those of its two sides, as if they were independent (G. Zou and
 * A. Donner, “Construction of confidence limits about effect measures”, 2008).
 */
function figureApart(one: Ratio, other: Ratio, endsOf: (sum: Ratio) => Ends | null, times: number): FigureApart {
  const tenth = (value: number) => rounded(times * value, 1);
  const shown = (ends: Ends | null) => ends && ([tenth(ends[0]), tenth(ends[1])] as const);
  const [value, others] = [one.y / one.x, other.y / other.x];
  const [ends, otherEnds] = [endsOf(one), endsOf(other)];
  const reach = (own: number, their: number) => Math.hypot(value - own, others - their);
  return {
    games: [one.games, other.games],
    values: [tenth(value), tenth(others)],
    intervals: [shown(ends), shown(otherEnds)],
    difference: tenth(value - others),
    difference_interval:
      ends &&
      otherEnds &&
      shown([value - others - reach(ends[0], otherEnds[1]), value - others + reach(ends[1], otherEnds[0])]),
  };
}
