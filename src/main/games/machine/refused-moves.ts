import { addedCounts, type Causes } from "../../../shared/causes.ts";
import type { GameEvent } from "../../../shared/events.ts";
import type { Refusal } from "../../../shared/result.ts";
import type { Seat } from "../../../shared/terms.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { end } from "./ending.ts";
import { type GameState, opponentSeat, type Step, seatedAt, withSeat } from "./game-state.ts";

/** Most characters of a refused move that the log keeps. */
const KEPT_OF_MOVE = 40;

/** The state with more refused moves of a seat, by their kinds. */
function withIllegal(state: GameState, seat: Seat, kinds: Causes): GameState {
  const { illegal, illegalKinds } = seatedAt(state, seat);
  return withSeat(state, seat, { illegal: illegal + countOf(kinds), illegalKinds: addedCounts(illegalKinds, kinds) });
}

/** The number of refused moves of all kinds. */
export const countOf = (kinds: Causes): number => Object.values(kinds).reduce((sum, each) => sum + each, 0);

/** The game after a refused move: it counts against its seat, and may lose a league's game. */
export function withRefused(state: GameState, seat: Seat, text: string, refusal: Refusal, now: number): Step {
  const kind = refusal.illegal ?? "notation";
  const withCounts = withIllegal(state, seat, { [kind]: 1 });
  const excerpt = clip(cleanLine(text), KEPT_OF_MOVE);
  const event: GameEvent = { type: "moveRefused", seat, text: excerpt, reason: refusal.message, kind };
  const most = state.league?.maxIllegal ?? Number.POSITIVE_INFINITY;
  if (seatedAt(withCounts, seat).illegal < most) return { state: withCounts, events: [event] };
  // In the step of the refusal itself: a call right behind it is too late.
  const over = end(withCounts, { winner: opponentSeat(state, seat), reason: "illegal-moves" }, now);
  return { state: over.state, events: [event, ...over.events] };
}

/** Adds to a step the refused moves before it that the log does not keep one by one: they count against their seats. */
export function withCounted({ state, events }: Step, counts: ReadonlyMap<Seat, Causes>): Step {
  let result = state;
  const before: GameEvent[] = [];
  for (const [seat, kinds] of counts) {
    result = withIllegal(result, seat, kinds);
    before.push({ type: "movesRefused", seat, count: countOf(kinds), kinds });
  }
  return { state: result, events: [...before, ...events] };
}
