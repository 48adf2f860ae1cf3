import { RecentMap } from "../../shared/recent-map.ts";
import type { Seat } from "../../shared/terms.ts";
import { awakeTime } from "../base/awake-time.ts";
import { type GameState, seatedAt } from "./machine/game-state.ts";

/** The last sign of life of a seat's holder, and whether it is in a call. */
export interface SeatPresence {
  /** Milliseconds since 1970, without standstills of the host, in which nobody could call. */
  readonly at: number;
  readonly underWay: number;
  /** The calls under way that go on in the background: their client's turn has ended, and their answer wakes it. */
  readonly inBackground: number;
  /** The id of the last event that its holder may know. */
  readonly event: number;
}

/** The calls of seats' holders, so that a person can see whether anybody is there. In memory only. */
export type SeatCalls = ReturnType<typeof createSeatCalls>;

/** Holders that are remembered. */
const REMEMBERED = 10_000;

export function createSeatCalls(now: () => number) {
  const recent = new RecentMap<string, Omit<SeatPresence, "at"> & { readonly awakeAt: number }>(REMEMBERED);
  const keyOf = (state: GameState, seat: Seat) => `${state.id} ${seat} ${seatedAt(state, seat).generation}`;
  const change = (key: string, calls: number, inBackground: number, event = 0) => {
    const before = recent.get(key);
    recent.set(key, {
      awakeAt: awakeTime.now(),
      underWay: Math.max(0, (before?.underWay ?? 0) + calls),
      inBackground: Math.max(0, (before?.inBackground ?? 0) + inBackground),
      event: Math.max(before?.event ?? 0, event),
    });
  };
  return {
    /** Notes a call of the holder, which is told of the game up to this event. */
    noteAnswer: (state: GameState, seat: Seat, event: number): void => change(keyOf(state, seat), 0, 0, event),
    /**
     * Notes that the holder's call goes on, perhaps in the background; returns a function to call when it is answered,
     * with the last event that it may be told of.
     */
    noteWait: (state: GameState, seat: Seat, isBackground: boolean) => {
      const key = keyOf(state, seat);
      const inBackground = isBackground ? 1 : 0;
      change(key, 1, inBackground);
      return (event: number): void => change(key, -1, -inBackground, event);
    },
    /** Null for a holder that was not heard of since the host started. */
    of: (state: GameState, seat: Seat): SeatPresence | null => {
      const call = recent.get(keyOf(state, seat));
      if (!call) return null;
      const { awakeAt, ...calls } = call;
      return { ...calls, at: now() - (awakeTime.now() - awakeAt) };
    },
  };
}
