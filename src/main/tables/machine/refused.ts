import type { GameEvent } from "../../../shared/events.ts";
import type { Seat } from "../../../shared/terms.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { end } from "./ending.ts";
import { opponentSeat, type Step, seatedAt, type Table, withSeat } from "./table.ts";

/** Most characters of a refused move that the log keeps. */
const KEPT_OF_MOVE = 40;

/** The game after a refused move: it counts against its seat, and may lose a league's game. */
export function withRefused(table: Table, seat: Seat, text: string, reason: string, now: number): Step {
  const counted = withSeat(table, seat, { illegal: seatedAt(table, seat).illegal + 1 });
  const refused: GameEvent = { type: "moveRefused", seat, text: clip(cleanLine(text), KEPT_OF_MOVE), reason };
  const most = table.league?.maxIllegal ?? Number.POSITIVE_INFINITY;
  if (seatedAt(counted, seat).illegal < most) return { table: counted, events: [refused] };
  // In the step of the refusal itself: a call right behind it is too late.
  const over = end(counted, { winner: opponentSeat(table, seat), reason: "illegal-moves" }, now);
  return { table: over.table, events: [refused, ...over.events] };
}

/** Adds to a step the refused moves before it that the log does not keep one by one: they count against their seats. */
export function withCounted({ table, events }: Step, counts: ReadonlyMap<Seat, number>): Step {
  let counted = table;
  const before: GameEvent[] = [];
  for (const [seat, count] of counts) {
    counted = withSeat(counted, seat, { illegal: seatedAt(counted, seat).illegal + count });
    before.push({ type: "movesRefused", seat, count });
  }
  return { table: counted, events: [...before, ...events] };
}
