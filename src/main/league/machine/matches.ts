import { isDeepStrictEqual } from "node:util";
import { definitionOf } from "../../../games/register.ts";
import { formatOf } from "../../../shared/formats/register.ts";
import type { LeagueEvent } from "../../../shared/league-events.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import {
  type Decider,
  entrantOn,
  extraGames,
  type GameResult,
  gameIdOf,
  isAdmitted,
  isAway,
  type League,
  type LeagueSettings,
  type LeagueStep,
  type Match,
  type MatchGame,
  noMoves,
  type Order,
  otherSide,
  type PlayedElsewhere,
  playersOf,
  type Referee,
  type Side,
  seatIndexOf,
  UNREAD,
  usualDecider,
  worthTo,
} from "./league.ts";
import { randomFor } from "./random.ts";
import { isTestDecided } from "./rated-games.ts";
import { lotFor } from "./rounds.ts";

type Games = Pick<Match, "games">;

/**
 * Whether a match's game, by its number from 1, is an Armageddon: the game that decides a match still level, in which a
 * draw is a win for the second seat (as at FIDE's World Cup of 2015, where White had five minutes, and Black four).
 */
const isArmageddon = ({ decider, games_per_match }: LeagueSettings, number: number): boolean =>
  decider?.last === "armageddon" && number > games_per_match + extraGames(decider);

/** The side with the first seat in a match's Armageddon, drawn by lot; always the same one. */
export const firstInArmageddon = ({ settings }: League, { number }: Match): Side =>
  settings.decider?.first ?? (randomFor(settings, `armageddon ${number}`)() < 0.5 ? "a" : "b");

/** Games won by `a` and `b`, a draw as half of one. An Armageddon is none of them: its sides did not play for the same. */
export function scoreIn({ games }: Games): readonly [number, number] {
  const worth = (side: Side) =>
    games.reduce((sum, { armageddon, result }) => sum + (result && !armageddon ? worthTo(side, result) : 0), 0);
  return [worth("a"), worth("b")];
}

export const armageddonIn = ({ games }: Games): MatchGame | null => games.find(({ armageddon }) => armageddon) ?? null;

/** The winner of an Armageddon; null while it is played, and where it cannot be read. */
export function winnerOfArmageddon({ first, result }: MatchGame): Side | null {
  if (!result || result.winner !== null) return result?.winner ?? null;
  return result.termination !== "forfeit" && result.reason !== UNREAD ? otherSide(first) : null;
}

/** The winner of a match by the games so far, or else by its Armageddon; null for neither. */
export function winnerIn(match: Games): Side | null {
  const [a, b] = scoreIn(match);
  if (a !== b) return a > b ? "a" : "b";
  const last = armageddonIn(match);
  return last && winnerOfArmageddon(last);
}

/** Whether a match that needs a winner needs another game after its usual games and `extra` more. */
function goesOn(decider: Decider, match: Games, extra: number): boolean {
  if (armageddonIn(match)) return false;
  if (decider.extra_pairs !== undefined && extra % 2 === 1) return true;
  return winnerIn(match) === null && (extra < extraGames(decider) || decider.last === "armageddon");
}

/** A step followed by another one. */
export function andThen(
  step: LeagueStep,
  league: League,
  events: readonly LeagueEvent[],
  commands: readonly Order[] = [],
): LeagueStep {
  return { league, events: [...step.events, ...events], commands: [...step.commands, ...commands] };
}

export const withMatch = (league: League, match: Match): League => ({
  ...league,
  current: league.current.map((each) => (each.number === match.number ? match : each)),
});

const numberOn = (match: Match, side: Side | null): number | null => side && match[side];

/** A game of a match, by its number from 1, before it is played. The sides change; an Armageddon's are drawn by lot. */
export function gameNumbered(league: League, match: Match, number: number): MatchGame {
  const last = isArmageddon(league.settings, number);
  return {
    id: gameIdOf(league.id, match.number, number),
    first: last ? firstInArmageddon(league, match) : number % 2 === 1 ? "a" : "b",
    opening: openingFor(league, match, number),
    ...(last ? { armageddon: true } : {}),
    result: null,
  };
}

/** Begins the next game of a match. */
export function nextGame(step: LeagueStep, match: Match): LeagueStep {
  const game = gameNumbered(step.league, match, match.games.length + 1);
  const playing: Match = { ...match, status: "playing", games: [...match.games, game] };
  const event: LeagueEvent = {
    type: "gameAssigned",
    match: match.number,
    game: game.id,
    ...(game.armageddon ? { armageddon: true } : {}),
  };
  return andThen(step, withMatch(step.league, playing), [event], [{ type: "createGame", match: playing, game }]);
}

/**
 * The opening of a match's game, by number: the same for a game and the next one, with the sides reversed. Every such
 * pair of the league has another one, or every round, as long as there are enough.
 */
function openingFor({ openings, settings }: League, { number, round }: Match, game: number): number | null {
  if (!settings.openings || openings.length === 0) return null;
  const pairs = Math.ceil(settings.games_per_match / 2);
  const before = settings.openings.policy === "pair" ? (number - 1) * pairs : (round - 1) * pairs;
  return ((before + Math.floor((game - 1) / 2)) % openings.length) + 1;
}

