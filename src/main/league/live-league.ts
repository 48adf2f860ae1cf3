import type { League } from "./machine/league.ts";

/** A league as it stood after a commit; it never changes. */
export interface LiveLeague {
  readonly league: League;
  /** How many events it has; what the next decision is decided on. */
  readonly version: number;
}
