import type { Effort } from "../../shared/events.ts";
import { type Result, refuse } from "../../shared/result.ts";
import type { GameKind, Seat } from "../../shared/terms.ts";
import type { Thoughts } from "../../shared/thoughts.ts";
import type { SeatState } from "../games/machine/game-state.ts";
import type { moveContextOf } from "./move-context.ts";

/** The computer's default level, of 1 to 10. */
export const USUAL_LEVEL = 5;

/** The input of a driver that is to move: only what its seat may see. */
export type MoveContext = ReturnType<typeof moveContextOf>;

/** A driver's answer. */
export interface Choice {
  /** The move, as the game reads it; null where it gives up, for the reasons among its failures. */
  readonly text: string | null;
  /** Set where it resigns the game instead; then there is no move. */
  readonly resigns?: true;
  /** Whether its time was over, for a move that is given up. */
  readonly late?: boolean;
  /** The move's cost beside time; absent for none. */
  readonly effort?: Effort;
  /** The player's remarks about the move, as JSON; absent for none. */
  readonly metadata?: string;
  /** Its own reasons for the move; absent for nothing. */
  readonly thoughts?: Thoughts | undefined;
}

/** The opponent's draw offer or takeback request to a driver's seat. */
export interface Offer {
  readonly kind: "draw" | "takeback";
  /** Whether either side could claim a draw in the position. */
  readonly claimable: boolean;
}

/**
 * A player that moves by itself: an engine, a strategy, a model. The supervisor calls it and plays its move, so it
 * needs no access to games.
 */
export interface Driver {
  /**
   * Chooses a move; one that the rules refuse is counted, and requested again. Refuses with `ENGINE_FAILED` what may
   * succeed another time, with `INVALID_ARGUMENT` a position that it never plays, and with `GAME_OVER` when it was
   * cancelled.
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
