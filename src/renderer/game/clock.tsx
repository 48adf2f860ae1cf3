import { useEffect, useState } from "preact/hooks";
import type { Seat } from "../../shared/terms.ts";
import { seatTitle } from "../../shared/terms.ts";
import { volume } from "../settings/settings.ts";
import { clockText } from "../ui/format.ts";
import type { TableProps, Told } from "./game-model.ts";
import * as strings from "./strings.ts";
import { play } from "./synthesiser.ts";

/** Below this many milliseconds a clock warns its player. */
export const LOW_MS = 20_000;
/** Below this many milliseconds a clock shows tenths. */
const TENTHS_MS = 10_000;

/**
 * A seat's time: the reported one, less the time since where its clock runs. A past position of a finished game shows
 * the time left then; in a running game the current time stays in sight.
 */
export function Clock({ model, told, seat }: TableProps & { seat: Seat }) {
  const { game, at } = told;
  const viewed = game.status === "finished" ? model.viewed.value : null;
  const running = game.clock?.running.includes(seat) ?? false;
  const [, tick] = useState(0);
  const left = () => {
    const then = viewed === null ? null : timeAt(told, seat, viewed);
    if (then !== null) return then;
    const toldMs = (game.clock?.remaining_seconds[seat] ?? 0) * 1000;
    return Math.max(0, toldMs - (running ? performance.now() - at : 0));
  };
  useEffect(() => {
    if (!running) return;
    let timer = 0;
    const next = () => {
      const ms = left();
      // Milliseconds until the shown second or tenth changes.
      timer = window.setTimeout(
        () => {
          tick((count) => count + 1);
          next();
        },
        ms <= 0 ? 1_000 : Math.max(20, ms < TENTHS_MS ? 100 : ms % 1000 || 1000),
      );
    };
    next();
    return () => clearTimeout(timer);
  }, [running, told]);

  const ms = left();
  const low = running && ms < LOW_MS;
  // Announced once, and not with each turn over the announcement of the other side's move.
  const goesOn = (game.clock?.running.length ?? 0) > 0;
  const warns = goesOn && ms < LOW_MS && game.person_seats.includes(seat);
  useEffect(() => {
    if (warns && volume.peek() > 0) play("low", volume.peek());
  }, [warns]);
  return (
    <>
      <span class="visually-hidden" role="alert">
        {warns && strings.lessThanSecondsLeft(LOW_MS / 1000)}
      </span>
      <span
        class="clock figures"
        role="timer"
        aria-label={strings.clockOf(seatTitle(seat))}
        data-seat={seat}
        data-running={running}
        data-low={low}
      >
        {timeText(ms)}
      </span>
    </>
  );
}

/** The time left after the seat's last move up to a ply; null where no move has it. */
function timeAt({ game }: Told, seat: Seat, ply: number): number | null {
  const index = seat === game.seats[0] ? 0 : 1;
  return game.history[ply - 1]?.clock?.[index] ?? null;
}

/** Formats the remaining hours, minutes and seconds, rounded down as on a digital clock, with tenths at the end. */
const timeText = (ms: number): string =>
  ms < TENTHS_MS ? `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}` : clockText(Math.floor(ms / 1000) * 1000);
