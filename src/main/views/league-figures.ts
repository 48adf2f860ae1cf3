import { addedCounts } from "../../shared/causes.ts";
import { recordBy } from "../../shared/fields.ts";
import { type FigureWithMargin, figuresWithMargins, type LeagueFigures } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { addedUsage } from "../../shared/usage.ts";
import { type League, type LeagueSettings, type Match, worthTo } from "../league/machine/league.ts";
import { sideByLot } from "../league/machine/random-moves.ts";
import { noFigures, type SideFigures } from "../league/machine/side-figures.ts";
import { marginOf, noGames, type Ratio, rounded, withGame } from "./ratio.ts";

/**
 * Counts before the first game: `scored` are the games that count for the score, all but those that decided level
 * matches, and `score` those won, a draw as half of one.
 */
const nothing = { games: 0, scored: 0, score: 0, moves: 0, ms: 0, illegal: 0, forfeits: 0, byLot: 0 };

interface Sum extends Omit<SideFigures, "times">, Readonly<typeof nothing> {
  /** A list for each game. */
  readonly times: (readonly number[])[];
  readonly terminations: Readonly<Record<string, number>>;
  /** The sums behind the margins; none for a figure that no game says anything about. */
  readonly ratios: ReadonlyMap<FigureWithMargin, Ratio>;
}
const emptySum = (): Sum => ({ ...noFigures, ...nothing, times: [], terminations: {}, ratios: new Map() });

/** The costs of a side in one game, or their sums over several. */
type Played = Pick<Sum, "moves" | "illegal" | "unusable" | "fallbacks" | "tokens" | "cost">;
/** A move by chance is none of its own. */
const ownMoves = ({ moves, fallbacks }: Played): number => moves - fallbacks;
const attempts = (played: Played): number => ownMoves(played) + played.illegal + played.unusable;

type Counted = readonly [of: number, count: number] | null;
/** The figures with margins: what a game adds to the count, and to what it is a count of; null for nothing. */
const counted: Readonly<Record<FigureWithMargin, (played: Played) => Counted>> = {
  illegal_per_1000: (played) => [attempts(played) / 1000, played.illegal],
  illegal_per_1000_played: (played) => [ownMoves(played) / 1000, played.illegal],
  errors_per_1000: (played) => [attempts(played) / 1000, played.unusable],
  input_tokens_per_move: ({ moves, tokens }) => tokens && [moves, tokens.input],
  output_tokens_per_move: ({ moves, tokens }) => tokens && [moves, tokens.output],
  reasoning_tokens_per_move: ({ moves, tokens }) => tokens && [moves, tokens.reasoning],
  cost_per_game: ({ cost }) => (cost === null ? null : [1, cost]),
  cost_per_move: ({ moves, cost }) => (cost === null ? null : [moves, cost]),
};

/** Decimals of dollars. */
const COST_DIGITS = 6;

/** By number. */
type Sums = Map<number, Sum>;

/** Those of the rounds before this one, by their list, which is one as long as the round lasts. */
const before = new WeakMap<League["past"], Sums>();

/** Everyone's figures over all games, by number. Yields in between, since a large league takes a while. */
export function* figuresIn({ seeds, past, current, settings }: League): Steps<(number: number) => LeagueFigures> {
  const known = before.get(past) ?? new Map(seeds.map((number) => [number, emptySum()]));
  if (!before.has(past))
    for (const round of past) {
      addMatches(known, round.matches(), settings);
      yield;
    }
  // Before the start there are no seeds, and the rounds before it are of the same list as then.
  if (seeds.length > 0) before.set(past, known);
  const sums = new Map([...known].map(([number, sum]) => [number, { ...sum, times: [...sum.times] }]));
  addMatches(sums, current, settings);
  return (number) => figuresView(sums.get(number) ?? emptySum());
}

