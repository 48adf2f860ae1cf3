import type { GameCard } from "../../shared/api.ts";
import { durationText } from "../../shared/duration.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { clockText } from "../ui/format.ts";
import { now } from "../ui/now.ts";
import { LOW_MS } from "./clock.tsx";
import * as strings from "./strings.ts";

/** Milliseconds left for a move below which they are shown beside a clock too. */
const BESIDE_CLOCK_MS = 60_000;

/**
 * Shows the time left for a move of the seat that is to move, where a league limits it, as a clock where there is none;
 * otherwise the time that somebody has been thinking, where there is no clock, but nothing in the first seconds.
 */
export function MoveTime({ game, seat }: { game: GameCard; seat: Seat }) {
  const { clock, move_limit_seconds: limit, person_seats, turn_since } = game;
  const ms = now.value - turn_since;
  if (limit === null)
    return clock || ms < 5_000 ? null : (
      <span class="player-thinking quiet small figures" title={strings.sinceLastMove}>
        {durationText(ms)}
      </span>
    );
  const left = Math.max(0, limit * 1_000 - ms);
  if (clock && left > BESIDE_CLOCK_MS) return null;
  const low = left < LOW_MS;
  return (
    <>
      <span class="visually-hidden" role="alert">
        {low && person_seats.includes(seat) && strings.lessThanSecondsLeftForThisMove(LOW_MS / 1000)}
      </span>
      {!clock && (
        <span class="player-thinking quiet small" aria-hidden="true">
          {strings.forThisMove}
        </span>
      )}
      <span
        class={`${clock ? "player-thinking quiet small" : "clock"} figures`}
        role="timer"
        aria-label={strings.timeForThisMove(seatTitle(seat))}
        title={strings.leftForThisMove}
        data-running="true"
        data-low={low}
      >
        {clockText(left)}
        {clock && ` ${strings.forThisMove}`}
      </span>
    </>
  );
}
