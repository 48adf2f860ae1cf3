import type { LeagueFigures } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { type League, type LeagueSettings, type Match, worthTo } from "../league/machine/league.ts";
import { sideByLot } from "../league/machine/random-moves.ts";
import { addedCost, addedTokens, noFigures, type SideFigures } from "../league/machine/side-figures.ts";
import { marginOf, noGames, type Ratio, withGame } from "./ratio.ts";

interface Sum extends Omit<SideFigures, "times"> {
  readonly games: number;
  /** Games that count for the score: all but those that decided level matches. */
  readonly scored: number;
  /** Games won, a draw as half of one. */
  readonly score: number;
  readonly moves: number;
  readonly ms: number;
  /** A list for each game. */
  readonly times: (readonly number[])[];
  readonly illegal: number;
  readonly forfeits: number;
  readonly byLot: number;
  readonly terminations: Readonly<Record<string, number>>;
  /** The sums behind the margins. */
  readonly ratios: Readonly<Record<keyof LeagueFigures["margins"], Ratio>>;
}
const noRatios: Sum["ratios"] = {
  illegal_per_1000: noGames,
  illegal_per_1000_played: noGames,
  errors_per_1000: noGames,
  input_tokens_per_move: noGames,
  output_tokens_per_move: noGames,
  reasoning_tokens_per_move: noGames,
  cost_per_game: noGames,
  cost_per_move: noGames,
};
const nothing = { games: 0, scored: 0, score: 0, moves: 0, ms: 0, illegal: 0, forfeits: 0, byLot: 0, terminations: {} };
const emptySum = (): Sum => ({ ...noFigures, ...nothing, times: [], ratios: noRatios });

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
        own.times.push(times);
        own = {
          times: own.times,
          games: own.games + 1,
          scored: own.scored + (armageddon ? 0 : 1),
          score: own.score + (armageddon ? 0 : worthTo(side, game)),
          moves: own.moves + (game.moves[place] ?? 0),
          ms: own.ms + (game.ms[place] ?? 0),
          illegal: own.illegal + (game.illegal[place] ?? 0),
          forfeits: own.forfeits,
          byLot: own.byLot + (sideByLot(settings, game, place) ? 1 : 0),
          terminations: { ...own.terminations, [game.termination]: (own.terminations[game.termination] ?? 0) + 1 },
          retries: own.retries + figures.retries,
          unusable: own.unusable + figures.unusable,
          fallbacks: own.fallbacks + figures.fallbacks,
          tokens: addedTokens(own.tokens, figures.tokens),
          cost: addedCost(own.cost, figures.cost),
          ratios: ratiosWith(own.ratios, game.moves[place] ?? 0, game.illegal[place] ?? 0, figures),
        };
      }
      sums.set(number, own);
    }
  }
}

function ratiosWith(
  ratios: Sum["ratios"],
  moves: number,
  illegal: number,
  { fallbacks, unusable, tokens, cost }: Omit<SideFigures, "times">,
): Sum["ratios"] {
  // A move by chance is none of its own.
  const own = moves - fallbacks;
  const tried = own + illegal + unusable;
  return {
    illegal_per_1000: withGame(ratios.illegal_per_1000, tried / 1000, illegal),
    illegal_per_1000_played: withGame(ratios.illegal_per_1000_played, own / 1000, illegal),
    errors_per_1000: withGame(ratios.errors_per_1000, tried / 1000, unusable),
    input_tokens_per_move: tokens
      ? withGame(ratios.input_tokens_per_move, moves, tokens.input)
      : ratios.input_tokens_per_move,
    output_tokens_per_move: tokens
      ? withGame(ratios.output_tokens_per_move, moves, tokens.output)
      : ratios.output_tokens_per_move,
    reasoning_tokens_per_move: tokens
      ? withGame(ratios.reasoning_tokens_per_move, moves, tokens.reasoning)
      : ratios.reasoning_tokens_per_move,
    cost_per_game: cost === null ? ratios.cost_per_game : withGame(ratios.cost_per_game, 1, cost),
    cost_per_move: cost === null ? ratios.cost_per_move : withGame(ratios.cost_per_move, moves, cost),
  };
}

function figuresView(sum: Sum): LeagueFigures {
  const { games, scored, moves, illegal, unusable, tokens, cost, ratios } = sum;
  const own = moves - sum.fallbacks;
  const tried = own + illegal + unusable;
  const perThousand = (count: number, of = tried) => (of === 0 ? 0 : rounded((1000 * count) / of, 1));
  const margin = (of: keyof Sum["ratios"], digits = 1) => {
    const found = marginOf(ratios[of]);
    return found === null ? null : rounded(found, digits);
  };
  const perMove = (count: number) => (moves === 0 ? 0 : rounded(count / moves, 1));
  const times = Float64Array.from(sum.times.flat()).sort();
  return {
    score_percent: scored === 0 ? null : rounded((100 * sum.score) / scored, 1),
    terminations: sum.terminations,
    illegal_per_1000: perThousand(illegal),
    illegal_per_1000_played: perThousand(illegal, own),
    errors_per_1000: perThousand(unusable),
    retries: sum.retries,
    fallbacks: sum.fallbacks,
    games_by_lot: sum.byLot,
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
    margins: {
      illegal_per_1000: margin("illegal_per_1000"),
      illegal_per_1000_played: margin("illegal_per_1000_played"),
      errors_per_1000: margin("errors_per_1000"),
      input_tokens_per_move: margin("input_tokens_per_move"),
      output_tokens_per_move: margin("output_tokens_per_move"),
      reasoning_tokens_per_move: margin("reasoning_tokens_per_move"),
      cost_per_game: margin("cost_per_game", 6),
      cost_per_move: margin("cost_per_move", 6),
    },
  };
}

/** The smallest of the sorted values that at least this share of them do not exceed (nearest rank); null of none. */
const quantile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;

const rounded = (value: number, digits: number): number => Number(value.toFixed(digits));
