import { isDeepStrictEqual } from "node:util";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import {
  awayUntil,
  type GameResult,
  isAway,
  type League,
  type LeagueStep,
  type Match,
  type Order,
  type PlayedElsewhere,
  playersOf,
  type Referee,
  usualDecider,
} from "./league.ts";
import { andThen, gameNumbered, reportGame, withMatch } from "./matches.ts";

/** Matches that referee servers run elsewhere: which of them has which, and how their reports count. */

/**
 * The referee that a match is given to; null where this league runs it: a match that came back and has to be played
 * here, one with a player that is no server, or by rules that need the whole league or an engine.
 */
export function freeRefereeFor(league: League, match: Match): Referee | null {
  const { settings, referees, current } = league;
  const { referees: mayLeave, adjudication, openings, sprt, measure, game, decider } = settings;
  if (!mayLeave || adjudication.resign || adjudication.draw || openings || sprt || measure) return null;
  if (match.away?.home || match.games.length > 0) return null;
  if (!playersOf(league, match)?.every((entrant) => entrant.settings.endpoint !== undefined)) return null;
  const busy = (id: string) => current.filter((each) => isAway(each) && each.away?.referee === id).length;
  const isUsual = !decider || isDeepStrictEqual(decider, usualDecider);
  const free = referees.filter(
    ({ silent, games, id, matches, deciders }) =>
      !silent && games.includes(game) && busy(id) < matches && (isUsual || deciders),
  );
  // Those with the fewest matches first.
  return free.toSorted((one, other) => busy(one.id) - busy(other.id))[0] ?? null;
}

/** Gives a match to a referee. */
export function handOver(step: LeagueStep, match: Match, { id }: Referee, now: number): LeagueStep {
  const attempt = (match.away?.attempt ?? 0) + 1;
  const given: Match = { ...match, status: "playing", away: { referee: id, since: now, attempt, home: false } };
  return andThen(step, withMatch(step.league, given), [{ type: "matchHandedOver", match: match.number, referee: id }]);
}

/** A match that comes back from a referee. */
export interface ReturnedMatch {
  readonly match: number;
  /** The attempt that it is taken from: where that is over already, nothing is done. */
  readonly attempt: number;
  readonly reason: string;
  /**
   * The reason: its referee fell silent, and gets no other match until it registers again; or its report proves
   * nothing, and the match is played here.
   */
  readonly because: "silent" | "unproved";
}

/** Takes a match back from a referee: it is given to another one, or played here. */
export function takeBack(step: LeagueStep, { match: number, attempt, reason, because }: ReturnedMatch): LeagueStep {
  const { league } = step;
  const match = league.current.find((each) => each.number === number);
  if (!match?.away || !isAway(match) || match.away.attempt !== attempt) return step;
  const { referee, since } = match.away;
  const home = because === "unproved";
  const back: Match = { ...match, status: "assigned", away: { referee: null, since, attempt, home } };
  const referees = league.referees.map((each) =>
    each.id === referee && because === "silent" ? { ...each, silent: true } : each,
  );
  return andThen(step, { ...withMatch(league, back), referees }, [
    { type: "matchTakenBack", match: number, referee: referee ?? "", reason },
  ]);
}

/** Takes back the matches that have been elsewhere for too long. */
export const takeBackLate = (step: LeagueStep, now: number): LeagueStep =>
  step.league.current.reduce((at, match) => {
    if (!match.away || !isAway(match) || awayUntil(at.league.settings, match.away.since) > now) return at;
    const { attempt } = match.away;
    const reason = "its referee did not report it in time";
    return takeBack(at, { match: match.number, attempt, reason, because: "silent" });
  }, step);

/** Most referees of a league. */
const MOST_REFEREES = 64;

/** Adds a referee, or updates a known one. Refuses where the league takes none. */
export function addReferee(step: LeagueStep, referee: Referee): Result<LeagueStep> {
  const { league } = step;
  if (!league.settings.referees)
    return refuse("LEAGUE_CLOSED", `League ${league.id} is run by its own referee, and takes no other`);
  if (!referee.games.includes(league.settings.game))
    return invalid(`capabilities: games: league ${league.id} plays ${league.settings.game}`);
  // A referee with another id at the same address replaces one that has fallen silent, and no other.
  const isReplaced = ({ id, endpoint, silent }: Referee) =>
    id === referee.id || (silent && endpoint === referee.endpoint);
  const others = league.referees.filter((each) => !isReplaced(each));
  if (others.length >= MOST_REFEREES)
    return refuse("LEAGUE_CLOSED", `League ${league.id} has ${MOST_REFEREES} referees, and takes no more`);
  const was = league.referees.find(({ id }) => id === referee.id);
  if (was && JSON.stringify(was) === JSON.stringify(referee)) return accept(step);
  const { id, name } = referee;
  return accept(
    andThen(step, { ...league, referees: [...others, referee] }, [{ type: "refereeRegistered", referee: id, name }]),
  );
}

/** A game that was played elsewhere, after all of its moves were replayed here. */
export interface PlayedAgain {
  readonly played: PlayedElsewhere;
  readonly result: GameResult;
}

/**
 * Takes a match's games from a referee's report. Refuses with `INVALID_ARGUMENT` a match that the referee does not
 * have, and games after which the match goes on, or was over before.
 */
export function recordMatch(
  step: LeagueStep,
  number: number,
  referee: string,
  games: readonly PlayedAgain[],
): Result<LeagueStep> {
  const match = step.league.current.find((each) => each.number === number);
  if (!match || !isAway(match) || match.away?.referee !== referee)
    return invalid(`match_id: match ${number} is not this referee's`);
  let at = step;
  let so = match;
  const orders: Order[] = [];
  for (const [index, { played, result }] of games.entries()) {
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
