import { onceFor } from "../../base/once-for.ts";
import { entrantOf, type League, type Match, otherSide, type PastRound, sideOf, UNREAD } from "../machine/league.ts";
import { isTelling, repeatedGamesAtOnce } from "../machine/rated-games.ts";
import { type LevelGame, strengthOf, tellsMost } from "./strength.ts";

/** The name of a measurement until somebody gives it another. */
export const MEASUREMENT = "Measurement";

/**
 * The findings of a league that measures an entrant; null for leagues of other formats, and before the start. The levels
 * joined first, the measured entrant last.
 */
export function measuringIn(league: League) {
  const { measure } = league.settings;
  const entrant = league.seeds.at(-1);
  if (!measure || entrant === undefined) return null;
  const before = league.past.flatMap((round) => gamesOf(round, league, entrant));
  const repeats = repeatedGamesAtOnce(league);
  const results = [...before, ...levelGames(league.current, league, entrant)];
  const all = results.filter(({ id }) => !repeats.has(id));
  const games = all.flatMap(({ game }) => game ?? []);
  const rating = strengthOf(measure, games);
  return {
    /** The number of the measured entrant. */
    entrant,
    rating,
    games,
    /** Played games that say nothing: too many random moves of a side, or lost before its first move. */
    unrated: all.length - games.length,
    /** Games that repeat another one, of two without random choices: they count once. */
    repeats: results.length - all.length,
    /** Whether the interval is as narrow as requested. */
    narrow: rating.kind !== "unknown" && 2 * rating.interval < measure.within,
  };
}

/** Cached for each finished round, since each pairing needs them. */
const gamesOf = onceFor((round: PastRound, league: League, entrant: number) =>
  levelGames(round.matches(), league, entrant),
);

/** The games by their ids; null for those that say nothing about strength. */
function levelGames(matches: readonly Match[], { seeds, settings }: League, entrant: number) {
  // A pair with an unreadable game is played again.
  const pairs = matches.filter(({ games: both }) => both.every(({ result }) => result?.reason !== UNREAD));
  return pairs.flatMap((match) => {
    const { games: levelGames, result: whole } = match;
    const own = sideOf(match, entrant);
    const level = seeds.indexOf(match[otherSide(own)] ?? 0);
    return levelGames.flatMap(({ id, first, result }): { readonly id: string; readonly game: LevelGame | null }[] => {
      // Nobody came to a match that was forfeited as a whole.
      if (!result || (whole?.termination === "forfeit" && !whole.played)) return [];
      if (!isTelling(settings, result)) return [{ id, game: null }];
      const points = result.winner === null ? 0.5 : result.winner === own ? 1 : 0;
      return [{ id, game: { level, first: first === own, points } }];
    });
  });
}

/** The place among the seeds, from 1, of the level to meet next; null where enough is known, or nobody is there. */
export function levelToMeet(league: League): number | null {
  const measuring = measuringIn(league);
  const { measure } = league.settings;
  if (!measuring || !measure || measuring.narrow) return null;
  if (measuring.games.length + measuring.unrated + measuring.repeats >= measure.games) return null;
  if (entrantOf(league, measuring.entrant)?.status === "out") return null;
  return tellsMost(measure, measuring.games, measuring.rating) + 1;
}
