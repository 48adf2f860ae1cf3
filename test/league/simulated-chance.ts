import { definitionOf } from "../../src/games/register.ts";
import { keyedRandom } from "../../src/main/base/keyed-random.ts";
import { drawAll } from "../../src/main/games/machine/game-state.ts";
import { type Pentanomial, pairStatistics } from "../../src/main/league/ratings/pairs.ts";
import { type RatingOf, ratingsBy } from "../../src/main/league/ratings/rating-list.ts";
import type { RatedTally } from "../../src/main/store/store.ts";
import { addGame, figureIn, type Sums } from "../../src/main/views/league/league-sums.ts";
import { runAtOnce } from "../../src/shared/steps.ts";
import type { Options, Seat, View } from "../../src/shared/terms.ts";

/** A strategy at a level. */
export interface Player {
  readonly strategy: string;
  readonly level: number;
}

/** Two players in a game of chance. */
export interface Contest {
  readonly kind: string;
  readonly options: Options;
  readonly players: readonly [Player, Player];
}

/** The points of the first of two players, and what it won, in both games of a pair: in the first seat, and in the second. */
export interface Pair {
  readonly points: readonly [number, number];
  readonly margins: readonly [number, number];
}

/** Two games with the same draws and the seats reversed. */
export function playPair({ kind, options, players }: Contest, secret: string): Pair {
  const definition = definitionOf(kind);
  const played = ([0, 1] as const).map((game) => {
    const seated = game === 0 ? players : ([players[1], players[0]] as const);
    const randoms = seated.map((_, place) => keyedRandom(secret, `game ${game} seat ${place}`));
    const state = finalState(kind, options, secret, (seat, view, legalMoves) => {
      const place = seat === definition.seats[0] ? 0 : 1;
      const random = randoms[place] ?? Math.random;
      const own = definition.strategies[seated[place].strategy];
      return own?.choose({ view, seat, legalMoves, level: seated[place].level, random }) ?? "";
    });
    const winner = definition.rules.outcome(state)?.winner ?? null;
    const own = definition.seats[game];
    const margin = definition.margin?.(state) ?? 0;
    return { points: winner === null ? 0.5 : winner === own ? 1 : 0, margin: game === 0 ? margin : 0 - margin };
  });
  const of = (name: "points" | "margin") => [played[0]?.[name] ?? 0, played[1]?.[name] ?? 0] as const;
  return { points: of("points"), margins: of("margin") };
}

function finalState(
  kind: string,
  options: Options,
  secret: string,
  choose: (seat: Seat, view: View, legal: readonly string[]) => string,
): unknown {
  const { rules } = definitionOf(kind);
  const start = rules.start(options);
  if (!start.ok) throw new Error(start.message);
  for (let next = drawAll(rules, { secret, draws: 0, since: 0 }, start.value); ; ) {
    const { position, chance } = next;
    const seat = rules.toMove(position)[0];
    if (seat === undefined) return position;
    const play = rules.play(position, seat, choose(seat, rules.view(position, seat), rules.legalMoves(position, seat)));
    if (!play.ok) throw new Error(play.message);
    next = drawAll(rules, chance, play.value.state);
  }
}

const [one, other] = ["strategy:one:One", "strategy:other:Other"] as const;
/** The games of pairs as the store adds them up; with `times`, so many of each that share no draws. */
function talliesOf({ kind }: Contest, pairs: readonly Pair[], times?: number): readonly RatedTally[] {
  const { seats } = definitionOf(kind);
  return pairs.flatMap(({ points }, number) =>
    points.map((point, game): RatedTally => {
      const [first, second] = game === 0 ? [one, other] : [other, one];
      const winner = point === 0.5 ? null : (seats[point === 1 ? game : 1 - game] ?? null);
      const course = times === undefined ? String(number) : null;
      return { first, second, winner, reason: "rules", course, games: times ?? 1 };
    }),
  );
}

/** The rating of the first player by these pairs; with `times`, by so many games of each that share no draws. */
export const ratingIn = (contest: Contest, pairs: readonly Pair[], times?: number): ReturnType<RatingOf> =>
  runAtOnce(ratingsBy(contest.kind, talliesOf(contest, pairs, times)))(one);

export const mean = (numbers: readonly number[]) => numbers.reduce((sum, each) => sum + each, 0) / numbers.length;
/** The mean of both games. */
export const half = ([first, second]: readonly [number, number]) => (first + second) / 2;

/** The figures of a population of pairs: its mean points and margin, and the rating that they lead to. */
export interface Truth {
  readonly score: number;
  readonly margin: number;
  readonly elo: number;
}
export function truthOf(contest: Contest, pairs: readonly Pair[]): Truth {
  const rating = ratingIn(contest, pairs, 50);
  if (rating.kind === "unknown") throw new Error("nobody has played");
  const [score, margin] = [pairs.map(({ points }) => half(points)), pairs.map(({ margins }) => half(margins))].map(
    mean,
  );
  return { score: score ?? 0, margin: margin ?? 0, elo: rating.elo };
}

/** How many of so many leagues of so many pairs, drawn from a population, have a 95 % interval that holds its figure. */
export function heldIn(
  contest: Contest,
  population: readonly Pair[],
  { pairs, leagues, random }: { readonly pairs: number; readonly leagues: number; readonly random: () => number },
) {
  const truth = truthOf(contest, population);
  const held = { rating: 0, difference: 0, score: 0, margin: 0 };
  const within = (ends: readonly [number, number] | null, value: number) =>
    Number(ends !== null && ends[0] <= value && value <= ends[1]);
  for (let league = 0; league < leagues; league += 1) {
    const drawn = Array.from({ length: pairs }, () => population[Math.floor(random() * population.length)]).flatMap(
      (pair) => pair ?? [],
    );
    const rating = ratingIn(contest, drawn);
    const sums: Sums = new Map();
    const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    for (const { points, margins } of drawn) {
      addGame(sums, [""], { score_percent: [2, 2 * half(points)], margin_per_game: [2, 2 * half(margins)] });
      const place = 4 * half(points);
      counts[place] = (counts[place] ?? 0) + 1;
    }
    const statistics = pairStatistics(counts satisfies Pentanomial);
    held.rating += rating.kind === "unknown" ? 0 : within([rating.low, rating.high], truth.elo);
    held.difference += statistics ? within([statistics.low, statistics.high], 2 * (truth.elo - 1_500)) : 0;
    held.score += within(figureIn(sums, "score_percent").ends, 100 * truth.score);
    held.margin += within(figureIn(sums, "margin_per_game").ends, truth.margin);
  }
  return held;
}
