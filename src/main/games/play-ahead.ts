import type { Effort, GameEvent } from "../../shared/events.ts";
import type { Seat } from "../../shared/terms.ts";
import { afterStep, type LiveGame } from "./live-game.ts";
import type { Step } from "./machine/game-state.ts";
import { play } from "./machine/play.ts";

export interface SourcedMove {
  readonly seat: Seat;
  readonly text: string;
  /** The move's cost beside time, and the player's remarks about it; absent for none. */
  readonly effort?: Effort | undefined;
  readonly metadata?: string | undefined;
  /** Its time in milliseconds, where that was measured elsewhere. */
  readonly ms?: number | undefined;
}

/** The next move of a game; null to stop. */
export type MoveSource = (game: LiveGame) => Promise<SourcedMove | null>;

const unclaimed = { claimWin: false, claimDraw: false };

/**
 * Plays a game on in memory, move by move, until it is over or no playable move comes: one step with the events of all
 * moves. Null where not even one was made.
 */
export async function playAhead(game: LiveGame, next: MoveSource, now: () => number): Promise<Step | null> {
  let reached = game;
  const events: GameEvent[] = [];
  while (!reached.state.outcome) {
    const move = await next(reached);
    const at = now();
    const { effort, metadata, ms, text = "" } = move ?? {};
    const made = move && play(reached.state, move.seat, { ...unclaimed, text, effort, metadata, ms }, at);
    if (!made?.played) break;
    events.push(...made.step.events);
    reached = afterStep(reached, made.step, at);
  }
  return events.length === 0 ? null : { state: reached.state, events };
}
