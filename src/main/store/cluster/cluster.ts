import type { Leases } from "./leases.ts";

/** A time in which no host was there, in milliseconds since 1970: nobody could play, and nobody is charged. */
export interface Standstill {
  readonly from: number;
  readonly until: number;
}

/** Connections that are open at other hosts. */
export interface ConnectionRegistry {
  /** Tells the other hosts that somebody has come to this one over a connection, or has gone. */
  opened(connection: string): void;
  closed(connection: string): void;
  /** The connections among these that are open at any host. Rejects with `Unavailable`. */
  openAmong(connections: readonly string[]): Promise<ReadonlySet<string>>;
}

/** The part of a store that serves several hosts. */
export interface Cluster extends ConnectionRegistry {
  /** The leases of this host, among all hosts. */
  readonly leases: Leases;
  /** Milliseconds since 1970 by the clock that all of them go by. */
  now(): number;
  /** Milliseconds by which that clock was put forward, or ran on while this host slept, so far. */
  leapt(): number;
  /**
   * Tells that this host is there, for the first time or after it stood still itself. Gives the times, oldest first, in
   * which none was; one that ends now is among them where no other host was there. Rejects with `Unavailable`.
   * @param awakeUntil when this host last knew itself awake; null where it has just started
   */
  arrive(awakeUntil: number | null): Promise<readonly Standstill[]>;
  /** Whether seats are held by what has this mark; the first who asks decides on it. Rejects with `Unavailable`. */
  seatsAreOf(mark: string): Promise<boolean>;
  /** Asks the host that directs to leave a league alone for a moment, where it is faster here again and again. */
  requestPriority(league: string): void;
  /** Hears that another host asks for that. Returns what ends it. */
  onPriorityRequest(listener: (league: string) => void): () => void;
}
