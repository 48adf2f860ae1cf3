import { type Ends, type FigureApart, type FiguresApart, splits } from "../../shared/leagues.ts";
import { isUnfamiliar, type League, type MatchGame, type Side, seatIndexOf } from "../league/machine/league.ts";
import { noGames, type Ratio, ratioInterval, roundTo, shareInterval, withGame } from "./ratio.ts";

/** The most centipawns that a move can lose: scores are capped at ±1000. */
const MOST_LOST = 2_000;

/** A figure: how it is shown, in its unit, and the interval of its sum. */
interface Figure {
  readonly shown: (count: number, of?: number) => number;
  readonly ends: (sum: Ratio) => Ends | null;
}
const mean: Figure = { shown: (count, of = 1) => roundTo(count / of, 1), ends: (sum) => ratioInterval(sum) };
const dollars: Figure = { ...mean, shown: (count, of = 1) => roundTo(count / of, 6) };
const share: Figure = { shown: (count, of = 1) => roundTo(1_000 * (count / of), 1), ends: shareInterval };
const figures = {
  score_percent: { shown: (count, of = 1) => roundTo((100 * count) / of, 1), ends: (sum) => ratioInterval(sum, 1) },
  illegal_per_1000: share,
  /** Counted as a share of all that were tried, and shown as refused ones for each that was not. */
  illegal_per_1000_played: { ...share, shown: (count, of = 1) => share.shown(count / of, 1 - count / of) },
  errors_per_1000: share,
  mean_move_ms: mean,
  input_tokens_per_move: mean,
  output_tokens_per_move: mean,
  reasoning_tokens_per_move: mean,
  cost_per_game: dollars,
  cost_per_move: dollars,
  accuracy: { ...mean, ends: (sum) => ratioInterval(sum, 100) },
  average_centipawn_loss: { ...mean, ends: (sum) => ratioInterval(sum, MOST_LOST) },
} satisfies Readonly<Record<string, Figure>>;
export type FigureName = keyof typeof figures;

/** The sums over games by figure, or by part and figure: `starts 1 accuracy`. */
export type Sums = Map<string, Ratio>;

/** The additions of a game to figures, each a count and what it is a count of; null for nothing. */
export type Added = Partial<Readonly<Record<FigureName, readonly [of: number, count: number] | null>>>;

/** Adds a game to the sums of parts; the part with the empty name is the whole. */
export function addGame(sums: Sums, parts: readonly string[], added: Added): void {
  for (const [name, counted] of Object.entries(added))
    for (const part of parts)
      if (counted) sums.set(part + name, withGame(sums.get(part + name) ?? noGames, ...counted));
}

/** The part of the games from starts that some know by heart, or of which nobody can tell. */
export const USUAL = "starts 0 ";

/** The parts of the splits by seat and by start in which a side played a game. */
export const partsOf = (league: League, game: MatchGame, side: Side): readonly string[] => [
  `seats ${seatIndexOf(game, side)} `,
  isUnfamiliar(league, game) ? "starts 1 " : USUAL,
];

/** A figure as it is shown, with the ends of its interval; null for nothing of nothing. */
export function figureIn(sums: Sums, name: FigureName): { readonly value: number | null; readonly ends: Ends | null } {
  const [figure, sum] = [figures[name], sums.get(name) ?? noGames];
  const value = figure.shown(sum.y, sum.x);
  return Number.isFinite(value) ? { value, ends: endsShown(figure, figure.ends(sum)) } : { value: null, ends: null };
}

const endsShown = ({ shown }: Figure, ends: Ends | null): Ends | null => ends && [shown(ends[0]), shown(ends[1])];

/** The figures of both parts of each split of which both have any. */
export function apartIn(sums: Sums): FiguresApart {
  const found = splits.map(({ split }) => {
    const own = Object.entries(figures).flatMap(([name, figure]) => {
      const [one, other] = [0, 1].map((part) => sums.get(`${split} ${part} ${name}`));
      return one?.x && other?.x ? [[name, figureApart(one, other, figure)] as const] : [];
    });
    return [split, Object.fromEntries(own)] as const;
  });
  return Object.fromEntries(found.filter(([, own]) => Object.keys(own).length > 0));
}

/**
 * The difference has the interval that follows from those of its two sides, as if they were independent (G. Zou and
 * A. Donner, “Construction of confidence limits about effect measures”, 2008).
 */
function figureApart(one: Ratio, other: Ratio, figure: Figure): FigureApart {
  const [value, others] = [one.y / one.x, other.y / other.x];
  const [ends, otherEnds] = [figure.ends(one), figure.ends(other)];
  const difference = value - others;
  const reach = (own: number, their: number) => Math.hypot(value - own, others - their);
  return {
    games: [one.games, other.games],
    values: [figure.shown(value), figure.shown(others)],
    intervals: [endsShown(figure, ends), endsShown(figure, otherEnds)],
    difference: figure.shown(difference),
    difference_interval:
      ends &&
      otherEnds &&
      endsShown(figure, [difference - reach(ends[0], otherEnds[1]), difference + reach(ends[1], otherEnds[0])]),
  };
}
