import { definitionOf } from "../../../games/register.ts";
import type { Steps } from "../../../shared/steps.ts";
import { entryOf } from "../../base/once-for.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import { CUT_SHORT } from "../../games/machine/rights.ts";
import type { RatedPair, RatedTally, Store } from "../../store/store.ts";
import { anchorsOf, levelOf, playerBy } from "./anchors.ts";
import { type Anchors, type PairTally, type Rating, type Ratings, rateEntrants } from "./bradley-terry.ts";

/** The variance of results, in points², that is assumed to go without correlation beside what was seen: that of eight games. */
const ASSUMED = 2;
/** Over a number of pairs, the part by which the square of Student's 97.5 % quantile exceeds the normal distribution's. */
const FEW = 2.4;

/** Pairs of games: their number, and the sums of the covariance of both results and of the variance of one. */
interface Spread {
  pairs: number;
  covariance: number;
  variance: number;
}

/**
 * Two games of the same players that share their draws by chance, with the seats reversed, are one observation, in which
 * luck goes to each of them once. Where their results are correlated by r, the mean of both has 1 + r times the variance
 * that it has of independent games; so each counts as 1 / (1 + r) games, which leaves the points that ratings lead to
 * as they are and makes intervals as wide as pairs differ (what the pentanomial model does for two players alone). The
 * correlation is that of the two players' pairs; where these are few, it is drawn towards that of everybody's.
 */
function createSharing() {
  /** By the players, the lower number first, and by the draws: its points in the first seat and in the second. */
  const games = new Map<string, Map<string, [first?: number, second?: number]>>();
  const keyOf = (one: number, other: number) => `${Math.min(one, other)} ${Math.max(one, other)}`;
  return {
    /** Adds a game with such draws, and the points of the first seat. */
    add: (first: number, second: number, draws: string, points: number) => {
      const pair = entryOf(
        entryOf(games, keyOf(first, second), () => new Map()),
        draws,
        () => [],
      );
      pair[first < second ? 0 : 1] = first < second ? points : 1 - points;
    },
    /** The mean weight of the games in a tally: 1 where none shares its draws with another. */
    weights: (): ((tally: PairTally) => number) => {
      const spreads = new Map([...games].map(([players, byDraws]) => [players, spreadOf([...byDraws.values()])]));
      const total = (name: keyof Spread) => [...spreads.values()].reduce((sum, each) => sum + each[name], 0);
      const common = total("covariance") / (total("variance") + ASSUMED);
      const wider = 1 + FEW / total("pairs");
      return ({ first, second, wins, draws, losses }) => {
        const { pairs, covariance, variance } = spreads.get(keyOf(first, second)) ?? spreadOf([]);
        const spread = (1 + (covariance + ASSUMED * common) / (variance + ASSUMED)) * wider;
        return 1 + (pairs / (wins + draws + losses)) * (1 / spread - 1);
      };
    },
  };
}

function spreadOf(games: readonly (readonly [first?: number, second?: number])[]): Spread {
  const pairs = games.flatMap(([one, other]) => (one === undefined || other === undefined ? [] : [{ one, other }]));
  const spread: Spread = { pairs: pairs.length, covariance: 0, variance: 0 };
  const mean = (seat: "one" | "other") => pairs.reduce((sum, points) => sum + points[seat], 0) / pairs.length;
  const [first, second] = [mean("one"), mean("other")];
  for (const { one, other } of pairs) {
    spread.covariance += (one - first) * (other - second);
    spread.variance += ((one - first) ** 2 + (other - second) ** 2) / 2;
  }
  return spread;
}

/** Everybody's rating; unknown for a player without games. */
export type RatingOf = (identity: string) => Rating;

/** The rating list over all rated games, in leagues or not. */
export type RatingList = ReturnType<typeof createRatingList>;
export type RatedField = Awaited<ReturnType<RatingList["list"]>>;

interface Field extends Ratings {
  readonly scale: "levels" | "mean";
  /** Games that repeat another one, and so do not count again. */
  readonly repeats: number;
  readonly places: ReadonlyMap<string, number>;
  readonly pairs: readonly PairTally[];
}

