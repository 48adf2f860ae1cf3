import type { Seat } from "../../shared/terms.ts";
import { awakeTime } from "../awake-time.ts";
import { type Seated, seatedAt, type Table } from "./machine/table.ts";

/** When a seat's holder was last heard of, and whether a call of its is under way. */
export interface SeatCall {
  /** Milliseconds since 1970; no earlier for a standstill of the host, in which nobody could call. */
  readonly at: number;
  readonly underWay: number;
}

/** The calls of those who hold seats, for the person who wonders whether anybody is there. In memory alone. */
export interface SeatCalls {
  /** The holder has called. */
  heard(table: Table, seat: Seat): void;
  /** The holder's call goes on; gives what to call when it is answered. */
  began(table: Table, seat: Seat): () => void;
  /** Null for a holder that was not heard of since the host started. */
  of(table: Table, seat: Seat): SeatCall | null;
}

/** Holders that are remembered. */
const REMEMBERED = 10_000;

export function createSeatCalls(now: () => number): SeatCalls {
  const known = new Map<string, Omit<SeatCall, "at"> & { readonly awakeAt: number }>();
  const keyOf = (id: string, { seat, generation }: Seated) => `${id} ${seat} ${generation}`;
  const change = (key: string, by: number) => {
    const before = known.get(key)?.underWay ?? 0;
    known.delete(key);
    known.set(key, { awakeAt: awakeTime.now(), underWay: Math.max(0, before + by) });
    const [oldest] = known.keys();
    if (known.size > REMEMBERED && oldest !== undefined) known.delete(oldest);
  };
  return {
    heard: (table, seat) => change(keyOf(table.id, seatedAt(table, seat)), 0),
    began: (table, seat) => {
      const key = keyOf(table.id, seatedAt(table, seat));
      change(key, 1);
      return () => change(key, -1);
    },
    of: (table, seat) => {
      const call = known.get(keyOf(table.id, seatedAt(table, seat)));
      return call ? { at: now() - (awakeTime.now() - call.awakeAt), underWay: call.underWay } : null;
    },
  };
}
