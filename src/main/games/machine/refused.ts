import type { GameEvent } from "../../../shared/events.ts";
import type { Seat } from "../../../shared/terms.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { end } from "./ending.ts";
import { type GameState, opponentSeat, type Step, seatedAt, withSeat } from "./game-state.ts";

/** Most characters of a refused move that the log keeps. */
const KEPT_OF_MOVE = 40;

/** The game after a refused move: it counts against its seat, and may lose a league's game. */
export function withRefused(state: GameState, seat: Seat, text: string, reason: string, now: number): Step {
  const counted = withSeat(state, seat, { illegal: seatedAt(state, seat).illegal + 1 });
  const refused: GameEvent = { type: "moveRefused", seat, text: clip(cleanLine(text), KEPT_OF_MOVE), reason };
  const most = state.league?.maxIllegal ?? Number.POSITIVE_INFINITY;
  if (seatedAt(counted, seat).illegal < most) return { state: counted, events: [refused] };
  // In the step of the refusal itself: a call right behind it is too late.
  const over = end(counted, { winner: opponentSeat(state, seat), reason: "illegal-moves" }, now);
  return { state: over.state, events: [refused, ...over.events] };
}

/** Adds to a step the refused moves before it that the log does not keep one by one: they count against their seats. */
export function withCounted({ state, events }: Step, counts: ReadonlyMap<Seat, number>): Step {
  let counted = state;
  const before: GameEvent[] = [];
  for (const [seat, count] of counts) {
    counted = withSeat(counted, seat, { illegal: seatedAt(counted, seat).illegal + count });
    before.push({ type: "movesRefused", seat, count });
  }
  return { state: counted, events: [...before, ...events] };
}
