import { definitionOf } from "../../games/register.ts";
import { addedCounts, type Causes, type FailureCause } from "../../shared/causes.ts";
import type { Effort } from "../../shared/events.ts";
import { type Result, refuse } from "../../shared/result.ts";
import type { GameKind, Seat } from "../../shared/terms.ts";
import { addedUsage } from "../../shared/usage.ts";
import { type LiveGame, seenMoves } from "../games/live-game.ts";
import { timeLeft, timesLeft } from "../games/machine/clock.ts";
import { type GameState, indexOf, type SeatState, seatedAt, viewOf } from "../games/machine/game-state.ts";
import type { Play } from "../games/machine/play.ts";

/** The computer's default level, of 1 to 10. */
export const USUAL_LEVEL = 5;

/** The input of a driver that is to move: only what its seat may see. */
export type MoveContext = ReturnType<typeof moveContextOf>;

/** A driver's answer. */
export interface Choice extends Pick<Play, "effort" | "metadata" | "thoughts"> {
  /** The move, as the game reads it; null where it gives up, for the reasons among its failures. */
  readonly text: string | null;
  /** Set where it resigns the game instead; then there is no move. */
  readonly resigns?: true;
  /** Whether its time was over, for a move that is given up. */
  readonly late?: boolean;
}

/** The opponent's draw offer or takeback request to a driver's seat. */
export interface Offer {
  readonly kind: "draw" | "takeback";
  /** Whether either side could claim a draw in the position. */
  readonly claimable: boolean;
}

/** A player that moves by itself: an engine, a strategy, a model. The supervisor plays what it chooses. */
export interface Driver {
  /**
   * Chooses a move; one that the rules refuse is counted, and requested again. Refuses with `ENGINE_FAILED` what may
   * succeed later, with `INVALID_ARGUMENT` a position that it never plays, with `GAME_OVER` once cancelled.
   */
  chooseMove(thought: MoveContext): Promise<Result<Choice>>;
  /** Whether it answers without waiting for anybody, so that it can be asked for many moves in a row. */
  readonly atOnce?: boolean;
  /** Notes that it is not asked for the moves of a game any more, as far as is known here. */
  leave?(gameId: string, seat: Seat): void;
  /** Whether it agrees. A driver without this method declines. */
  answerOffer?(offer: Offer): boolean;
}

/** The refusal of a driver whose move was cancelled. */
export const moveCalledOff = refuse("GAME_OVER", "The move is not wanted any more");

/** The driver of a seat; null where nobody drives it. */
export type Drivers = (kind: GameKind, seatState: SeatState) => Driver | null;

/** A driver's input for a game as it stands, before any of its moves was refused. */
export function moveContextOf(game: LiveGame, seat: Seat, now: number, signal: AbortSignal) {
  const { state } = game;
  const { id, kind, options, league } = state;
  const { rules, rounds } = definitionOf(kind);
  const history: readonly string[] = seenMoves(game, seat).map(({ code }) => code);
  const rejects: readonly { readonly text: string; readonly reason: string }[] = [];
  return {
    kind,
    options,
    seat,
    settings: seatedAt(state, seat).settings,
    view: viewOf(state, seat),
    legalMoves: rules.legalMoves(state.position, seat),
    /** The legal move that a text means, by the reader of typed moves; null for none. */
    readMove: (text: string) => {
      const play = rules.play(state.position, seat, text);
      return play.ok ? play.value.move : null;
    },
    /** The moves so far, in coordinate notation, as the seat may see them. */
    history,
    /** Its earlier answers for this move, and why the rules refused them. */
    rejects,
    ...timesOf(state, seat, now),
    /** The game's id and the number of this move from 1, for drivers that pass them on. */
    gameId: id,
    ply: state.ply + 1,
    /** The current round, from 1; null in a game without rounds. */
    round: rounds ? rounds.past(state.position).length + 1 : null,
    legalShown: state.legalMoves === "shown",
    /** The league that it is played in: the entrant at this seat, and the game's number in its match. */
    league: league && { id: league.id, entrant: league.entrants[indexOf(state, seat)], game: league.game ?? 1 },
    /** The seat for which a draw is a win, in a game that decides a level match; absent in all others. */
    ...(league?.armageddon && { drawWinsFor: state.seats[1].seat }),
    /** Aborted when the move is no longer wanted. */
    signal,
  };
}

/** A driver's input about the time at this moment: its seat's by the clock, where that runs, and by its league. */
export function timesOf(state: GameState, seat: Seat, now: number) {
  const { clock, league, turnSince } = state;
  const index = indexOf(state, seat);
  const runs = clock !== null && clock.since[index] !== null;
  const limits = [
    ...(runs ? [timeLeft(clock, index, now)] : []),
    ...(league?.moveMs !== undefined ? [Math.max(0, turnSince + league.moveMs - now)] : []),
  ];
  return {
    /** Milliseconds until the move is too late; null for any time. */
    timeMs: limits.length > 0 ? Math.min(...limits) : null,
    /** The time left on the clocks of both seats, the increment, and whether the seat's clock runs yet. */
    clock: clock && { left: timesLeft(clock, now), incrementMs: clock.incrementMs, runs },
  };
}

export const noEffort: Effort = {
  retries: 0,
  unusable: 0,
  fallback: null,
  failures: [],
  tokens: null,
  cost: null,
};

/** A try without a usable move: its cause, and the reason in words. */
export interface FailedTry {
  readonly cause: FailureCause;
  readonly reason: string;
}

/** The cost of a move whose tries failed; each failure but the last led to a retry, unless another number is given. */
export const effortOf = (failures: readonly FailedTry[], retries = Math.max(0, failures.length - 1)): Effort => ({
  ...noEffort,
  retries,
  unusable: failures.length,
  failures: failures.map(({ reason }) => reason),
  causes: failures.reduce<Causes>((sum, { cause }) => addedCounts(sum, { [cause]: 1 }), {}),
});

/** Most failures that are recorded of one move. */
const MOST_FAILURES = 6;

/** Adds up the cost of two tries for one move; undefined where neither cost anything. */
export function addCosts(one: Effort | undefined, other: Effort | undefined): Effort | undefined {
  if (!one || !other) return one ?? other;
  return {
    ...one,
    ...other,
    retries: one.retries + other.retries,
    unusable: one.unusable + other.unusable,
    fallback: other.fallback ?? one.fallback,
    failures: [...one.failures, ...other.failures].slice(0, MOST_FAILURES),
    ...(one.causes || other.causes ? { causes: addedCounts(one.causes, other.causes) } : {}),
    ...addedUsage(one, other),
  };
}
