import type { LeagueFigures } from "../../shared/leagues.ts";
import { type League, matchesOf, worthTo } from "../league/machine/league.ts";
import { addedCost, addedTokens, noFigures, type SideFigures } from "../league/machine/side-figures.ts";

interface Sum extends Omit<SideFigures, "times"> {
  readonly games: number;
  /** Games won, a draw as half of one. */
  readonly score: number;
  readonly moves: number;
  readonly ms: number;
  readonly times: number[];
  readonly illegal: number;
  readonly forfeits: number;
  readonly terminations: Readonly<Record<string, number>>;
}
const nothing = { games: 0, score: 0, moves: 0, ms: 0, illegal: 0, forfeits: 0, terminations: {} };
const emptySum = (): Sum => ({ ...noFigures, ...nothing, times: [] });

/** What everyone's games add up to, by number. */
export function figuresIn(league: League): (number: number) => LeagueFigures {
  const sums = new Map<number, Sum>(league.seeds.map((number) => [number, emptySum()]));
  for (const { a, b, games, result } of matchesOf(league)) {
    for (const [place, side] of (["a", "b"] as const).entries()) {
      const number = (side === "a" ? a : b) ?? 0;
      let own = sums.get(number);
      if (!own) continue;
      const forfeited = result?.termination === "forfeit" && (result.winner !== side || result.bothGone);
      if (forfeited) own = { ...own, forfeits: own.forfeits + 1 };
      for (const { result: game } of games) {
        if (!game) continue;
        const { times, ...figures } = game.figures?.[place] ?? noFigures;
        own.times.push(...times);
        own = {
          times: own.times,
          games: own.games + 1,
          score: own.score + worthTo(side, game),
          moves: own.moves + (game.moves[place] ?? 0),
          ms: own.ms + (game.ms[place] ?? 0),
          illegal: own.illegal + (game.illegal[place] ?? 0),
          forfeits: own.forfeits,
          terminations: { ...own.terminations, [game.termination]: (own.terminations[game.termination] ?? 0) + 1 },
          retries: own.retries + figures.retries,
          unusable: own.unusable + figures.unusable,
          fallbacks: own.fallbacks + figures.fallbacks,
          tokens: addedTokens(own.tokens, figures.tokens),
          cost: addedCost(own.cost, figures.cost),
        };
      }
      sums.set(number, own);
    }
  }
  return (number) => figuresView(sums.get(number) ?? emptySum());
}

function figuresView(sum: Sum): LeagueFigures {
  const { games, moves, illegal, unusable, tokens, cost } = sum;
  // A move by chance is none of its own.
  const tried = moves - sum.fallbacks + illegal + unusable;
  const perThousand = (count: number) => (tried === 0 ? 0 : rounded((1000 * count) / tried, 1));
  const perMove = (count: number) => (moves === 0 ? 0 : rounded(count / moves, 1));
  const times = Float64Array.from(sum.times).sort();
  return {
    score_percent: games === 0 ? null : rounded((100 * sum.score) / games, 1),
    terminations: sum.terminations,
    illegal_per_1000: perThousand(illegal),
    errors_per_1000: perThousand(unusable),
    retries: sum.retries,
    fallbacks: sum.fallbacks,
    forfeits: sum.forfeits,
    mean_move_ms: moves === 0 ? null : rounded(sum.ms / moves, 1),
    median_move_ms: quantile(times, 0.5),
    p95_move_ms: quantile(times, 0.95),
    tokens_per_move: tokens && {
      input: perMove(tokens.input),
      output: perMove(tokens.output),
      reasoning: perMove(tokens.reasoning),
    },
    cost_per_game: cost === null || games === 0 ? null : rounded(cost / games, 6),
    cost_per_move: cost === null || moves === 0 ? null : rounded(cost / moves, 6),
  };
}

/** The smallest of the sorted values that at least this share of them do not exceed (nearest rank); null of none. */
const quantile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
