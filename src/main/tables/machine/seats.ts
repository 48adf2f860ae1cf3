import { accept, type Result, refuse } from "../../../shared/result.ts";
import { type Seat, seatTitle } from "../../../shared/terms.ts";
import { pressClock, stopClock } from "./clock.ts";
import { gameOver, indexOf, type Step, seatedAt, statusOf, type Table, toMove, withSeat } from "./table.ts";

/** Clocks run from the moment both players sit. */
export function startClock(table: Table, now: number): Table {
  if (statusOf(table) !== "live" || !table.clock || table.absent !== null) return table;
  const running = toMove(table).map((seat) => indexOf(table, seat));
  return { ...table, turnSince: now, clock: pressClock(table.clock, null, running, now) };
}

/** Seats an agent. Refuses when the seat is not open. */
export function takeSeat(table: Table, seat: Seat, name: string, connection: string | null, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  if (seatedAt(table, seat).name !== null) return refuse("SEAT_TAKEN", "Both seats are taken");
  const seated = withSeat(table, seat, { name, connection });
  const taken: Table = {
    ...seated,
    absent: table.absent === seat ? null : table.absent,
    startedAt: table.startedAt ?? (statusOf(seated) === "live" ? now : null),
  };
  return accept({ table: startClock(taken, now), events: [{ type: "seatTaken", seat, name }] });
}

/**
 * Takes note that the holder of a seat has come back, over this connection where one is given: the clocks may have
 * waited for that. Null where nothing changes by it.
 */
export function returnToSeat(table: Table, seat: Seat, connection: string | null, now: number): Step | null {
  const seated = seatedAt(table, seat);
  const moves = seated.kind === "agent" && connection !== null && seated.connection !== connection;
  const wasAbsent = table.absent === seat;
  if (!moves && !wasAbsent) return null;
  const bound = moves ? withSeat(table, seat, { connection }) : table;
  const present = wasAbsent ? startClock({ ...bound, absent: null }, now) : bound;
  return { table: present, events: [{ type: "holderReturned", seat }] };
}

/** Opens an agent's seat for somebody else and ends its token. Its clock stands until the seat is taken again. */
export function freeSeat(table: Table, seat: Seat, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const seated = seatedAt(table, seat);
  if (seated.kind !== "agent") return refuse("INVALID_ARGUMENT", `${seatTitle(seat)} is not an agent's seat`);
  if (seated.name === null) return refuse("INVALID_ARGUMENT", `${seatTitle(seat)} is open already`);
  const freed = withSeat(table, seat, {
    name: null,
    connection: null,
    formerConnection: seated.connection,
    generation: seated.generation + 1,
  });
  const clock = freed.clock && stopClock(freed.clock, now);
  return accept({ table: { ...freed, clock }, events: [{ type: "seatFreed", seat }] });
}
