import type { GameEvent } from "../../../shared/events.ts";
import type { Seat } from "../../../shared/terms.ts";
import { type Step, seatedAt, withSeat } from "./table.ts";

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
