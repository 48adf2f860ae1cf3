import { addedCounts } from "../../shared/causes.ts";
import { recordBy } from "../../shared/fields.ts";
import { type FigureWithInterval, figuresWithIntervals, type LeagueFigures, type Split } from "../../shared/leagues.ts";
import type { Steps } from "../../shared/steps.ts";
import { addedUsage } from "../../shared/usage.ts";
import { type League, type Match, worthTo } from "../league/machine/league.ts";
import { sideByLot } from "../league/machine/random-moves.ts";
import { noFigures, type SideFigures } from "../league/machine/side-figures.ts";
import { apartIn, partKey } from "./league-apart.ts";
import { noGames, type Ratio, ratioInterval, rounded, shareInterval, withGame } from "./ratio.ts";

/**
 * Counts before the first game: `scored` are the games that count for the score, all but those that decided level
 * matches, and `score` those won, a draw as half of one.
 */
const nothing = { games: 0, scored: 0, score: 0, moves: 0, ms: 0, illegal: 0, forfeits: 0, byLot: 0 };

interface Sum extends Omit<SideFigures, "times">, Readonly<typeof nothing> {
  /** A list for each game. */
  readonly times: (readonly number[])[];
  readonly terminations: Readonly<Record<string, number>>;
  /** The sums behind the intervals, by figure, and by part and figure; none for what no game says anything about. */
  readonly ratios: ReadonlyMap<string, Ratio>;
}
const emptySum = (): Sum => ({ ...noFigures, ...nothing, times: [], terminations: {}, ratios: new Map() });

/** The costs of a side in one game, or their sums over several. */
type Played = Pick<Sum, "moves" | "illegal" | "unusable" | "fallbacks" | "tokens" | "cost">;
/** A move by chance is none of its own. */
const ownMoves = ({ moves, fallbacks }: Played): number => moves - fallbacks;
const attempts = (played: Played): number => ownMoves(played) + played.illegal + played.unusable;

type Counted = readonly [of: number, count: number] | null;
/** The shares of an entrant's tries, by what a game adds to the count, and to what it is a count of. */
const shares: Partial<Readonly<Record<FigureWithInterval, (played: Played) => Counted>>> = {
  illegal_per_1000: (played) => [attempts(played), played.illegal],
  illegal_per_1000_played: (played) => [ownMoves(played) + played.illegal, played.illegal],
  errors_per_1000: (played) => [attempts(played), played.unusable],
};
/** The other figures in the same way; null for nothing. */
const rates: typeof shares = {
  input_tokens_per_move: ({ moves, tokens }) => tokens && [moves, tokens.input],
  output_tokens_per_move: ({ moves, tokens }) => tokens && [moves, tokens.output],
  reasoning_tokens_per_move: ({ moves, tokens }) => tokens && [moves, tokens.reasoning],
  cost_per_game: ({ cost }) => (cost === null ? null : [1, cost]),
  cost_per_move: ({ moves, cost }) => (cost === null ? null : [moves, cost]),
};
const counted = { ...shares, ...rates };

/** Decimals of dollars. */
const COST_DIGITS = 6;

/** By number. */
type Sums = Map<number, Sum>;

/** Those of the rounds before this one, by their list, which is one as long as the round lasts. */
const before = new WeakMap<League["past"], Sums>();

/** Everyone's figures over all games, by number. Yields in between, since a large league takes a while. */
export function* figuresIn(league: League): Steps<(number: number) => LeagueFigures> {
  const { seeds, past, current } = league;
  const known = before.get(past) ?? new Map(seeds.map((number) => [number, emptySum()]));
  if (!before.has(past))
    for (const round of past) {
      addMatches(known, round.matches(), league);
      yield;
    }
  // Before the start there are no seeds, and the rounds before it are of the same list as then.
  if (seeds.length > 0) before.set(past, known);
  const sums = new Map([...known].map(([number, sum]) => [number, { ...sum, times: [...sum.times] }]));
  addMatches(sums, current, league);
  return (number) => figuresView(sums.get(number) ?? emptySum());
}

