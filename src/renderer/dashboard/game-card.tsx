import { findPage } from "../../games/pages.ts";
import type { ApiClock, GameCard as Game } from "../../shared/api.ts";
import { gamePath } from "../app/address.ts";
import { MiniBoard } from "../mini-board/mini-board.tsx";
import { clockText, endInWords, now, shownName } from "../ui/format.ts";
import { useNearView } from "../ui/when-near.tsx";
import "./game-card.css";
import { useComputed } from "@preact/signals";
import { durationText } from "../../shared/duration.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import { JoinPromptButton } from "../ui/copy-button.tsx";
import { PlayerIcon } from "../ui/player-icon.tsx";
import { knownGame, type LearntGame } from "./counts.ts";
import { isYourTurn } from "./filters.ts";

export const GameCards = ({ ids, ...rest }: { ids: readonly string[]; class: string; "aria-label"?: string }) => (
  <ul {...rest}>
    {ids.map((id) => (
      <GameCard key={id} id={id} />
    ))}
  </ul>
);

/** A game in the list: its space always, and its content while it is visible. */
export function GameCard({ id }: { id: string }) {
  const { ref, near } = useNearView<HTMLLIElement>();
  return (
    <li ref={ref} class="card clips anchor grid shrinks rounded surface" data-game={id}>
      {near ? <Contents id={id} /> : <div class="card-board grid middle" />}
    </li>
  );
}

function Contents({ id }: { id: string }) {
  const entry = knownGame(id)?.value;
  if (!entry) return null;
  const { game } = entry;
  const [first, second] = game.seats;
  const isFlipped = game.person_seats.length === 1 && game.person_seats[0] === second;
  const [bottom, top] = isFlipped ? [second, first] : [first, second];
  return (
    <>
      <a class="card-link fills" href={gamePath(game)}>
        <span class="visually-hidden">{cardName(game)}</span>
      </a>
      <PlayerLine entry={entry} seat={top} />
      <div class="card-board grid middle">
        <MiniBoard view={game.view} lastMove={game.last_move} isFlipped={isFlipped} />
      </div>
      <PlayerLine entry={entry} seat={bottom} />
      <p class="card-foot pad-0 shrinks text-xs ruled quiet line">
        <CardState entry={entry} />
        {/* The number of a league's game names its match: long, and said by its page. */}
        {game.league_id === null && <span class="card-id unbroken push figures">{game.game_id}</span>}
      </p>
    </>
  );
}

function cardName(game: Game): string {
  const names = game.seats.map((seat) => (game.players[seat]?.name == null ? "open seat" : shownName(game, seat)));
  return `${findPage(game.game)?.title ?? game.game} ${game.game_id}: ${names.join(" against ")}`;
}

/** The state of a game, in a few words. */
function CardState({ entry: { game } }: { entry: LearntGame }) {
  if (game.study !== null)
    return (
      <span class="card-state one-line">
        <StudyName name={game.study} />
      </span>
    );
  if (game.status === "finished") return <span class="card-state result tight">{endInWords(game)}</span>;
  if (game.status === "open") {
    const [prompt = ""] = Object.values(game.join_prompts);
    return <JoinPromptButton size="small" text={prompt} />;
  }
  const yours = isYourTurn(game);
  // Names the person to move where two share the board.
  const own = yours && game.person_seats.length === 1;
  return (
    <span class={`card-state${yours ? " yours" : ""}`}>
      <span class="one-line">
        {own ? "Your turn" : game.turn === null ? "Both to choose" : <ToMove seat={game.turn} />}
      </span>
      <span class="quiet">·</span>
      <span class="since rigid figures">
        <ElapsedTime key={game.turn_since} since={game.turn_since} />
      </span>
    </span>
  );
}

/** The mark at the player's line shows it too, where a card is too narrow for all of it. */
const ToMove = ({ seat }: { seat: Seat }) => (
  <>
    {seatTitle(seat)}
    <span class="turn-words"> to move</span>
  </>
);

/** The time since a moment; ticks without redrawing the card. */
function ElapsedTime({ since }: { since: number }) {
  return <>{useComputed(() => durationText(now.value - since))}</>;
}

/** The player of a seat, whether it is to move, and its clock while the game goes on. */
function PlayerLine({ entry: { game, at }, seat }: { entry: LearntGame; seat: Seat }) {
  const player = game.players[seat];
  const toMove = game.status === "live" && game.turn === seat;
  const lost = game.result !== null && game.result.winner !== null && game.result.winner !== seat;
  return (
    <p class={`player-line line shrinks small${toMove ? " to-move" : ""}${lost ? " lost" : ""}`}>
      <PlayerIcon player={player} />
      <span class="player-name grow weight-medium one-line">
        {player?.name == null ? <span class="open-seat">Open seat</span> : <PlayerName game={game} seat={seat} />}
      </span>
      <span class="visually-hidden">{toMove ? `, ${seatTitle(seat)}, to move` : `, ${seatTitle(seat)}`}</span>
      {game.clock && game.status !== "finished" && <ClockFace clock={game.clock} at={at} seat={seat} />}
    </p>
  );
}

/** Counts down without redrawing the card. */
function ClockFace({ clock, at, seat }: { clock: ApiClock; at: number; seat: Seat }) {
  const remaining = (clock.remaining_seconds[seat] ?? 0) * 1000;
  const running = clock.running.includes(seat);
  return (
    <span class={`clock-face rounded-s rigid quiet figures${running ? " running" : ""}`}>
      {running ? <Countdown key={`${at} ${remaining}`} ms={remaining} at={at} /> : clockText(remaining)}
    </span>
  );
}

function Countdown({ ms, at }: { ms: number; at: number }) {
  const text = useComputed(() => {
    // The tick only triggers a look; the time is measured, since the system's clock may be set, and goes on during
    // sleep.
    void now.value;
    return clockText(ms - (performance.now() - at));
  });
  return <>{text}</>;
}

/** A player's name, with the computer's level where the name does not contain it. */
export function PlayerName({ game, seat }: { readonly game: Game; readonly seat: Seat }) {
  const name = shownName(game, seat);
  const level = game.players[seat]?.level ?? null;
  return (
    <>
      <bdi title={name}>{name}</bdi>
      {level !== null && name !== `Level ${level}` && (
        <span class="level">
          {" "}
          <span class="level-word">level </span>
          {level}
        </span>
      )}
    </>
  );
}

/** Marks a game as a study, with the person's name for it. */
export const StudyName = ({ name }: { name: string }) => (
  <>
    Study: <bdi>{name}</bdi>
  </>
);
