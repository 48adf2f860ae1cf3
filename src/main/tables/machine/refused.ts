import type { GameEvent } from "../../../shared/events.ts";
import type { Outcome, Seat } from "../../../shared/terms.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { end } from "./ending.ts";
import { opponentSeat, type Step, seatedAt, type Table, withSeat } from "./table.ts";

/** How much of a refused move the log keeps, in characters. */
const KEPT_OF_MOVE = 40;

/** How a game of a league ends in which a seat had as many moves refused as its league has lose it; null while none had. */
export function lostByRefusals(table: Table): Outcome | null {
  const most = table.league?.maxIllegal ?? Number.POSITIVE_INFINITY;
  const careless = table.seats.find(({ illegal }) => illegal >= most);
  return careless ? { winner: opponentSeat(table, careless.seat), reason: "illegal-moves" } : null;
}

/** The game after a move that was refused: it counts against its seat, and may be one too many. */
export function withRefused(table: Table, seat: Seat, text: string, reason: string, now: number): Step {
  const counted = withSeat(table, seat, { illegal: seatedAt(table, seat).illegal + 1 });
  const refused: GameEvent = { type: "moveRefused", seat, text: clip(cleanLine(text), KEPT_OF_MOVE), reason };
  return orLost({ table: counted, events: [refused] }, now);
}

/** In the step of the refusal itself: a call that comes right behind it is too late. */
function orLost({ table, events }: Step, now: number): Step {
  const outcome = table.outcome === null ? lostByRefusals(table) : null;
  if (!outcome) return { table, events };
  const over = end(table, outcome, now);
  return { table: over.table, events: [...events, ...over.events] };
}

/**
 * A step before which more moves were refused than the log keeps one by one: it counts them against their seats. Where
 * it has nothing else to it, they may be too many.
 */
export function withCounted({ table, events }: Step, counts: ReadonlyMap<Seat, number>, now: number): Step {
  let counted = table;
  const before: GameEvent[] = [];
  for (const [seat, count] of counts) {
    counted = withSeat(counted, seat, { illegal: seatedAt(counted, seat).illegal + count });
    before.push({ type: "movesRefused", seat, count });
  }
  const step = { table: counted, events: [...before, ...events] };
  return events.length === 0 ? orLost(step, now) : step;
}
