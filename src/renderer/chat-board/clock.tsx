import { useEffect, useMemo, useState } from "preact/hooks";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { clockText } from "../ui/format.ts";
import type { ChatGame } from "./game.ts";
import * as strings from "./strings.ts";

/** A seat's time when it was reported, less the time since then; it stops where no updates come. */
export function Clock({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
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
    <span class="chat-clock figures" role="timer" aria-label={strings.clockOf(seatTitle(seat))} data-running={running}>
      {clockText((clock.remaining_seconds[seat] ?? 0) * 1000 - passed)}
    </span>
  );
}