/** The games of a kind, added up, and the ratings that follow from them. */
interface RatingState {
  readonly tallies: readonly RatedTally[];
  readonly field: Field;
  /** Pairs who met, by seat, with the mean of their known Elo; without pairs whose Elo is unknown. */
  readonly meetings: readonly { readonly first: string; readonly second: string; readonly elo: number }[];
}

/**
 * Computed when it is asked for, and again only when games have ended since. Broken-off games count for nobody; games
 * that repeat each other count once. A level of the computer is one player under all names, and stands where it was
 * measured, as does the player that weak ones are measured against: these anchor the others. Without any of them the
 * mean of all is 1500.
 */
export function createRatingList(store: Pick<Store, "ratedTallies" | "ratedEntrants" | "subscribe">) {
  const states = new Map<string, Promise<RatingState>>();
  /** The kinds of which no game has ended since they were read. */
  const fresh = new Set<string>();
  const stop = store.subscribe(({ changes }) => {
    for (const change of changes)
      if (change.aggregate === "game" && change.columns.status === "finished") fresh.delete(change.columns.kind);
    // The store does not say what another host's commit has changed.
    if (changes.length === 0) fresh.clear();
  });

  const readState = async (kind: string, before: Promise<RatingState> | undefined): Promise<RatingState> => {
    const tallies = await store.ratedTallies(kind);
    const last = await before?.catch(() => null);
    if (last && (await runInSlices(areSame(last.tallies, tallies)))) return last;
    const field = await runInSlices(ratedField(kind, tallies));
    return { tallies, field, meetings: await runInSlices(metIn(tallies, ratingsIn(field))) };
  };
  const knownOf = (kind: string): Promise<RatingState> => {
    const before = states.get(kind);
    if (before && fresh.has(kind)) return before;
    fresh.add(kind);
    const now = readState(kind, before);
    states.set(kind, now);
    // A failed read is tried again the next time.
    now.catch(() => states.get(kind) === now && states.delete(kind));
    return now;
  };

  return {
    /** Everybody's strength by the rated games of one kind, as of now. */
    of: async (kind: string) => ratingsIn((await knownOf(kind)).field),
    /** Those who met in rated games of these kinds, and whose mean known Elo is in a range, its ends included. */
    pairsBetween: async (kinds: readonly string[], from = Number.NEGATIVE_INFINITY, to = Number.POSITIVE_INFINITY) => {
      const pairs: RatedPair[] = [];
      for (const kind of kinds) {
        for (const { first, second, elo } of (await knownOf(kind)).meetings)
          if (elo >= from && elo <= to) pairs.push({ kind, first, second });
      }
      return pairs;
    },
    /** Everybody who played a rated game of that kind, and the levels of measured strength, in no order. */
    list: async (kind: string) => {
      const { places, pairs, scale, repeats, ratings, spread, firstMove } = (await knownOf(kind)).field;
      const last = new Map<string, { readonly name: string; readonly lastPlayedAt: number }>();
      for (const each of await store.ratedEntrants(kind)) {
        const player = playerBy(each.identity);
        if (each.lastPlayedAt >= (last.get(player)?.lastPlayedAt ?? 0)) last.set(player, each);
      }
      const players = [...places].flatMap(([identity, place]) => {
        const level = levelOf(identity);
        const entry = last.get(identity);
        const record = recordOf(place, pairs);
        // Levels are listed before their first game, other anchors are not.
        if (level === null && record.won + record.drawn + record.lost === 0) return [];
        const player = {
          identity,
          name: level === null ? (entry?.name ?? "") : `Level ${level}`,
          /** Of the computer's levels; null for all others. */
          level,
          rating: ratings[place] ?? UNKNOWN,
          ...record,
          /** In milliseconds since 1970; null for who never played. */
          lastPlayedAt: entry?.lastPlayedAt ?? null,
        };
        return [player];
      });
      return { scale, spread, firstMove, repeats, players };
    },
    /** Stops listening to the store. */
    close: stop,
  };
}

/** Tallies that are read in one piece. */
const AT_ONCE = 1_000;

function* areSame(one: readonly RatedTally[], other: readonly RatedTally[]): Steps<boolean> {
  if (one.length !== other.length) return false;
  for (let from = 0; from < one.length; from += AT_ONCE) {
    const part = (tallies: readonly RatedTally[]) => JSON.stringify(tallies.slice(from, from + AT_ONCE));
    if (part(one) !== part(other)) return false;
    yield;
  }
  return true;
}

