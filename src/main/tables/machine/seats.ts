import { accept, type Result, refuse } from "../../../shared/result.ts";
import { type PlayerKind, type Seat, seatTitle } from "../../../shared/terms.ts";
import { pressClock, stopClock } from "./clock.ts";
import { fallFlag } from "./ending.ts";
import { movesByItself } from "./moves-by-itself.ts";
import {
  clockWaits,
  gameOver,
  indexOf,
  type Seated,
  type Step,
  seatedAt,
  statusOf,
  type Table,
  toMove,
  withSeat,
} from "./table.ts";

/** Clocks run from the moment both players sit, or, where they wait for that, have made their first move. */
export function startClock(table: Table, now: number): Table {
  if (statusOf(table) !== "live" || !table.clock || table.absent !== null || clockWaits(table)) return table;
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
 * Notes that the holder of a seat has come back, over this connection where one is given: the clocks may have waited
 * for that. Null where nothing changes.
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

/** The game after an agent has left a seat: its token ends, with its offers and requests. */
function vacated(table: Table, seat: Seat): Table {
  const { connection, formerConnection, generation } = seatedAt(table, seat);
  const [first, second] = table.offeredAt;
  const unlessOwn = (by: Seat | null) => (by === seat ? null : by);
  return {
    ...withSeat(table, seat, {
      name: null,
      connection: null,
      formerConnection: connection ?? formerConnection,
      generation: generation + 1,
    }),
    drawOffer: unlessOwn(table.drawOffer),
    declined: unlessOwn(table.declined),
    takebackOffer: unlessOwn(table.takebackOffer),
    takebackDeclined: unlessOwn(table.takebackDeclined),
    offeredAt: indexOf(table, seat) === 0 ? [-1, second] : [first, -1],
  };
}

/**
 * Opens an agent's seat for somebody else; its token and its offers end. Its clock stops until the seat is taken again.
 */
export function freeSeat(table: Table, seat: Seat, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const seated = seatedAt(table, seat);
  if (seated.kind !== "agent") return refuse("INVALID_ARGUMENT", `${seatTitle(seat)} is not an agent's seat`);
  if (seated.name === null) return refuse("INVALID_ARGUMENT", `${seatTitle(seat)} is open already`);
  const freed = vacated(table, seat);
  const clock = freed.clock && stopClock(freed.clock, now);
  return accept({ table: { ...freed, clock }, events: [{ type: "seatFreed", seat }] });
}

/** The player who is to take over an agent's seat. */
export interface Successor {
  readonly kind: Exclude<PlayerKind, "agent">;
  readonly name: string;
  readonly settings: Seated["settings"];
}

/**
 * Gives an agent's seat to the person or to the computer, which play on from the current position; the agent's token
 * and its offers end, and the game is no longer rated. Refuses a seat that is no agent's, and a league's.
 */
export function handOver(table: Table, seat: Seat, to: Successor, now: number): Result<Step> {
  if (table.outcome) return gameOver(table);
  const fallen = fallFlag(table, now);
  if (fallen) return accept(fallen);
  if (table.league) return refuse("INVALID_ARGUMENT", `This is a game of league ${table.league.id}`);
  const seated = seatedAt(table, seat);
  if (seated.kind !== "agent") return refuse("INVALID_ARGUMENT", `${seatTitle(seat)} is not an agent's seat`);
  const wasLive = statusOf(table) === "live" && table.absent === null;
  const given = withSeat(vacated(table, seat), seat, {
    ...to,
    driven: movesByItself[to.kind],
    view: "full",
    missed: 0,
  });
  const next: Table = {
    ...given,
    unrated: true,
    absent: table.absent === seat ? null : table.absent,
    startedAt: table.startedAt ?? (statusOf(given) === "live" ? now : null),
  };
  const { kind, name, settings } = to;
  return accept({
    table: wasLive ? next : startClock(next, now),
    events: [{ type: "seatHandedOver", seat, kind, name, level: settings.level ?? null }],
  });
}
