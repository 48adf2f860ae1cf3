import type { Move } from "../../games/game.ts";
import type { Effort } from "../../shared/events.ts";
import { type Result, refuse } from "../../shared/result.ts";
import type { GameKind, Options, Seat, View } from "../../shared/terms.ts";
import type { Seated } from "../games/machine/game-state.ts";

/** The computer's default level, of 1 to 10. */
export const USUAL_LEVEL = 5;

/** The input of a driver that is to move: only what its seat may see. */
export interface MoveContext {
  readonly kind: GameKind;
  readonly options: Options;
  readonly seat: Seat;
  /** The settings of its entrant. */
  readonly settings: Seated["settings"];
  readonly view: View;
  readonly legalMoves: readonly string[];
  /** The legal move that a text means, by the reader of typed moves; null for none. */
  readonly readMove: (text: string) => Move | null;
  /** The moves so far, in coordinate notation, as the seat may see them. */
  readonly history: readonly string[];
  /** Its earlier answers for this move, and why the rules refused them. */
  readonly refused: readonly { readonly text: string; readonly reason: string }[];
  /** Milliseconds until the move is too late; null for any time. */
  readonly timeMs: number | null;
  /** The time left on the clocks of the first and the second seat, the increment, and whether the seat's clock runs yet. */
  readonly clock: {
    readonly left: readonly [number, number];
    readonly incrementMs: number;
    readonly runs: boolean;
  } | null;
  /** The game's id and the number of this move from 1, for drivers that pass them on. */
  readonly gameId: string;
  readonly ply: number;
  /** The current round, from 1; null in a game without rounds. */
  readonly round: number | null;
  /** Whether players are shown the legal moves. */
  readonly legalShown: boolean;
  /** The league that it is played in: the entrant at this seat, and the game's number in its match. */
  readonly league: { readonly id: string; readonly entrant: number; readonly game: number } | null;
  /** The seat for which a draw is a win, in a game that decides a level match; absent in all others. */
  readonly drawWinsFor?: Seat;
  /** Aborted when the move is no longer wanted. */
  readonly signal: AbortSignal;
}

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
}

/** The opponent's draw offer or takeback request to a driver's seat. */
export interface Offer {
  readonly what: "draw" | "takeback";
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
export type Drivers = (kind: GameKind, seated: Seated) => Driver | null;
