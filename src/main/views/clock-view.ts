import type { ApiClock } from "../../shared/api.ts";
import { timeLeft } from "../games/machine/clock.ts";
import type { GameState } from "../games/machine/game-state.ts";

/** The clocks at a moment, in seconds with one decimal; null where the game has none. */
export function clockView(state: GameState, now: number): ApiClock | null {
  const { clock } = state;
  if (!clock) return null;
  const [first, second] = state.seats;
  const seconds = (seat: 0 | 1) => Math.round(timeLeft(clock, seat, now) / 100) / 10;
  return {
    remaining_seconds: { [first.seat]: seconds(0), [second.seat]: seconds(1) },
    increment_seconds: clock.incrementMs / 1000,
    running: state.seats.filter((_, index) => clock.since[index] !== null).map(({ seat }) => seat),
  };
}
