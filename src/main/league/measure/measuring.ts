import { entrantOf, type League, type Match, type PastRound, UNREAD } from "../machine/league.ts";
import { isTelling } from "../machine/random-moves.ts";
import { repeatsAtOnce } from "../machine/repeats.ts";
import type { Rating } from "../ratings/bradley-terry.ts";
import { type LevelGame, type LevelScale, strengthOf, tellsMost } from "./strength.ts";

/** The findings of a league that measures an entrant. */
export interface Measuring {
  /** The number of the one who is measured. */
  readonly entrant: number;
  readonly rating: Rating;
  readonly games: readonly LevelGame[];
  /** Games that were played and tell nothing: too many moves of a side were drawn by lot, or one lost before its first. */
  readonly unrated: number;
  /** Games that repeat another one, of two who draw nothing by chance: they count once. */
  readonly repeats: number;
  /** Whether the interval is as narrow as it was to be. */
  readonly narrow: boolean;
}

/** The levels of a measurement as they were known at its start. */
export const scaleOf = ({ levels, covariance }: NonNullable<League["settings"]["measure"]>): LevelScale => ({
  elo: levels,
  covariance,
});

/** Null for leagues of other formats, and before the start. The levels are the first who came, the one measured the last. */
export function measuringIn(league: League): Measuring | null {
  const { measure } = league.settings;
  const entrant = league.seeds.at(-1);
  if (!measure || entrant === undefined) return null;
  const before = league.past.flatMap((round) => {
    const known = gamesOf.get(round) ?? levelGames(round.matches(), league, entrant);
    gamesOf.set(round, known);
    return known;
  });
  const repeated = repeatsAtOnce(league);
  const played = [...before, ...levelGames(league.current, league, entrant)];
  const all = played.filter(({ id }) => !repeated.has(id));
  const games = all.flatMap(({ game }) => game ?? []);
  const rating = strengthOf(scaleOf(measure), games);
  return {
    entrant,
    rating,
    games,
    unrated: all.length - games.length,
    repeats: played.length - all.length,
    narrow: rating.kind === "rated" && 2 * rating.interval < measure.within,
  };
}

/** Of rounds that are over: they are asked for with each pairing. */
const gamesOf = new WeakMap<PastRound, readonly PlayedGame[]>();

interface PlayedGame {
  readonly id: string;
  /** Null where it tells nothing of anybody's strength. */
  readonly game: LevelGame | null;
}

/** The games against the levels that were played. */
function levelGames(matches: readonly Match[], { seeds, settings }: League, entrant: number): readonly PlayedGame[] {
  // A pair of which a game cannot be read is played again.
  const pairs = matches.filter(({ games: both }) => both.every(({ result }) => result?.reason !== UNREAD));
  return pairs.flatMap(({ a, b, games: played, result: whole }) => {
    const own = a === entrant ? "a" : "b";
    const level = seeds.indexOf((own === "a" ? b : a) ?? 0);
    return played.flatMap(({ id, first, result }): PlayedGame[] => {
      // Nobody came to a match that was forfeited as a whole.
      if (!result || (whole?.termination === "forfeit" && !whole.played)) return [];
      if (!isTelling(settings, result)) return [{ id, game: null }];
      const points = result.winner === null ? 0.5 : result.winner === own ? 1 : 0;
      return [{ id, game: { level, first: first === own, points } }];
    });
  });
}

/** The place among the seeds, from 1, of the level that is to be met next; null where enough is known, or nobody is there. */
export function levelToMeet(league: League): number | null {
  const found = measuringIn(league);
  const { measure } = league.settings;
  if (!found || !measure || found.narrow) return null;
  if (found.games.length + found.unrated + found.repeats >= measure.games) return null;
  if (entrantOf(league, found.entrant)?.status === "out") return null;
  return tellsMost(scaleOf(measure), found.games) + 1;
}