function addMatches(sums: Sums, matches: readonly Match[], settings: Pick<LeagueSettings, "most_by_lot">): void {
  for (const { a, b, games, result } of matches) {
    for (const [place, side] of [[0, "a"] as const, [1, "b"] as const]) {
      const number = (side === "a" ? a : b) ?? 0;
      let own = sums.get(number);
      if (!own) continue;
      const forfeited = result?.termination === "forfeit" && (result.winner !== side || result.bothGone);
      if (forfeited) own = { ...own, forfeits: own.forfeits + 1 };
      for (const { result: game, armageddon } of games) {
        if (!game) continue;
        const { times, ...figures } = game.figures?.[place] ?? noFigures;
        const played = { ...figures, moves: game.moves[place] ?? 0, illegal: game.illegal[place] ?? 0 };
        own.times.push(times);
        own = {
          times: own.times,
          games: own.games + 1,
          scored: own.scored + (armageddon ? 0 : 1),
          score: own.score + (armageddon ? 0 : worthTo(side, game)),
          moves: own.moves + played.moves,
          ms: own.ms + (game.ms[place] ?? 0),
          illegal: own.illegal + played.illegal,
          forfeits: own.forfeits,
          byLot: own.byLot + (sideByLot(settings, game, place) ? 1 : 0),
          terminations: addedCounts(own.terminations, { [game.termination]: 1 }),
          causes: addedCounts(own.causes, played.causes),
          retries: own.retries + played.retries,
          unusable: own.unusable + played.unusable,
          fallbacks: own.fallbacks + played.fallbacks,
          ...addedUsage(own, played),
          ratios: ratiosWith(own.ratios, played),
        };
      }
      sums.set(number, own);
    }
  }
}

const ratiosWith = (ratios: Sum["ratios"], played: Played): Sum["ratios"] =>
  new Map(
    figuresWithMargins.flatMap((name) => {
      const sum = ratios.get(name);
      const found = counted[name](played);
      const next = found ? withGame(sum ?? noGames, ...found) : sum;
      return next ? [[name, next]] : [];
    }),
  );

function figuresView(sum: Sum): LeagueFigures {
  const { games, scored, moves, illegal, unusable, tokens, cost, ratios } = sum;
  const perThousand = (count: number, of = attempts(sum)) => (of === 0 ? 0 : rounded((1000 * count) / of, 1));
  const margin = (name: FigureWithMargin) => {
    const found = marginOf(ratios.get(name) ?? noGames);
    return found === null ? null : rounded(found, name.startsWith("cost") ? COST_DIGITS : 1);
  };
  const perMove = (count: number) => (moves === 0 ? 0 : rounded(count / moves, 1));
  const times = Float64Array.from(sum.times.flat()).sort();
  return {
    score_percent: scored === 0 ? null : rounded((100 * sum.score) / scored, 1),
    terminations: sum.terminations,
    illegal_per_1000: perThousand(illegal),
    illegal_per_1000_played: perThousand(illegal, ownMoves(sum)),
    errors_per_1000: perThousand(unusable),
    causes: sum.causes ?? {},
    retries: sum.retries,
    fallbacks: sum.fallbacks,
    games_by_lot: sum.byLot,
    forfeits: sum.forfeits,
    mean_move_ms: moves === 0 ? null : rounded(sum.ms / moves, 1),
    median_move_ms: quantile(times, 0.5),
    p95_move_ms: quantile(times, 0.95),
    tokens_per_move: tokens && recordBy(["input", "output", "reasoning"], (kind) => perMove(tokens[kind])),
    cost_per_game: cost === null || games === 0 ? null : rounded(cost / games, COST_DIGITS),
    cost_per_move: cost === null || moves === 0 ? null : rounded(cost / moves, COST_DIGITS),
    margins: recordBy(figuresWithMargins, margin),
  };
}

/** The smallest of the sorted values that at least this share of them do not exceed (nearest rank); null of none. */
const quantile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
