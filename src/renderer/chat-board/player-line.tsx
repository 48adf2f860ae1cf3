import { useEffect, useMemo, useState } from "preact/hooks";
import { markProps } from "../../games/page.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { KindIcon } from "../ui/button.tsx";
import { clockText } from "../ui/format.ts";
import type { ChatGame } from "./game.ts";
import * as strings from "./strings.ts";

/** A seat's time when it was reported, less the time since then; it stops where no updates come. */
function Clock({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const { clock } = game.state.value;
  const told = useMemo(() => performance.now(), [clock]);
  const [, tick] = useState(0);
  const running = game.link.value.kind === "following" && (clock?.running.includes(seat) ?? false);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => tick((count) => count + 1), 250);
    return () => clearInterval(timer);
  }, [running]);

  if (!clock) return null;
  const passed = running ? performance.now() - told : 0;
  return (
    <span
      class="chat-clock figures quiet"
      role="timer"
      aria-label={strings.clockOf(seatTitle(seat))}
      data-running={running}
    >
      {clockText((clock.remaining_seconds[seat] ?? 0) * 1000 - passed)}
    </span>
  );
}

/** The player on one side of the board. */
export function PlayerLine({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const state = game.state.value;
  const player = state.players[seat];
  const toMove = state.result === null && state.turn === seat;
  const ahead = game.play.aheadBy(state.view, seat);
  const mark = game.play.marks[seat === state.seats[0] ? 0 : 1];
  return (
    <div class="chat-player line" data-seat={seat} data-to-move={toMove}>
      <span
        class="chat-side-mark"
        {...markProps(mark)}
        role="img"
        aria-label={seatTitle(seat)}
        title={seatTitle(seat)}
      />
      {player && <KindIcon kind={player.kind} />}
      <bdi class="one-line">{player?.name ?? strings.waitingForAgent}</bdi>
      {seat === game.seat && <span class="chat-you quiet">{strings.you}</span>}
      {player && player.level !== null && <span class="chat-quiet">{strings.level(player.level)}</span>}
      {ahead > 0 && (
        <span class="chat-quiet figures" title={strings.material}>
          +{ahead}
        </span>
      )}
      {toMove && <span class="visually-hidden">{strings.toMove}</span>}
      <Clock game={game} seat={seat} />
    </div>
  );
}
