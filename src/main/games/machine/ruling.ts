import type { Effort } from "../../../shared/events.ts";
import type { Outcome } from "../../../shared/terms.ts";
import type { LostMove } from "../live-game.ts";
import { type GameState, isToMove, type Step, seatedAt, withSeat } from "./game-state.ts";
import { end, play } from "./play.ts";

/** A move that did not come, and the known reasons. */
export type MissedMove = Omit<LostMove, "type">;

/** A move that its player gives up. */
export interface GivenUp {
  /** The cost of the failed attempt, and the reason why no move came. */
  readonly effort: Effort;
  /** Whether its time was over. */
  readonly late: boolean;
}

/** A referee's decision on a game: to end it, or to make a move that was missed. */
export type Ruling =
  | {
      readonly kind: "end";
      readonly outcome: Outcome;
      /** The move that loses it, where there is more to say than that it was late. */
      readonly missed?: MissedMove;
    }
  | { readonly kind: "move"; readonly missed: MissedMove; readonly text: string };

/** The game after a ruling. Null where it is over, the seat is not to move, or the move is not legal. */
export function applyRuling(state: GameState, ruling: Ruling, now: number): Step | null {
  if (state.outcome) return null;
  if (ruling.kind === "end") {
    const over = end(state, ruling.outcome, now);
    return ruling.missed ? { ...over, events: [{ type: "moveMissed", ...ruling.missed }, ...over.events] } : over;
  }
  const { seat, effort } = ruling.missed;
  if (!isToMove(state, seat)) return null;
  const { missed } = seatedAt(state, seat);
  const result = play(state, seat, { text: ruling.text, effort }, now);
  if (!result.isPlayed) return null;
  const { state: after, events } = result.step;
  return { state: withSeat(after, seat, { missed: missed + 1 }), events };
}
