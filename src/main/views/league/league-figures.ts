import { addedCounts, type Causes } from "../../../shared/causes.ts";
import { recordBy } from "../../../shared/fields.ts";
import { counters, figuresWithIntervals, type LeagueCounts, type LeagueFigures } from "../../../shared/leagues.ts";
import type { Steps } from "../../../shared/steps.ts";
import { inPiecesOnceFor } from "../../base/once-for.ts";
import { type GameResult, type League, type Match, placeOf, type Side, worthTo } from "../../league/machine/league.ts";
import { sideByLot } from "../../league/machine/rated-games.ts";
import { noFigures } from "../../league/machine/side-figures.ts";
import {
  type Addition,
  addGame,
  type FigureName,
  figureIn,
  figuresBySplit,
  noGames,
  partsOf,
  roundTo,
  type Sums,
} from "./league-sums.ts";

/** An entrant's games, added up one after the other. */
interface Total {
  readonly sums: Sums;
  /** Milliseconds of each move, a list for each game. */
  readonly times: (readonly number[])[];
  counts: LeagueCounts;
  terminations: Causes;
  causes: Causes;
}
const noTotal = (): Total => ({
  sums: new Map(),
  times: [],
  counts: recordBy(counters, () => 0),
  terminations: {},
  causes: {},
});

/** By number. */
type Totals = Map<number, Total>;

/** Those of the rounds before this one, by their list, which is one as long as the round lasts. */
const totalsBefore = inPiecesOnceFor(function* (past: League["past"], league: League): Steps<Totals> {
  const totals: Totals = new Map();
  for (const round of past) {
    addMatches(totals, round.matches(), league);
    yield;
  }
  return totals;
});

/** Everyone's figures over all games, by number. Yields in between, since a large league takes a while. */
export function* figuresIn(league: League): Steps<(number: number) => LeagueFigures> {
  const totals: Totals = new Map();
  for (const [number, total] of yield* totalsBefore(league.past, league))
    totals.set(number, { ...total, sums: new Map(total.sums), times: [...total.times] });
  addMatches(totals, league.current, league);
  return (number) => figuresView(totals.get(number) ?? noTotal());
}

function addMatches(totals: Totals, matches: readonly Match[], league: League): void {
  for (const { a, b, games, result } of matches)
    for (const [side, number] of [["a", a] as const, ["b", b] as const]) {
      if (number === null) continue;
      const total = totals.get(number) ?? noTotal();
      totals.set(number, total);
      const isForfeit = result?.termination === "forfeit" && (result.winner !== side || result.bothGone);
      if (isForfeit) addCounts(total, { forfeits: 1 });
      // A match that one side did not come to counts as so many games, as its points do.
      const { games_per_match } = league.settings;
      const isLost = result?.termination === "forfeit" && games.length === 0 && b !== null;
      if (isLost)
        addGame(total.sums, [""], { score_percent: [games_per_match, result.winner === side ? games_per_match : 0] });
      // A match that goes on counts in no other column of the table, nor does the decider of a level one.
      const tableGames = result === null ? [] : games.filter(({ armageddon }) => !armageddon);
      for (const game of games) {
        const parts = partsOf(league, game, side);
        if (game.result) addResult(total, game.result, side, league.settings, parts, tableGames.includes(game));
      }
      // Games that share their draws are one observation of what luck leaves.
      const results = tableGames.flatMap((game) => game.result ?? []);
      for (const pair of Map.groupBy(results, (each) => each.course ?? each).values())
        addGame(total.sums, [""], wonIn(pair, side));
    }
}

function addCounts(total: Total, addition: Readonly<Partial<Record<keyof LeagueCounts, number | undefined>>>): void {
  const { counts } = total;
  total.counts = recordBy(counters, (name) => counts[name] + (addition[name] ?? 0));
}

