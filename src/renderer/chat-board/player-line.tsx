import { markProps } from "../../games/page.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { KindIcon } from "../ui/icons.tsx";
import { Clock } from "./clock.tsx";
import type { ChatGame } from "./game.ts";
import * as strings from "./strings.ts";

/** The player on one side of the board. */
export function PlayerLine({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const state = game.state.value;
  const player = state.players[seat];
  const toMove = state.result === null && state.turn === seat;
  const ahead = game.play.aheadBy(state.view, seat);
  const mark = game.play.marks[seat === state.seats[0] ? 0 : 1];
  return (
    <div class="chat-player" data-seat={seat} data-to-move={toMove}>
      <span
        class="chat-side-mark"
        {...markProps(mark)}
        role="img"
        aria-label={seatTitle(seat)}
        title={seatTitle(seat)}
      />
      {player && <KindIcon kind={player.kind} />}
      <bdi class="one-line">{player?.name ?? strings.waitingForAgent}</bdi>
      {seat === game.seat && <span class="chat-you">{strings.you}</span>}
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
