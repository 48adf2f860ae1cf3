import type { GameCard, Unrated } from "../../../shared/api.ts";
import { accept, invalid, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import type { PlayedMove } from "../live-game.ts";
import { type GameState, movesMade, type SeatState, statusOf } from "./game-state.ts";

/**
 * The reasons of a league against acts in its games beside moves, offers and talk. A seat of a league's game is its
 * entrant's from the first move to the last, and its moves stand: what happens there counts for the entrant in the match
 * and, as {@link countsFor} says, in the rating list. All other games count for nobody; their log says what was done.
 */
const leagueReasons = {
  freeSeat: "whose seats are its entrants’. An agent that lost its token gets a new one on its entrant’s page there",
  handOver: "whose seats are its entrants’. Its page says what becomes of one that is gone",
  takeBack: "where a move stands once it is made",
  showEvaluation: "whose players find their own moves: nobody is shown an evaluation before it is over",
  callOff: "which ends its games itself. Cancel the league to end it",
  deleteGame: "whose table depends on it",
} as const;

/** Refuses an act with `INVALID_ARGUMENT` in a league's game; null in all others. */
export const leagueRefusal = ({ league }: GameState, act: keyof typeof leagueReasons): Refusal | null =>
  league && invalid(`This is a game of league ${league.id}, ${leagueReasons[act]}`);

/**
 * The seat that an agent may act for without a proof: the only agent's, which nobody holds over a connection that is
 * still open. An entrant of a league always has to prove itself, and so has whoever meets another agent.
 */
export function unprovenSeat({ seats, league }: GameState, isOpen: (connection: string) => boolean): Seat | null {
  const [only, ...others] = seats.filter(({ kind }) => kind === "agent");
  if (league || !only || others.length > 0 || only.name === null) return null;
  return only.connection === null || !isOpen(only.connection) ? only.seat : null;
}

/** Players that move by themselves see only what they are shown; a program of somebody else's may ask at another door. */
const couldPeep = ({ driven, settings }: SeatState): boolean => !driven || settings.endpoint !== undefined;

/** Whether an evaluation may be shown: not while somebody plays who could peep, unless it was switched on. */
export function evaluationIn(state: GameState): GameCard["analysis"] {
  if (state.outcome || !state.seats.some(couldPeep)) return "allowed";
  return state.analysis && !state.league ? "switched_on" : "off";
}

/**
 * Whether somebody may have a game analysed: anybody once it is over; a player in its own game where it was created for
 * that; others where {@link evaluationIn} allows it. Else `ANALYSIS_OFF`.
 * @param seat the caller's seat; null for a spectator
 */
export function mayAnalyse(state: GameState, seat: Seat | null): Result<null> {
  if (state.outcome || (seat === null ? evaluationIn(state) !== "off" : state.playersMayAnalyse)) return accept(null);
  const why =
    seat !== null
      ? "You play in this game, and it was created without analysis. Find your moves by yourself; once it is over everything may be analysed"
      : state.league
        ? "This is a game of a league, and nobody is shown an evaluation before it is over"
        : "The evaluation is off while this game is being played. Switching it on is recorded with the game";
  return refuse("ANALYSIS_OFF", why);
}

/** Whether spectators may see what players think: once the game is over, or where it was set up so and no person plays. */
export const areThoughtsShown = ({ outcome, openThoughts, league, seats }: GameState): boolean =>
  outcome !== null || (openThoughts === true && !league && seats.every(({ kind }) => kind !== "human"));

/** A source of help: an engine's evaluation, or the moves of earlier games. */
export type Help = "engine" | "explorer";

/**
 * Whether an analysis of a free position would help a player of this game: an engine's in a game against an agent
 * or a person, and any in a league's game, whoever is the opponent.
 * @param isOnBoard whether it is the position on the board of this game
 */
export function wouldHelp(state: GameState, help: Help, isOnBoard: () => boolean): boolean {
  if (statusOf(state) !== "live" || evaluationIn(state) !== "off") return false;
  const isAmongPlayers = help === "engine" && state.seats.every(({ kind }) => kind !== "computer");
  if (!state.league && !isAmongPlayers) return false;
  const isPersons = state.seats.some(({ kind }) => kind === "human");
  if (state.lastMove === null && !(state.league && isPersons)) return false;
  // A person who plays could ask for any position of the game.
  return isPersons || isOnBoard();
}

/** The part of a move that ratings depend on. */
export type CountedMove = Pick<PlayedMove, "seat" | "effort">;

/** Whether chance made a move in place of its player. */
export const isRandom = ({ effort }: Pick<PlayedMove, "effort">): boolean => (effort?.fallback ?? null) !== null;

/** Whether more than this share (0 to 1) of a side's own moves were random. */
export const isByLot = (most: number, moves: number, drawn: number): boolean => moves > 0 && drawn / moves > most;

/** The end of a game that its league cut short: it says nothing about strength. */
export const CUT_SHORT = "move-limit";

/** Ends by leaving and giving up, which say nothing about strength before both have moved. */
const byGivingUp: ReadonlySet<string> = new Set(["forfeit", "stalled", "disconnected", "resignation", "agreement"]);
/** Whether a game ended before it was played (FIDE Handbook B.02, 5.1). `hasMoved`: whether both had made a move. */
export const isUnplayed = (reason: string, hasMoved: boolean): boolean => !hasMoved && byGivingUp.has(reason);

/** Both sides' entrants, for whose ratings a game counts; or why it counts for nobody. */
export type Count = { readonly entrants: readonly [string, string] } | { readonly unrated: Unrated };

/**
 * For whom a game counts: the entrants of its league, which alone sat there and found their own moves. Not where it
 * was not played, where the league broke it off or cut it short, nor where too many of one's moves were random.
 */
export function countsFor(state: GameState, moves: () => readonly CountedMove[]): Count {
  const { seats, playersMayAnalyse, unrated, outcome, league } = state;
  const [one, other] = [seats[0].settings.entrant, seats[1].settings.entrant];
  if (!league || one === undefined || other === undefined) return { unrated: "no_league" };
  if (playersMayAnalyse || unrated) return { unrated: "help" };
  if (league.armageddon) return { unrated: "armageddon" };
  if (outcome?.reason === "unfinished") return { unrated: "unfinished" };
  if (outcome?.reason === CUT_SHORT) return { unrated: "cut_short" };
  if (outcome && isUnplayed(outcome.reason, movesMade(state) >= 2)) return { unrated: "not_played" };
  const most = league.mostByLot;
  const all = outcome && most !== undefined ? moves() : [];
  const isTooRandom = ({ seat }: SeatState): boolean => {
    const own = all.filter((move) => move.seat === seat);
    return isByLot(most ?? 1, own.length, own.filter(isRandom).length);
  };
  return seats.some(isTooRandom) ? { unrated: "by_lot" } : { entrants: [one, other] };
}

/**
 * Refuses with `SEAT_REQUIRED` the former holder of a seat: a person freed it, or gave the entrant's place a new token.
 */
export const seatFreed = ({ id, league }: GameState): Refusal =>
  refuse(
    "SEAT_REQUIRED",
    league
      ? `A person gave your place in league ${league.id} a new token, and your seat_token in game ${id} ended with the old one. Go on only with the new entrant_token: call waitForNextMatch with it`
      : `A person freed your seat in game ${id}, and your seat_token ended with it. Do not go on for that seat`,
  );
