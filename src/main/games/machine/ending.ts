import { accept, invalid, type Result } from "../../../shared/result.ts";
import type { Outcome, Seat } from "../../../shared/terms.ts";
import { nextFlag, skipGap, stopClock } from "./clock.ts";
import {
  type GameState,
  gameOver,
  indexOf,
  isToMove,
  movesMade,
  opponentSeat,
  rulesOf,
  type Step,
  statusOf,
} from "./game-state.ts";
import { leagueRefusal } from "./rights.ts";

/** Ends a game; offers and clocks end with it. */
export function end(state: GameState, outcome: Outcome, now: number): Step {
  const over: GameState = {
    ...state,
    outcome,
    endedAt: now,
    drawOffer: null,
    takebackOffer: null,
    clock: state.clock && stopClock(state.clock, now),
  };
  return { state: over, events: [{ type: "gameOver", outcome }] };
}

/** The answer to an act in a game that is over, or ends by a flag that fell before; null where it goes on. */
export function overBefore(state: GameState, now: number): Result<Step> | null {
  if (state.outcome) return gameOver(state);
  const flagFall = fallFlag(state, now);
  return flagFall && accept(flagFall);
}

/** Gives the game to the opponent. Refused once it is over. */
export const resign = (state: GameState, seat: Seat, now: number): Result<Step> =>
  overBefore(state, now) ?? accept(end(state, { winner: opponentSeat(state, seat), reason: "resignation" }, now));

/** Milliseconds of silence after which an agent counts as gone, where no clock decides. */
const STALLED_MS = 2 * 60_000;

/** Whether only agents are to move, and have not for a while, without a clock that would end it. */
const isStalled = (state: GameState, now: number): boolean =>
  state.clock === null &&
  now - state.turnSince >= STALLED_MS &&
  state.seats.every(({ kind, seat }) => kind === "agent" || !isToMove(state, seat));

/**
 * Ends a game without a result, for a person who cannot resign it: one in which they do not sit, that has not begun for
 * both, or in which an agent left them alone. Refuses any other, and a league's, which the league ends.
 */
export function callOff(state: GameState, now: number): Result<Step> {
  const refusal = overBefore(state, now) ?? leagueRefusal(state, "callOff");
  if (refusal) return refusal;
  if (state.seats.some(({ kind }) => kind === "human") && movesMade(state) >= 2 && !isStalled(state, now))
    return invalid("You play in this game. Resign, or offer a draw");
  return accept(end(state, { winner: null, reason: "unfinished" }, now));
}

/** Ends the game when a flag has fallen: a win for the opponent, or a draw where no legal play lets it win (FIDE 6.9). */
export function fallFlag(state: GameState, now: number): Step | null {
  if (state.outcome || !state.clock) return null;
  const flag = nextFlag(state.clock);
  if (!flag || flag.at > now) return null;
  const winner = opponentSeat(state, state.seats[flag.seat].seat);
  const canWin = rulesOf(state).canWin(state.position, winner);
  const outcome: Outcome = canWin ? { winner, reason: "time" } : { winner: null, reason: "time-against-bare-material" };
  return end(state, outcome, flag.at);
}

/**
 * Goes on after nobody could play from `from` to `now`, since the host was down or, with a seat, its driver had
 * to wait for others: the gap is charged to nobody, and the log says so.
 */
export function resume(state: GameState, from: number, now: number, waited?: Seat): Step | null {
  if (state.outcome || statusOf(state) !== "live") return null;
  const flagFall = fallFlag(state, from);
  if (flagFall) return flagFall;
  const gap = Math.max(0, Math.round(now - from));
  return {
    state: {
      ...state,
      clock: state.clock && skipGap(state.clock, from, now, waited ? [indexOf(state, waited)] : undefined),
      turnSince: Math.min(now, state.turnSince + gap),
    },
    events: [{ type: "hostResumed", downMs: gap, ...(waited ? { waited } : {}) }],
  };
}

/** Most other games that a game's record names. */
const MOST_SHARED = 5;

/** Notes that a position was on another board as well. Null where that game is named already, or enough are. */
export function noteSharedPosition(state: GameState, ply: number, game: string): Step | null {
  const { shared = [] } = state;
  if (shared.length >= MOST_SHARED || shared.some((position) => position.game === game)) return null;
  return {
    state: { ...state, shared: [...shared, { ply, game }] },
    events: [{ type: "positionShared", ply, game }],
  };
}

/**
 * Shows or hides the evaluation during a game; the log says who could have looked. Null where nothing changes. Refuses
 * to show it in a league's game that goes on.
 */
export function switchAnalysis(state: GameState, on: boolean): Result<Step | null> {
  const refusal = on && !state.outcome ? leagueRefusal(state, "showEvaluation") : null;
  if (refusal || state.analysis === on) return refusal ?? accept(null);
  return accept({ state: { ...state, analysis: on }, events: [{ type: "analysisSwitched", on }] });
}

/**
 * Deletes a finished game from all lists. Null where it is deleted already. Refuses an unfinished one, and a league's,
 * whose table depends on its games.
 */
export function deleteGame(state: GameState, now: number): Result<Step | null> {
  if (state.deletedAt !== null) return accept(null);
  if (!state.outcome) return invalid("The game is still going on. End it before you delete it");
  const refusal = leagueRefusal(state, "deleteGame");
  if (refusal) return refusal;
  return accept({ state: { ...state, deletedAt: now }, events: [{ type: "gameDeleted" }] });
}

/** Restores a deleted game. Null where it is not deleted. */
export const restoreGame = (state: GameState): Step | null =>
  state.deletedAt === null ? null : { state: { ...state, deletedAt: null }, events: [{ type: "gameRestored" }] };
