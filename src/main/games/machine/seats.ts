import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import { type PlayerKind, type Seat, seatTitle } from "../../../shared/terms.ts";
import { pressClock, stopClock } from "./clock.ts";
import { overBefore } from "./ending.ts";
import {
  clockWaits,
  type GameState,
  gameOver,
  indexOf,
  movesByItself,
  type SeatState,
  type Step,
  seatedAt,
  statusOf,
  toMove,
  withSeat,
} from "./game-state.ts";
import { leagueRefusal } from "./rights.ts";

/** Clocks run from the moment both players sit, or, where they wait for that, have made their first move. */
export function startClock(state: GameState, now: number): GameState {
  if (statusOf(state) !== "live" || !state.clock || state.absent !== null || clockWaits(state)) return state;
  const running = toMove(state).map((seat) => indexOf(state, seat));
  return { ...state, turnSince: now, clock: pressClock(state.clock, null, running, now) };
}

/** The game once somebody new sits in a seat: nobody waits for it any more, and both may be there for the first time. */
const occupySeat = (state: GameState, seat: Seat, now: number): GameState => ({
  ...state,
  absent: state.absent === seat ? null : state.absent,
  startedAt: state.startedAt ?? (statusOf(state) === "live" ? now : null),
});

/** Seats an agent. Refuses when the seat is not open. */
export function takeSeat(
  state: GameState,
  seat: Seat,
  name: string,
  connection: string | null,
  now: number,
): Result<Step> {
  if (state.outcome) return gameOver(state);
  if (seatedAt(state, seat).name !== null) return refuse("SEAT_TAKEN", "Both seats are taken");
  const occupation = occupySeat(withSeat(state, seat, { name, connection }), seat, now);
  return accept({ state: startClock(occupation, now), events: [{ type: "seatTaken", seat, name }] });
}

/**
 * Notes that the holder of a seat has come back, over this connection where one is given: the clocks may have waited
 * for that. Null where nothing changes.
 */
export function returnToSeat(state: GameState, seat: Seat, connection: string | null, now: number): Step | null {
  const seatState = seatedAt(state, seat);
  const moves = seatState.kind === "agent" && connection !== null && seatState.connection !== connection;
  const wasAbsent = state.absent === seat;
  if (!moves && !wasAbsent) return null;
  const bound = moves ? withSeat(state, seat, { connection }) : state;
  const present = wasAbsent ? startClock({ ...bound, absent: null }, now) : bound;
  return { state: present, events: [{ type: "holderReturned", seat }] };
}

/** The game after an agent has left a seat: its token ends, with its offers and requests. */
function vacateSeat(state: GameState, seat: Seat): GameState {
  const { connection, formerConnection, generation } = seatedAt(state, seat);
  const [first, second] = state.offeredAt;
  const unlessOwn = (by: Seat | null) => (by === seat ? null : by);
  return {
    ...withSeat(state, seat, {
      name: null,
      connection: null,
      formerConnection: connection ?? formerConnection,
      generation: generation + 1,
    }),
    drawOffer: unlessOwn(state.drawOffer),
    declined: unlessOwn(state.declined),
    takebackOffer: unlessOwn(state.takebackOffer),
    takebackDeclined: unlessOwn(state.takebackDeclined),
    offeredAt: indexOf(state, seat) === 0 ? [-1, second] : [first, -1],
  };
}

/**
 * Opens an agent's seat for somebody else; its token and its offers end. Its clock stops until the seat is taken again.
 */
export function freeSeat(state: GameState, seat: Seat, now: number): Result<Step> {
  if (state.outcome) return gameOver(state);
  const refusal = leagueRefusal(state, "freeSeat");
  if (refusal) return refusal;
  const seatState = seatedAt(state, seat);
  if (seatState.kind !== "agent") return invalid(`${seatTitle(seat)} is not an agent's seat`);
  if (seatState.name === null) return invalid(`${seatTitle(seat)} is open already`);
  const vacancy = vacateSeat(state, seat);
  const clock = vacancy.clock && stopClock(vacancy.clock, now);
  return accept({ state: { ...vacancy, clock }, events: [{ type: "seatFreed", seat }] });
}

/**
 * Ends all proofs of who holds a seat of a league's game: the entrant's place has a new token, by which its agent comes
 * back to it. Null where the seat is of that generation or a later one already.
 */
export function reissueSeat(state: GameState, seat: Seat, generation: number): Step | null {
  const { connection, formerConnection, generation: before } = seatedAt(state, seat);
  if (state.outcome || !state.league || before >= generation) return null;
  const change = { generation, connection: null, formerConnection: connection ?? formerConnection };
  return { state: withSeat(state, seat, change), events: [{ type: "seatReissued", seat }] };
}

/** The player who is to take over an agent's seat. */
export interface Successor {
  readonly kind: Exclude<PlayerKind, "agent">;
  readonly name: string;
  readonly settings: SeatState["settings"];
}

/**
 * Gives an agent's seat to the person or to the computer, which play on from the current position; the agent's token
 * and its offers end. Refuses a seat that is no agent's, and a league's.
 */
export function handOver(state: GameState, seat: Seat, to: Successor, now: number): Result<Step> {
  const refusal = overBefore(state, now) ?? leagueRefusal(state, "handOver");
  if (refusal) return refusal;
  const seatState = seatedAt(state, seat);
  if (seatState.kind !== "agent") return invalid(`${seatTitle(seat)} is not an agent's seat`);
  const wasLive = statusOf(state) === "live" && state.absent === null;
  const change = { ...to, driven: movesByItself[to.kind], view: "full", missed: 0 } as const;
  const next = occupySeat(withSeat(vacateSeat(state, seat), seat, change), seat, now);
  const { kind, name, settings } = to;
  return accept({
    state: wasLive ? next : startClock(next, now),
    events: [{ type: "seatHandedOver", seat, kind, name, level: settings.level ?? null }],
  });
}
