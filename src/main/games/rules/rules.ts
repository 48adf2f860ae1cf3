import type { z } from "zod";
import type { GameKind, Outcome, Seat, View } from "../../../shared/games.ts";
import type { Result } from "../../../shared/result.ts";

/** What a game starts from. Each kind reads what concerns it and refuses what does not. */
export interface Setup {
  /** chess: the starting position. */
  readonly fen?: string | undefined;
  /** odd-even: best of this many rounds, an odd number from 1 to 99. */
  readonly rounds?: number | undefined;
}

/** A move as it was understood. */
export interface Move {
  /** The move in the notation that machines exchange: UCI in chess, a cell, a number. */
  readonly uci: string;
  /** The move in the notation that people read: SAN in chess. */
  readonly san: string;
}

export interface Played<State> {
  readonly state: State;
  readonly move: Move;
}

/**
 * One kind of game. Everything here is a pure function of its arguments: no clock, no chance, no I/O.
 * A state is plain JSON; it goes to the database as it is and comes back through `stateSchema`.
 */
export interface Rules<State> {
  readonly kind: GameKind;
  /** Whether both seats choose at once, so that a ply belongs to a seat and not to an order. */
  readonly simultaneous: boolean;
  readonly stateSchema: z.ZodType<State>;

  /** The starting state. Refuses a setup that is not a position of this game (`INVALID_ARGUMENT`). */
  start(setup: Setup): Result<State>;

  /** The seats that may move now: one, or both where they choose at once; none when the game is over. */
  toMove(state: State): readonly Seat[];

  /** Moves made so far, in plies, counted from the start of this game (not from the FEN's move number). */
  ply(state: State): number;

  /**
   * Plays what a player wrote. The caller has made sure that the seat is to move.
   * Refuses with `ILLEGAL_MOVE` and the reason in the game's own terms.
   */
  play(state: State, seat: Seat, text: string): Result<Played<State>>;

  /** How the position itself ends the game, or null while it goes on. */
  outcome(state: State): Outcome | null;

  /** The draw that a player may claim in this position without the opponent's consent, or null. */
  claimableDraw(state: State): Outcome | null;

  /** Whether some sequence of legal moves lets this seat win; decides a fallen flag (FIDE 6.9). */
  canWin(state: State, seat: Seat): boolean;

  /** Legal moves of a seat, in the notation of {@link Move.uci}; empty when it is not to move. */
  legalMoves(state: State, seat: Seat): readonly string[];

  /** What a viewer may see: a seat's own view, or the public one for null. */
  view(state: State, viewer: Seat | null): View;

  /** Whether the move made at this ply must still be hidden from the viewer. */
  conceals(state: State, ply: number, viewer: Seat | null): boolean;
}
