import type { ComponentChildren } from "preact";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { CopyButton } from "../ui/copy-button.tsx";
import { KindIcon } from "../ui/icons.tsx";
import { Clock } from "./clock.tsx";
import { type GameModel, isToMove, type Told } from "./game-model.ts";

export interface PlayerBarProps {
  readonly model: GameModel;
  readonly told: Told;
  readonly seat: Seat;
  /** What the game has to say of this side. */
  readonly children: ComponentChildren;
}

/** Who sits on one side of the board, with the clock. */
export function PlayerBar({ model, told, seat, children }: PlayerBarProps) {
  const { game, play } = told;
  const player = game.players[seat];
  const prompt = game.join_prompts[seat];
  const toMove = isToMove(game, seat);
  const mark = play.marks[seat === game.seats[0] ? 0 : 1];
  return (
    <div class="player-bar" data-seat={seat} data-to-move={toMove}>
      <span class="player-side" data-mark={mark} role="img" aria-label={seatTitle(seat)} title={seatTitle(seat)} />
      {player && <KindIcon kind={player.kind} />}
      {player?.name === null || player === undefined ? (
        <span class="player-open">Waiting for an agent</span>
      ) : (
        <span class="player-who">
          <bdi class="one-line">{player.name}</bdi>
          {player.level !== null && <span class="player-level">level {player.level}</span>}
        </span>
      )}
      {prompt !== undefined && (
        <CopyButton text={prompt} size="small" kind="primary" done="Join prompt copied. Paste it into your assistant.">
          Copy join prompt
        </CopyButton>
      )}
      <span class="player-captured">{children}</span>
      <span class="player-turn">{toMove && <span class="visually-hidden">to move</span>}</span>
      {game.clock && <Clock model={model} told={told} seat={seat} />}
    </div>
  );
}
