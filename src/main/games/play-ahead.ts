import type { GameEvent } from "../../shared/events.ts";
import type { Seat } from "../../shared/terms.ts";
import { afterStep, type LiveGame } from "./live-game.ts";
import type { Step } from "./machine/game-state.ts";
import { type Play, play } from "./machine/play.ts";

/** The next move of a game, and its seat; null to stop. */
export type MoveSource = (
  game: LiveGame,
) => Promise<(Pick<Play, "text" | "effort" | "metadata" | "thoughts" | "ms"> & { readonly seat: Seat }) | null>;

/**
 * Plays a game on in memory, move by move, until it is over or no playable move comes: one step with the events of all
 * moves. Null where not even one was made.
 */
export async function playAhead(game: LiveGame, next: MoveSource, now: () => number): Promise<Step | null> {
  let latest = game;
  const events: GameEvent[] = [];
  while (!latest.state.outcome) {
    const move = await next(latest);
    const at = now();
    const result = move && play(latest.state, move.seat, move, at);
    if (!result?.isPlayed) break;
    events.push(...result.step.events);
    latest = afterStep(latest, result.step, at);
  }
  return events.length === 0 ? null : { state: latest.state, events };
}