/** Takes a game's result, and the match's where the game decided it, or ended because a side has left. */
export function reportGame(step: LeagueStep, match: Match, id: string, reported: GameResult): LeagueStep {
  const missing = sidesOut(step.league, match);
  const isForfeit = reported.termination === "forfeit" || (missing.length === 2 && reported.reason === UNREAD);
  const result: GameResult = isForfeit ? { ...reported, reason: "forfeit", termination: "forfeit" } : reported;
  const games = match.games.map((game) => (game.id === id ? { ...game, result } : game));
  const withGame: Match = { ...match, games };
  const event: LeagueEvent = {
    type: "gameReported",
    match: match.number,
    game: id,
    winner: numberOn(match, result.winner),
    reason: result.reason,
  };
  const next = andThen(step, withMatch(step.league, withGame), [event]);
  if (isForfeit && missing.length > 0) return forfeitMatch(next, withGame, missing);
  if (!isDecided(withGame, next.league)) return next;
  const unusual = games.map((game) => game.result?.termination).findLast((each) => each && each !== "normal");
  return endMatch(next, withGame, winnerIn(withGame), { termination: unusual ?? "normal", played: true });
}

/** Whether a match needs no further game; the league has all of its results. */
function isDecided(match: Match, league: League): boolean {
  const { openings, sprt, games_per_match, best_of, decider } = league.settings;
  const [a, b] = scoreIn(match);
  // An opening is for both games of a pair, and the sequential test counts pairs; an Armageddon stands alone.
  if ((openings || sprt) && match.games.length % 2 === 1 && !match.games.at(-1)?.armageddon) return false;
  const remaining = games_per_match - match.games.length;
  if (remaining > 0) {
    if (best_of && Math.abs(a - b) > remaining) return true;
    return isTestDecided(league) && (!decider || a !== b);
  }
  return !decider || !goesOn(decider, match, -remaining);
}

type Ending = Pick<NonNullable<Match["result"]>, "termination" | "played" | "bothGone" | "bye">;

/** Ends a match; in a knockout there is no draw. */
export function endMatch(step: LeagueStep, match: Match, winner: Side | null, ending: Ending): LeagueStep {
  const byLot = winner === null && match.b !== null && formatOf(step.league.settings).eliminates === true;
  const through = byLot ? lotFor(step.league, match) : winner;
  const score = scoreIn(match);
  const result = { winner: through, score, ...ending, ...(byLot ? { lot: true } : {}) };
  const over: Match = { ...match, status: "reported", result };
  const number = numberOn(match, through);
  const drawn: LeagueEvent[] =
    byLot && number !== null ? [{ type: "tieDrawn", match: match.number, winner: number }] : [];
  const { termination } = ending;
  const event: LeagueEvent = { type: "matchReported", match: match.number, winner: number, score, termination };
  return andThen(step, withMatch(step.league, over), [...drawn, event]);
}

/** The sides of a match that are out of the league. */
export const sidesOut = (league: League, match: Match): readonly Side[] =>
  (["a", "b"] as const).filter((side) => entrantOn(league, match, side)?.status === "out");

/**
 * Ends a match that one or both do not play (any more): the one who is there wins, and of two who are gone the one who
 * won more before. A game under way is ended first, and its report ends the match; both lose it where both are gone.
 * @param early whether the match ends before such a game, which then has no moves in the league: in older logs
 */
export function forfeitMatch(step: LeagueStep, match: Match, missing: readonly Side[], early = false): LeagueStep {
  const bothGone = missing.length === 2;
  const winner = bothGone ? null : missing.includes("a") ? "b" : "a";
  const open = match.games.find(({ result }) => result === null);
  const loser = winner && open ? seatIndexOf(open, otherSide(winner)) : null;
  if (open && !early) return andThen(step, step.league, [], [{ type: "endGame", id: open.id, loser }]);
  const result: GameResult = { winner, reason: "forfeit", termination: "forfeit", ...noMoves };
  const over = { ...match, games: match.games.map((game) => (game === open ? { ...game, result } : game)) };
  const hasMoves = (game: MatchGame) => game.result?.termination !== "forfeit" || !game.result.moves.includes(0);
  const played = match.games.some((game) => game.result !== null && hasMoves(game));
  const ending: Ending = { termination: "forfeit", played, ...(bothGone ? { bothGone } : {}) };
  return endMatch(step, over, winner ?? winnerIn(over), ending);
}

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
  fields: {
    readonly match: number;
    /** The attempt that it is taken from: where that is over already, nothing is done. */
    readonly attempt: number;
    readonly reason: string;
    /** Whether it is played here, as its report proves nothing; else its referee failed. */
    readonly home: boolean;
  },
): Result<LeagueStep> {
  const { league } = step;
  const { match: number, attempt, reason, home } = fields;
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
  fields: { readonly match: number; readonly referee: string; readonly games: readonly PlayedAgain[] },
): Result<LeagueStep> {
  const { match: number, referee, games } = fields;
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
