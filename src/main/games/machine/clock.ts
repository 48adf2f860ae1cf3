import { z } from "zod";
import { struct } from "../../../shared/struct.ts";

/** A chess clock with an increment after each move (Fischer). All times in milliseconds. */
export const clockSchema = struct({
  initialMs: z.number(),
  /** The second seat's time at the beginning, where it differs; absent where not. */
  secondMs: z.number().optional(),
  incrementMs: z.number(),
  /** The time left for the first and the second seat when its clock last started or stopped. */
  left: z.tuple([z.number(), z.number()]).readonly(),
  /** When each clock last started; null while it stands. */
  since: z.tuple([z.number().nullable(), z.number().nullable()]).readonly(),
});
export type Clock = z.infer<typeof clockSchema>;
type SeatIndex = 0 | 1;

/** The time that each side has for its moves. */
export type TimeControl = Pick<Clock, "initialMs" | "secondMs" | "incrementMs">;

/** Reads the times of a request, in seconds; no increment where none is named. */
export const timeControl = (clock: {
  readonly initial_seconds: number;
  readonly increment_seconds?: number | undefined;
}): TimeControl => ({
  initialMs: 1_000 * clock.initial_seconds,
  incrementMs: 1_000 * (clock.increment_seconds ?? 0),
});

export const newClock = (initialMs: number, incrementMs: number, secondMs?: number): Clock => ({
  initialMs,
  ...(secondMs === undefined ? {} : { secondMs }),
  incrementMs,
  left: [initialMs, secondMs ?? initialMs],
  since: [null, null],
});

/** The time that a seat has left at a moment, in milliseconds; never below zero. */
export function timeLeft(clock: Clock, seat: SeatIndex, now: number): number {
  const since = clock.since[seat];
  return Math.max(0, clock.left[seat] - (since === null ? 0 : Math.max(0, now - since)));
}

export const timesLeft = (clock: Clock, now: number): readonly [number, number] => [
  timeLeft(clock, 0, now),
  timeLeft(clock, 1, now),
];

/** The same in whole milliseconds, as the log has it. */
export const timesIn = (clock: Clock, now: number) =>
  [Math.round(timeLeft(clock, 0, now)), Math.round(timeLeft(clock, 1, now))] as const;

/** Stops both clocks, gives the mover its increment, and starts the clocks of those to move. */
export function pressClock(clock: Clock, mover: SeatIndex | null, toMove: readonly SeatIndex[], now: number): Clock {
  const side = (seat: SeatIndex): { left: number; since: number | null } => {
    const runs = toMove.includes(seat);
    // Where both choose at once, a choice must not restart the clock of the one who is still thinking.
    if (seat !== mover && runs && clock.since[seat] !== null)
      return { left: clock.left[seat], since: clock.since[seat] };
    const remaining = timeLeft(clock, seat, now) + (seat === mover ? clock.incrementMs : 0);
    return { left: remaining, since: runs ? now : null };
  };
  const [first, second] = [side(0), side(1)];
  return { ...clock, left: [first.left, second.left], since: [first.since, second.since] };
}

/** Stops both clocks where they stand. */
export const stopClock = (clock: Clock, now: number): Clock => pressClock(clock, null, [], now);

/** The clock that runs out first and when, or null while none runs. */
export function nextFlag(clock: Clock): { readonly seat: SeatIndex; readonly at: number } | null {
  const falls = ([0, 1] as const)
    .flatMap((seat) => {
      const since = clock.since[seat];
      return since === null ? [] : [{ seat, at: since + clock.left[seat] }];
    })
    .sort((a, b) => a.at - b.at);
  return falls[0] ?? null;
}

/**
 * Moves the running clocks, or one seat's, over a gap in which nobody, or that seat, could play: what ran until `from`
 * counts, the gap does not, nor does what was left of the time to sit down.
 */
export function skipGap(clock: Clock, from: number, now: number, seats: readonly SeatIndex[] = [0, 1]): Clock {
  const left = (seat: SeatIndex) => (seats.includes(seat) ? timeLeft(clock, seat, from) : clock.left[seat]);
  const since = (seat: SeatIndex) => {
    const before = clock.since[seat];
    return seats.includes(seat) && before !== null ? now + Math.max(0, before - from) : before;
  };
  return { ...clock, left: [left(0), left(1)], since: [since(0), since(1)] };
}
