import { formatOf } from "../../../shared/formats/register.ts";
import type { LeagueEvent } from "../../../shared/league-events.ts";
import {
  type Decider,
  extraGames,
  type GameResult,
  gameIdOf,
  type League,
  type LeagueSettings,
  type LeagueStep,
  type Match,
  type MatchGame,
  noMoves,
  type Order,
  otherSide,
  type Side,
  seatIndexOf,
  UNREAD,
  worthTo,
} from "./league.ts";
import { randomFor } from "./random.ts";
import { lotFor } from "./rounds.ts";
import { isTestDecided } from "./sequential-test.ts";

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
  const isDrawn = result.termination !== "forfeit" && result.reason !== UNREAD;
  return isDrawn ? otherSide(first) : null;
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

/** Takes a game's result, and the match's where the game decided it. */
export function reportGame(step: LeagueStep, match: Match, id: string, result: GameResult): LeagueStep {
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
  if (!isDecided(withGame, next.league)) return next;
  const unusual = games.map((game) => game.result?.termination).findLast((each) => each && each !== "normal");
  return endMatch(next, withGame, winnerIn(withGame), { termination: unusual ?? "normal", played: true });
}

/** Whether a match needs no further game; the league has all of its results. */
function isDecided(match: Match, league: League): boolean {
  const { openings, sprt, games_per_match, best_of, decider } = league.settings;
  const [a, b] = scoreIn(match);
  // An opening is for both games of a pair, and the sequential test counts pairs; an Armageddon stands alone.
  const isInPair = match.games.length % 2 === 1 && !match.games.at(-1)?.armageddon;
  if ((openings || sprt) && isInPair) return false;
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

/**
 * Ends a match that one or both do not play (any more): the one who is there wins, and of two who are gone the one who
 * won more before. A game under way ends; both have lost it where both are gone.
 */
export function forfeitMatch(step: LeagueStep, match: Match, missing: readonly Side[]): LeagueStep {
  const bothGone = missing.length === 2;
  const winner = bothGone ? null : missing.includes("a") ? "b" : "a";
  const hasResult = match.games.some(({ result }) => result !== null);
  const games = match.games.map((game): MatchGame => {
    if (game.result) return game;
    return { ...game, result: { winner, reason: "forfeit", termination: "forfeit", ...noMoves } };
  });
  const commands = match.games.flatMap((game): Order[] =>
    game.result ? [] : [{ type: "endGame", id: game.id, loser: winner && seatIndexOf(game, otherSide(winner)) }],
  );
  const over: Match = { ...match, games };
  const ending: Ending = { termination: "forfeit", played: hasResult, ...(bothGone ? { bothGone } : {}) };
  return endMatch(andThen(step, step.league, [], commands), over, winner ?? winnerIn(over), ending);
}
