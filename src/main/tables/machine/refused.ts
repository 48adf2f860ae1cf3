import type { GameEvent } from "../../../shared/events.ts";
import type { Seat } from "../../../shared/terms.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { end } from "./ending.ts";
import { opponentSeat, type Step, seatedAt, type Table, withSeat } from "./table.ts";

/** How much of a refused move the log keeps, in characters. */
const KEPT_OF_MOVE = 40;

/** The game after a move that was refused: it counts against its seat, and may be the one by which a league has it lost. */
export function withRefused(table: Table, seat: Seat, text: string, reason: string, now: number): Step {
  const counted = withSeat(table, seat, { illegal: seatedAt(table, seat).illegal + 1 });
  const refused: GameEvent = { type: "moveRefused", seat, text: clip(cleanLine(text), KEPT_OF_MOVE), reason };
  const most = table.league?.maxIllegal ?? Number.POSITIVE_INFINITY;
  if (seatedAt(counted, seat).illegal < most) return { table: counted, events: [refused] };
  // In the step of the refusal itself: a call that comes right behind it is too late.
  const over = end(counted, { winner: opponentSeat(table, seat), reason: "illegal-moves" }, now);
  return { table: over.table, events: [refused, ...over.events] };
}

/** A step before which more moves were refused than the log keeps one by one: it counts them against their seats. */
export function withCounted({ table, events }: Step, counts: ReadonlyMap<Seat, number>): Step {
  let counted = table;
  const before: GameEvent[] = [];
  for (const [seat, count] of counts) {
    counted = withSeat(counted, seat, { illegal: seatedAt(counted, seat).illegal + count });
    before.push({ type: "movesRefused", seat, count });
  }
  return { table: counted, events: [...before, ...events] };
}