function addMatches(sums: Sums, matches: readonly Match[], { settings, openings }: League): void {
  for (const { a, b, games, result } of matches) {
    for (const [place, side] of [[0, "a"] as const, [1, "b"] as const]) {
      const number = (side === "a" ? a : b) ?? 0;
      let own = sums.get(number);
      if (!own) continue;
      const forfeited = result?.termination === "forfeit" && (result.winner !== side || result.bothGone);
      if (forfeited) own = { ...own, forfeits: own.forfeits + 1 };
      for (const { result: game, armageddon, opening, first } of games) {
        if (!game) continue;
        const { times, ...figures } = game.figures?.[place] ?? noFigures;
        const played = { ...figures, moves: game.moves[place] ?? 0, illegal: game.illegal[place] ?? 0 };
        const isScored = !armageddon && result !== null;
        const parts = [
          ["seats", first === side ? 0 : 1],
          ["starts", openings[(opening ?? 0) - 1]?.unfamiliar ? 1 : 0],
        ] as const;
        own.times.push(times);
        own = {
          times: own.times,
          games: own.games + 1,
          // A match that goes on counts in no other column of the table.
          scored: own.scored + Number(isScored),
          score: own.score + (isScored ? worthTo(side, game) : 0),
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
          thoughts: (own.thoughts ?? 0) + (played.thoughts ?? 0),
          contradicted: (own.contradicted ?? 0) + (played.contradicted ?? 0),
          ...addedUsage(own, played),
          ratios: ratiosWith(own.ratios, played, parts, isScored ? worthTo(side, game) : null),
        };
      }
      sums.set(number, own);
    }
  }
}

/** @param score null in a game that counts for none */
function ratiosWith(
  ratios: Sum["ratios"],
  played: Played,
  parts: readonly (readonly [Split, number])[],
  score: number | null,
): Sum["ratios"] {
  const next = new Map(ratios);
  const add = (key: string, found: Counted | undefined) =>
    found && next.set(key, withGame(next.get(key) ?? noGames, ...found));
  for (const name of figuresWithIntervals) add(name, counted[name]?.(played));
  for (const [split, part] of parts) {
    add(partKey(split, part, "score_percent"), score === null ? null : [1, score]);
    for (const name of ["illegal_per_1000", "errors_per_1000"] as const)
      add(partKey(split, part, name), shares[name]?.(played));
  }
  return next;
}

/** A figure as it is shown: shares in thousandths, that of the moves played as illegal ones for each of those. */
function shown(name: FigureWithInterval, share: number): number {
  const value = name === "illegal_per_1000_played" ? share / (1 - share) : share;
  return rounded(name in shares ? 1_000 * value : value, name.startsWith("cost") ? COST_DIGITS : 1);
}

function figuresView(sum: Sum): LeagueFigures {
  const { scored, moves, ratios, causes = {} } = sum;
  const tries = attempts(sum);
  const value = (name: FigureWithInterval) => {
    const { x, y } = ratios.get(name) ?? noGames;
    return x === 0 || (name === "illegal_per_1000_played" && x === y) ? null : shown(name, y / x);
  };
  const interval = (name: FigureWithInterval) => {
    const ratio = ratios.get(name) ?? noGames;
    const ends = value(name) === null ? null : name in shares ? shareInterval(ratio) : ratioInterval(ratio);
    return ends && ([shown(name, ends[0]), shown(name, ends[1])] as const);
  };
  const times = Float64Array.from(sum.times.flat()).sort();
  return {
    score_percent: scored === 0 ? null : rounded((100 * sum.score) / scored, 1),
    terminations: sum.terminations,
    attempts: tries,
    own_moves: ownMoves(sum),
    illegal_per_1000: value("illegal_per_1000"),
    illegal_per_1000_played: value("illegal_per_1000_played"),
    errors_per_1000: value("errors_per_1000"),
    causes,
    causes_per_1000: recordBy(Object.keys(causes), (cause) => rounded((1_000 * (causes[cause] ?? 0)) / tries, 1)),
    retries: sum.retries,
    fallbacks: sum.fallbacks,
    thoughts: sum.thoughts ?? 0,
    contradicted: sum.contradicted ?? 0,
    games_by_lot: sum.byLot,
    forfeits: sum.forfeits,
    mean_move_ms: moves === 0 ? null : rounded(sum.ms / moves, 1),
    median_move_ms: quantile(times, 0.5),
    p95_move_ms: quantile(times, 0.95),
    tokens_per_move:
      value("input_tokens_per_move") === null
        ? null
        : recordBy(["input", "output", "reasoning"], (kind) => value(`${kind}_tokens_per_move`) ?? 0),
    cost_per_game: value("cost_per_game"),
    cost_per_move: value("cost_per_move"),
    intervals: recordBy(figuresWithIntervals, interval),
    apart: apartIn(ratios),
  };
}

/** The numbers of games by the kind of their end. Each game counts in the rows of both of its players. */
export function endingsIn(rows: readonly Pick<LeagueFigures, "terminations">[]): Readonly<Record<string, number>> {
  const twice = rows.reduce<Readonly<Record<string, number>>>((sum, row) => addedCounts(sum, row.terminations), {});
  return Object.fromEntries(Object.entries(twice).map(([how, count]) => [how, Math.round(count / 2)]));
}

/** The smallest of the sorted values that at least this share of them do not exceed (nearest rank); null of none. */
const quantile = (sorted: Float64Array, share: number): number | null =>
  sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? null;