/** Everybody's strength by games of one kind, added up. Yields in between. */
export function* ratingsBy(kind: string, tallies: readonly RatedTally[]): Steps<RatingOf> {
  return ratingsIn(yield* ratedField(kind, tallies));
}

const UNKNOWN: Rating = { kind: "unknown" };

const ratingsIn =
  ({ places, ratings }: Field): RatingOf =>
  (identity) =>
    ratings[places.get(playerBy(identity)) ?? -1] ?? UNKNOWN;

function* metIn(tallies: readonly RatedTally[], of: RatingOf): Steps<RatingState["meetings"]> {
  const pairs = new Map<string, readonly [string, string]>();
  for (const [index, { first, second }] of tallies.entries()) {
    if (index % AT_ONCE === 0) yield;
    pairs.set(JSON.stringify([first, second]), [first, second]);
  }
  return [...pairs.values()].flatMap(([first, second]) => {
    const elos = [of(first), of(second)].flatMap((rating) => (rating.kind === "unknown" ? [] : [rating.elo]));
    const sum = elos.reduce((all, elo) => all + elo, 0);
    return elos.length === 0 ? [] : [{ first, second, elo: Math.round(sum / elos.length) }];
  });
}

function* ratedField(kind: string, tallies: readonly RatedTally[]): Steps<Field> {
  const {
    seats: [firstSeat],
    rules: { chance },
  } = definitionOf(kind);
  const places = new Map<string, number>();
  const placeOf = (identity: string): number => entryOf(places, playerBy(identity), () => places.size);
  const pairs = new Map<string, PairTally>();
  const keys = new Set<string>();
  const sharing = createSharing();
  let repeats = 0;
  for (const [index, { first, second, winner, reason, course, games }] of tallies.entries()) {
    if (index % AT_ONCE === 0) yield;
    if (reason === "unfinished" || reason === CUT_SHORT) continue;
    const [one, other] = [placeOf(first), placeOf(second)];
    if (one === other) continue;
    const key = `${one} ${other}`;
    // One player may have played it under two names.
    const own = `${key} ${course}`;
    const count = course === null ? games : keys.has(own) ? 0 : 1;
    if (course !== null) keys.add(own);
    repeats += games - count;
    const pair = pairs.get(key) ?? { first: one, second: other, wins: 0, draws: 0, losses: 0 };
    if (chance && course !== null)
      sharing.add(one, other, course, winner === null ? 0.5 : winner === firstSeat ? 1 : 0);
    const column = winner === null ? "draws" : winner === firstSeat ? "wins" : "losses";
    pairs.set(key, { ...pair, [column]: pair[column] + count });
  }
  const anchorRatings = anchorsOf(definitionOf(kind));
  const isAnchored =
    anchorRatings.length > 0 && (places.size === 0 || anchorRatings.some(({ player }) => places.has(player)));
  const anchorAt = new Map(isAnchored ? anchorRatings.map(({ player }, at) => [placeOf(player), at]) : []);
  const anchors: Anchors = {
    elo: new Map([...anchorAt].map(([place, at]) => [place, anchorRatings[at]?.elo ?? 0])),
    covariance: (one, other) => anchorRatings[anchorAt.get(one) ?? -1]?.covariance[anchorAt.get(other) ?? -1] ?? 0,
  };
  const weightOf = sharing.weights();
  const weighedPairs = [...pairs.values()].map((pair) => ({ ...pair, weight: weightOf(pair) }));
  const ratings = yield* rateEntrants(places.size, weighedPairs, { anchors });
  return { places, pairs: weighedPairs, scale: isAnchored ? "levels" : "mean", repeats, ...ratings };
}

function recordOf(place: number, pairs: readonly PairTally[]) {
  const record = { won: 0, drawn: 0, lost: 0 };
  for (const { first, second, wins, draws, losses } of pairs) {
    if (first !== place && second !== place) continue;
    record.won += first === place ? wins : losses;
    record.lost += first === place ? losses : wins;
    record.drawn += draws;
  }
  return record;
}
