import { markProps } from "../../games/page.ts";
import type { GameCard } from "../../shared/api.ts";
import { durationText } from "../../shared/duration.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { JoinPromptButton } from "../ui/copy-button.tsx";
import { clockText } from "../ui/format.ts";
import { shownName } from "../ui/game-words.ts";
import { KindIcon } from "../ui/icons.tsx";
import { now } from "../ui/now.ts";
import { Clock, LOW_MS } from "./clock.tsx";
import { isToMove, type TableProps } from "./game-model.ts";
import * as strings from "./strings.ts";
import "./player-bar.css";

/** Milliseconds left for a move below which they are shown beside a clock too. */
const BESIDE_CLOCK_MS = 60_000;

/**
 * Shows the time left for a move of the seat that is to move, where a league limits it, as a clock where there is none;
 * otherwise the time that somebody has been thinking, where there is no clock, but nothing in the first seconds.
 */
function MoveTime({ game, seat }: { game: GameCard; seat: Seat }) {
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
