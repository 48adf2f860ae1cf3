import { useComputed } from "@preact/signals";
import type { ApiClock } from "../../shared/api.ts";
import type { Seat } from "../../shared/terms.ts";
import { seatTitle } from "../../shared/terms.ts";
import { clockText } from "../ui/format.ts";
import { KindIcon } from "../ui/icons.tsx";
import { now } from "../ui/now.ts";
import type { Known } from "./known-games.ts";
import { PlayerName } from "./player-name.tsx";
import * as strings from "./strings.ts";

/** The player of a seat, whether it is to move, and its clock while the game goes on. */
export function PlayerLine({ known: { game, at }, seat }: { known: Known; seat: Seat }) {
  const player = game.players[seat];
  const toMove = game.status === "live" && game.turn === seat;
  const lost = game.result !== null && game.result.winner !== null && game.result.winner !== seat;
  return (
    <p class={`player-line${toMove ? " to-move" : ""}${lost ? " lost" : ""}`}>
      {player && <KindIcon kind={player.kind} name={player.name} />}
      <span class="player-name one-line">
        {player?.name == null ? (
          <span class="open-seat">{strings.openSeat}</span>
        ) : (
          <PlayerName game={game} seat={seat} />
        )}
      </span>
      <span class="visually-hidden">{toMove ? strings.toMoveSeat(seatTitle(seat)) : `, ${seatTitle(seat)}`}</span>
      {game.clock && game.status !== "finished" && <ClockFace clock={game.clock} at={at} seat={seat} />}
    </p>
  );
}

/** Counts down without redrawing the card. */
function ClockFace({ clock, at, seat }: { clock: ApiClock; at: number; seat: Seat }) {
  const left = (clock.remaining_seconds[seat] ?? 0) * 1000;
  const running = clock.running.includes(seat);
  return (
    <span class={`clock-face figures${running ? " running" : ""}`}>
      {running ? <Countdown key={`${at} ${left}`} left={left} at={at} /> : clockText(left)}
    </span>
  );
}

function Countdown({ left, at }: { left: number; at: number }) {
  const text = useComputed(() => {
    // The tick only triggers a look; the time is measured, since the system's clock may be set, and goes on during
    // sleep.
    void now.value;
    return clockText(left - (performance.now() - at));
  });
  return <>{text}</>;
}
