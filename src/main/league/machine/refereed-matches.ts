import { isDeepStrictEqual } from "node:util";
import { definitionOf } from "../../../games/register.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import {
  extraGames,
  type GameResult,
  isAdmitted,
  isAway,
  type League,
  type LeagueSettings,
  type LeagueStep,
  type Match,
  type Order,
  type PlayedElsewhere,
  playersOf,
  type Referee,
  usualDecider,
} from "./league.ts";
import { andThen, gameNumbered, reportGame, withMatch } from "./matches.ts";

/** Matches that referees run elsewhere: which of them has which, and how their reports count. */

/** Most referees that one match is given to, one after the other, before it is played here. */
const MOST_ATTEMPTS = 3;

/**
 * The referee that a match is given to; null where this league runs it: a match that came back and has to be played
 * here, one with a player that is no server, or by rules that need the whole league, its secret or an engine.
 */
export function freeRefereeFor(league: League, match: Match): Referee | null {
  const { settings, referees, current } = league;
  const { referees: mayLeave, adjudication, openings, sprt, measure, game, decider } = settings;
  if (!mayLeave || adjudication.resign || adjudication.draw || openings || sprt || measure) return null;
  if (definitionOf(game).rules.chance) return null;
  if (match.away?.home || (match.away?.attempt ?? 0) >= MOST_ATTEMPTS || match.games.length > 0) return null;
  if (!playersOf(league, match)?.every((entrant) => entrant.settings.endpoint !== undefined)) return null;
  const busy = (id: string) => current.filter((each) => isAway(each) && each.away?.referee === id).length;
  const isUsual = !decider || isDeepStrictEqual(decider, usualDecider);
  const free = referees.filter(
    (each) =>
      !each.silent &&
      isAdmitted(each) &&
      each.games.includes(game) &&
      busy(each.id) < each.matches &&
      (isUsual || each.deciders),
  );
  // Those that failed least first, and of these the ones with the fewest matches.
  return free.toSorted((one, other) => one.failures - other.failures || busy(one.id) - busy(other.id))[0] ?? null;
}

export const mostGames = ({ decider, games_per_match }: LeagueSettings): number =>
  games_per_match + (decider ? extraGames(decider) + 1 : 0);

/** Times for a new move, for each game of a match, after which it is taken back in any case. */
const MANY_MOVES = 100;
/** Milliseconds beyond a player's own time in which a referee must deliver the next move. */
const MARGIN_MS = 15_000;
/** The time for a move where neither the league nor a clock limits it, in seconds. */
const ANY_MOVE = 3_600;

/**
 * Milliseconds without a new move after which a match is taken back from its referee: the time that the players may take
 * to accept an invitation, or for a move, and a margin.
 */
export function mostIdleMs({ invite_seconds, move_seconds, clock }: LeagueSettings): number {
  const onClock = clock ? clock.initial_seconds + clock.increment_seconds : ANY_MOVE;
  return MARGIN_MS + 1_000 * Math.max(invite_seconds, Math.min(move_seconds ?? ANY_MOVE, onClock));
}

/** Milliseconds after which a match is taken back from its referee in any case. */
export const mostAwayMs = (settings: LeagueSettings): number => mostGames(settings) * MANY_MOVES * mostIdleMs(settings);

/** Gives a match to a referee. */
export function handOver(step: LeagueStep, match: Match, { id }: Referee, now: number): LeagueStep {
  const attempt = (match.away?.attempt ?? 0) + 1;
  const next: Match = { ...match, status: "playing", away: { referee: id, since: now, attempt, home: false } };
  return andThen(step, withMatch(step.league, next), [{ type: "matchHandedOver", match: match.number, referee: id }]);
}

/** Takes a match back from a referee: it is given to another one, or played here. */
export function takeBack(
  step: LeagueStep,
  {
    match: number,
    attempt,
    reason,
    home,
  }: {
    readonly match: number;
    /** The attempt that it is taken from: where that is over already, nothing is done. */
    readonly attempt: number;
    readonly reason: string;
    /** Whether it is played here, as its report proves nothing; else its referee failed. */
    readonly home: boolean;
  },
): Result<LeagueStep> {
  const { league } = step;
  const match = league.current.find((each) => each.number === number);
  if (!match?.away || !isAway(match) || match.away.attempt !== attempt) return accept(step);
  const { referee, since } = match.away;
  const back: Match = { ...match, status: "assigned", away: { referee: null, since, attempt, home } };
  const referees = league.referees.map((each) =>
    each.id === referee && !home ? { ...each, silent: true, failures: each.failures + 1 } : each,
  );
  const event = { type: "matchTakenBack", match: number, referee: referee ?? "", reason } as const;
  return accept(andThen(step, { ...withMatch(league, back), referees }, [event]));
}

const MOST_REFEREES = 64;

/** Adds a referee, or updates a known one. Refuses where the league takes none. */
export function addReferee(step: LeagueStep, { referee }: { readonly referee: Referee }): Result<LeagueStep> {
  const { league } = step;
  if (!league.settings.referees)
    return refuse("LEAGUE_CLOSED", `League ${league.id} is run by its own referee, and takes no other`);
  if (!referee.games.includes(league.settings.game))
    return invalid(`capabilities: games: league ${league.id} plays ${league.settings.game}`);
  const was = league.referees.find(({ id }) => id === referee.id);
  const entry = { ...referee, failures: was?.failures ?? 0 };
  if (JSON.stringify(was) === JSON.stringify(entry)) return accept(step);
  const all = league.referees.filter((each) => each !== was);
  // Where there is no other place, it takes that of those that failed.
  const others = all.length < MOST_REFEREES ? all : all.filter((each) => isAdmitted(each) && !each.silent);
  if (others.length >= MOST_REFEREES)
    return refuse("LEAGUE_CLOSED", `League ${league.id} has ${MOST_REFEREES} referees, and takes no more`);
  const event = { type: "refereeRegistered", referee: referee.id, name: referee.name } as const;
  return accept(andThen(step, { ...league, referees: [...others, entry] }, [event]));
}

/** A game that was played elsewhere, after all of its moves were replayed here. */
export interface PlayedAgain {
  readonly record: PlayedElsewhere;
  readonly result: GameResult;
}

/**
 * Takes a match's games from a referee's report. Refuses with `INVALID_ARGUMENT` a match that the referee does not
 * have, and games after which the match goes on, or was over before.
 */
export function recordMatch(
  step: LeagueStep,
  {
    match: number,
    referee,
    games,
  }: { readonly match: number; readonly referee: string; readonly games: readonly PlayedAgain[] },
): Result<LeagueStep> {
  const match = step.league.current.find((each) => each.number === number);
  if (!match || !isAway(match) || match.away?.referee !== referee)
    return invalid(`match_id: match ${number} is not this referee's`);
  let at = step;
  let so = match;
  const orders: Order[] = [];
  for (const [index, { record: played, result }] of games.entries()) {
    if (so.status === "reported")
      return invalid(`games: match ${number} is over after ${index} of the ${games.length}`);
    const game = gameNumbered(step.league, match, index + 1);
    so = { ...so, games: [...so.games, game] };
    orders.push({ type: "createGame", match: so, game, played });
    at = reportGame({ ...at, league: withMatch(at.league, so) }, so, game.id, result);
    so = at.league.current.find((each) => each.number === number) ?? so;
  }
  if (so.status !== "reported") return invalid(`games: match ${number} is not over after them`);
  return accept({ ...at, commands: [...at.commands, ...orders] });
}
