import { entrantOf, type League, matchesOf, UNREAD } from "../machine/league.ts";
import type { Rating } from "../ratings/bradley-terry.ts";
import { type LevelGame, strengthOf, tellsMost } from "./strength.ts";

/** What a league that measures somebody has found out. */
export interface Measuring {
  /** The number of the one who is measured. */
  readonly entrant: number;
  readonly rating: Rating;
  readonly games: readonly LevelGame[];
  /** Whether the interval is as narrow as it was to be. */
  readonly narrow: boolean;
}

/** Null for leagues of other formats, and before the start. The levels are the first who came, the one measured the last. */
export function measuringIn(league: League): Measuring | null {
  const { measure } = league.settings;
  const entrant = league.seeds.at(-1);
  if (!measure || entrant === undefined) return null;
  // A pair of which a game cannot be read is played again.
  const pairs = matchesOf(league).filter(({ games: both }) => both.every(({ result }) => result?.reason !== UNREAD));
  const games = pairs.flatMap(({ a, b, games: played }) => {
    const own = a === entrant ? "a" : "b";
    const level = league.seeds.indexOf((own === "a" ? b : a) ?? 0);
    return played.flatMap(({ first, result }): LevelGame[] => {
      // What was not played tells nothing of anybody's strength.
      if (!result || (result.termination === "forfeit" && result.moves[0] + result.moves[1] === 0)) return [];
      return [{ level, first: first === own, points: result.winner === null ? 0.5 : result.winner === own ? 1 : 0 }];
    });
  });
  const rating = strengthOf(measure.levels, games);
  return { entrant, rating, games, narrow: rating.kind === "rated" && 2 * rating.interval < measure.within };
}

/** The place among the seeds, from 1, of the level that is to be met next; null where enough is known, or nobody is there. */
export function levelToMeet(league: League): number | null {
  const found = measuringIn(league);
  const { measure } = league.settings;
  if (!found || !measure || found.narrow || found.games.length >= measure.games) return null;
  if (entrantOf(league, found.entrant)?.status === "out") return null;
  return tellsMost(measure.levels, found.games) + 1;
}
