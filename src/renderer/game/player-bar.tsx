import { markProps } from "../../games/page.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { JoinPromptButton } from "../ui/copy-button.tsx";
import { shownName } from "../ui/game-words.ts";
import { KindIcon } from "../ui/icons.tsx";
import { Clock } from "./clock.tsx";
import { isToMove, type TableProps } from "./game-model.ts";
import { MoveTime } from "./move-time.tsx";
import * as strings from "./strings.ts";
import "./player-bar.css";

/** The player on one side of the board, with the clock and the game's own facts about that side. */
export function PlayerBar({ model, told, seat, place }: TableProps & { seat: Seat; place: "far" | "near" }) {
  const { game, play } = told;
  const player = game.players[seat];
  const prompt = game.join_prompts[seat];
  const toMove = isToMove(game, seat);
  const mark = play.marks[seat === game.seats[0] ? 0 : 1];
  return (
    <div class="player-bar" data-seat={seat} data-place={place} data-to-move={toMove}>
      <span class="player-side" {...markProps(mark)} role="img" aria-label={seatTitle(seat)} title={seatTitle(seat)} />
      {player && <KindIcon kind={player.kind} name={player.name} />}
      {player?.name === null || player === undefined ? (
        <span class="quiet">{strings.waitingForAgent}</span>
      ) : (
        <span class="player-who">
          <bdi class="one-line" title={shownName(game, seat)}>
            {shownName(game, seat)}
          </bdi>
          {player.level !== null && player.name !== `Level ${player.level}` && (
            <span class="player-level quiet small">{strings.level(player.level)}</span>
          )}
        </span>
      )}
      {prompt !== undefined && <JoinPromptButton text={prompt} size="small" kind="primary" />}
      <span class="player-captured">
        {play.Beside && <play.Beside course={model.course.value} ply={model.viewed.value} seat={seat} />}
      </span>
      {toMove && player?.name !== null && <MoveTime game={game} seat={seat} />}
      <span class="player-turn">{toMove && <span class="visually-hidden">{strings.toMove}</span>}</span>
      {game.clock && <Clock model={model} told={told} seat={seat} />}
    </div>
  );
}
