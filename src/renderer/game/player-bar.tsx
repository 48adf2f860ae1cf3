import { useEffect, useState } from "preact/hooks";
import type { GameCard } from "../../shared/api.ts";
import { durationText } from "../../shared/duration.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { soundVolume } from "../settings/settings.ts";
import { JoinPromptButton } from "../ui/copy-button.tsx";
import { clockText, now, shownName } from "../ui/format.ts";
import { PlayerIcon } from "../ui/player-icon.tsx";
import { SeatMark } from "../ui/seat-mark.tsx";
import { type GameAt, isToMove, type TableProps } from "./game-model.ts";
import { playSound } from "./synthesiser.ts";
import "./player-bar.css";

/** Below this many milliseconds a clock warns its player. */
const LOW_MS = 20_000;
/** Below this many milliseconds a clock shows tenths. */
const TENTHS_MS = 10_000;

const clockClasses = "clock rigid pad-0 weight-medium right quiet sunken rounded";

/**
 * A seat's time: the reported one, less the time since where its clock runs. A past position of a finished game shows
 * the time left then; in a running game the current time stays in sight.
 */
function Clock({ model, live, seat }: TableProps & { seat: Seat }) {
  const { game, at } = live;
  const viewedPly = game.status === "finished" ? model.viewedPly.value : null;
  const running = game.clock?.running.includes(seat) ?? false;
  const [, tick] = useState(0);
  const remainingMs = () => {
    const then = viewedPly === null ? null : timeAt(live, seat, viewedPly);
    if (then !== null) return then;
    const toldMs = (game.clock?.remaining_seconds[seat] ?? 0) * 1000;
    // Before the first turn of a match, the person may sit down.
    const begunMs = game.ply < 2 && game.league_id !== null ? Date.now() - game.turn_since : Number.POSITIVE_INFINITY;
    return Math.max(0, toldMs - (running ? Math.max(0, Math.min(begunMs, performance.now() - at)) : 0));
  };
  useEffect(() => {
    if (!running) return;
    let timer = 0;
    const next = () => {
      const ms = remainingMs();
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
  }, [running, live]);

  const ms = remainingMs();
  const low = running && ms < LOW_MS;
  // Announced once, and not with each turn over the announcement of the other side's move.
  const goesOn = (game.clock?.running.length ?? 0) > 0;
  const warns = goesOn && ms < LOW_MS && game.person_seats.includes(seat);
  useEffect(() => {
    if (warns && soundVolume.peek() > 0) playSound("low", soundVolume.peek());
  }, [warns]);
  return (
    <>
      <span class="visually-hidden" role="alert">
        {warns && `Less than ${LOW_MS / 1000} seconds left`}
      </span>
      <span
        class={`${clockClasses} figures`}
        role="timer"
        aria-label={`${seatTitle(seat)}’s clock`}
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
function timeAt({ game }: GameAt, seat: Seat, ply: number): number | null {
  return game.history[ply - 1]?.clock?.[seat === game.seats[0] ? 0 : 1] ?? null;
}

/** Formats the remaining hours, minutes and seconds, rounded down as on a digital clock, with tenths at the end. */
const timeText = (ms: number): string =>
  ms < TENTHS_MS ? `0:0${(Math.floor(ms / 100) / 10).toFixed(1)}` : clockText(Math.floor(ms / 1000) * 1000);

/** Milliseconds left for a move below which they are shown beside a clock too. */
const BESIDE_CLOCK_MS = 60_000;

/**
 * Shows the time left for a move of the seat that is to move, where a league limits it, as a clock where there is none;
 * otherwise the time that somebody has been thinking, where there is no clock, but nothing in the first seconds.
 */
function MoveTime({ game, seat }: { game: GameCard; seat: Seat }) {
  const { clock, move_limit_seconds: limit, person_seats, turn_since } = game;
  const ms = Math.max(0, now.value - turn_since);
  if (limit === null)
    return clock || ms < 5_000 ? null : (
      <span class="player-thinking rigid quiet small figures" title="Since the last move">
        {durationText(ms)}
      </span>
    );
  const remaining = Math.max(0, limit * 1_000 - ms);
  if (clock && remaining > BESIDE_CLOCK_MS) return null;
  const low = remaining < LOW_MS;
  return (
    <>
      <span class="visually-hidden" role="alert">
        {low && person_seats.includes(seat) && `Less than ${LOW_MS / 1000} seconds left for this move`}
      </span>
      {!clock && (
        <span class="player-thinking rigid quiet small" aria-hidden="true">
          for this move
        </span>
      )}
      <span
        class={`${clock ? "player-thinking rigid quiet small" : clockClasses} figures`}
        role="timer"
        aria-label={`${seatTitle(seat)}’s time for this move`}
        title="Left for this move, by the league’s rules"
        data-running="true"
        data-low={low}
      >
        {clockText(remaining)}
        {clock && ` for this move`}
      </span>
    </>
  );
}

/** The player on one side of the board, with the clock and the game's own facts about that side. */
export function PlayerBar({ model, live, seat, place }: TableProps & { seat: Seat; place: "far" | "near" }) {
  const { game, play } = live;
  const player = game.players[seat];
  const prompt = game.join_prompts[seat];
  const toMove = isToMove(game, seat);
  return (
    <div class="player-bar shrinks line" data-seat={seat} data-place={place} data-to-move={toMove}>
      <SeatMark play={play} seats={game.seats} seat={seat} />
      <PlayerIcon player={player} />
      {player?.name === null || player === undefined ? (
        <span class="quiet">Waiting for an assistant</span>
      ) : (
        <span class="line shrinks">
          <bdi class="one-line weight-strong" title={shownName(game, seat)}>
            {shownName(game, seat)}
          </bdi>
          {player.level !== null && player.name !== `Level ${player.level}` && (
            <span class="player-level rigid quiet small">{`level ${player.level}`}</span>
          )}
        </span>
      )}
      {prompt !== undefined && <JoinPromptButton text={prompt} size="small" kind="primary" />}
      <span class="player-captured flex clips grow">
        {play.Beside && <play.Beside course={model.course.value} ply={model.viewedPly.value} seat={seat} />}
      </span>
      {toMove && player?.name !== null && <MoveTime game={game} seat={seat} />}
      <span class="player-turn dot rigid">{toMove && <span class="visually-hidden">to move</span>}</span>
      {game.clock && <Clock model={model} live={live} seat={seat} />}
    </div>
  );
}