/** The points of a side in some games, and the chips or points that it won by them. */
function wonIn(games: readonly GameResult[], side: Side): Addition {
  const sum = (of: (game: GameResult) => number) => games.reduce((total, game) => total + of(game), 0);
  const [count, balance] = [sum(({ margin }) => Number(margin !== undefined)), sum(({ margin = 0 }) => margin)];
  return {
    score_percent: [games.length, sum((game) => worthTo(side, game))],
    margin_per_game: count === 0 ? null : [count, side === "a" ? balance : 0 - balance],
  };
}

function addResult(
  total: Total,
  result: GameResult,
  side: Side,
  settings: League["settings"],
  parts: readonly string[],
  isScored: boolean,
): void {
  const place = placeOf(side);
  const { times, causes, ...figures } = result.figures?.[place] ?? noFigures;
  const [moves, illegal] = [result.moves[place], result.illegal[place]];
  // A move by chance is none of its own.
  const own = moves - figures.fallbacks;
  const attempts = own + illegal + figures.unusable;
  const { tokens, cost } = figures;
  if (isScored) addGame(total.sums, parts, { score_percent: [1, worthTo(side, result)] });
  addGame(total.sums, ["", ...parts], {
    illegal_per_1000: [attempts, illegal],
    errors_per_1000: [attempts, figures.unusable],
  });
  addGame(total.sums, [""], {
    illegal_per_1000_played: [own + illegal, illegal],
    mean_move_ms: [moves, result.ms[place]],
    input_tokens_per_move: tokens && [moves, tokens.input],
    output_tokens_per_move: tokens && [moves, tokens.output],
    reasoning_tokens_per_move: tokens && [moves, tokens.reasoning],
    cost_per_game: cost === null ? null : [1, cost],
    cost_per_move: cost === null ? null : [moves, cost],
  });
  total.times.push(times);
  total.terminations = addedCounts(total.terminations, { [result.termination]: 1 });
  total.causes = addedCounts(total.causes, causes);
  addCounts(total, { ...figures, games_by_lot: Number(sideByLot(settings, result, place)) });
}

function figuresView({ sums, times, counts, terminations, causes }: Total): LeagueFigures {
  const value = (name: FigureName) => figureIn(sums, name).value;
  const { x: attempts } = sums.get("illegal_per_1000") ?? noGames;
  const costs = sums.get("illegal_per_1000_played") ?? noGames;
  const ascending = Float64Array.from(times.flat()).sort();
  const tokens = recordBy(["input", "output", "reasoning"], (kind) => value(`${kind}_tokens_per_move`) ?? 0);
  return {
    score_percent: value("score_percent"),
    terminations,
    attempts,
    own_moves: costs.x - costs.y,
    ...recordBy(["illegal_per_1000", "illegal_per_1000_played", "errors_per_1000"], value),
    causes,
    causes_per_1000: recordBy(Object.keys(causes), (cause) => roundTo((1_000 * (causes[cause] ?? 0)) / attempts, 1)),
    ...counts,
    mean_move_ms: value("mean_move_ms"),
    median_move_ms: quantile(ascending, 0.5),
    p95_move_ms: quantile(ascending, 0.95),
    tokens_per_move: value("input_tokens_per_move") === null ? null : tokens,
    ...recordBy(["cost_per_game", "cost_per_move", "margin_per_game"], value),
    intervals: recordBy(figuresWithIntervals, (name) => figureIn(sums, name).ends),
    apart: figuresBySplit(sums),
  };
}

/** The numbers of games by the kind of their end. Each game counts in the rows of both of its players. */
export function endingsIn(rows: readonly Pick<LeagueFigures, "terminations">[]): Readonly<Record<string, number>> {
  const twice = rows.reduce<Readonly<Record<string, number>>>((sum, row) => addedCounts(sum, row.terminations), {});
  return Object.fromEntries(Object.entries(twice).map(([how, count]) => [how, Math.round(count / 2)]));
}

/** The smallest of the sorted values that at least this share of them do not exceed (nearest rank); null of none. */
const quantile = (values: Float64Array, share: number): number | null =>
  values[Math.max(0, Math.ceil(share * values.length) - 1)] ?? null;
