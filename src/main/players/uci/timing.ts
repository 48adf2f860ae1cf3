import { definitionOf } from "../../../games/register.ts";
import type { AddedEngine } from "../../../shared/api.ts";
import type { MoveContext } from "../driver.ts";

/** The part of a move's time that is kept for the answer's way to the game, and its maximum in milliseconds. */
const KEPT_PART = 0.2;
const KEPT_MS = 500;

/** The commands that tell an engine its time. */
export interface Timing {
  readonly go: string;
  /** Milliseconds until it is stopped; null where the move has any time. */
  readonly stopMs: number | null;
  /** Milliseconds after which it has hung. */
  readonly limitMs: number;
}

/**
 * By the clocks where there are any, else so many milliseconds; `spentMs` have passed since the request. Null where the
 * time for the move is over.
 */
export function timingOf(
  { move_ms: moveMs }: AddedEngine,
  { kind, seat, clock, timeMs }: Pick<MoveContext, "kind" | "seat" | "clock" | "timeMs">,
  spentMs: number,
): Timing | null {
  const left = timeMs === null ? null : timeMs - spentMs;
  if (left !== null && left <= 0) return null;
  const stopMs = left === null ? null : left - Math.min(left * KEPT_PART, KEPT_MS);
  if (!clock) {
    const ms = Math.max(1, Math.floor(Math.min(moveMs, stopMs ?? moveMs)));
    return { go: `go movetime ${ms}`, stopMs, limitMs: left ?? ms };
  }
  const own = definitionOf(kind).seats.indexOf(seat);
  const [white, black] = clock.left.map((ms, place) => Math.max(1, Math.floor(place === own ? ms - spentMs : ms)));
  const { incrementMs } = clock;
  return {
    go: `go wtime ${white} btime ${black} winc ${incrementMs} binc ${incrementMs}`,
    stopMs,
    limitMs: left ?? Math.max(...clock.left),
  };
}
