import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import type { ChatBoardState } from "../../shared/chat-board.ts";
import { otherSeat, type Seat, seatTitle } from "../../shared/terms.ts";
import { StepButton } from "../ui/button.tsx";
import { GameLinks, ModeButton } from "./beyond-chat.tsx";
import { BoardView } from "./board-view.tsx";
import type { Display } from "./display.ts";
import type { ChatGame } from "./game.ts";
import { MoveBar, Offers } from "./move-bar.tsx";
import { PlayerLine } from "./player-line.tsx";
import { Status } from "./status.tsx";
import * as strings from "./strings.ts";
import { isOver } from "./words.ts";

export type Shown =
  | { readonly kind: "waiting" }
  /** The answer that opened the page brought no board. */
  | { readonly kind: "nothing" }
  /** The answer brought a board of an unknown game, or an unreadable one. */
  | { readonly kind: "unknown" }
  | { readonly kind: "game"; readonly game: ChatGame };

export function Page({ shown, display }: { readonly shown: ReadonlySignal<Shown>; readonly display: Signal<Display> }) {
  const now = shown.value;
  if (now.kind === "game") return <GamePage game={now.game} display={display} />;
  return (
    <p class="chat-nothing quiet small" role="status">
      {nothing[now.kind]}
    </p>
  );
}

const nothing = {
  waiting: strings.waitingForBoard,
  nothing: strings.noBoard,
  unknown: strings.unknownGame,
} as const;

function GamePage({ game, display }: { readonly game: ChatGame; readonly display: Signal<Display> }) {
  const state = game.state.value;
  const flipped = useSignal(false);
  const { play } = game;
  const [first, second] = state.seats;
  const own: Seat = game.seat ?? first;
  const bottom = flipped.value ? otherSeat(state.seats, own) : own;
  const top = bottom === first ? second : first;
  return (
    <main class="chat-board" data-game={state.game}>
      <section class="chat-table" aria-label={strings.gameNumber(play.title, state.game_id)}>
        {play.sides && <PlayerLine game={game} seat={top} />}
        <BoardView game={game} near={bottom} />
        {play.sides && <PlayerLine game={game} seat={bottom} />}
      </section>
      <section class="chat-side stack" aria-label={strings.theGame}>
        <header class="chat-head line">
          <h1>
            {play.title} <span class="chat-id figures">{state.game_id}</span>
          </h1>
          <span class="chat-tools">
            {play.sides && (
              <StepButton
                step="flip"
                size="small"
                label={strings.flip}
                onClick={() => (flipped.value = !flipped.value)}
              />
            )}
            <ModeButton game={game} display={display} />
          </span>
        </header>
        {!play.sides && (
          <div class="chat-players">
            <PlayerLine game={game} seat={first} />
            <PlayerLine game={game} seat={second} />
          </div>
        )}
        <Status game={game} />
        {game.seat !== null && !isOver(state) && (
          <>
            <MoveBar game={game} />
            <Offers game={game} seat={game.seat} />
          </>
        )}
        <MoveList game={game} />
        <Talk state={state} own={game.seat} />
        <GameLinks game={game} />
      </section>
    </main>
  );
}

/** The moves so far, numbered as on a scoresheet. */
function MoveList({ game }: { readonly game: ChatGame }) {
  const list = useRef<HTMLOListElement>(null);
  const { moves, options } = game.state.value;
  const { simultaneous, moveNumbers } = game.play;
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [moves.length]);
  // Where both choose at once the moves have no order, so the board shows them.
  if (moves.length === 0 || simultaneous) return null;
  const before = moveNumbers ? game.play.pliesBefore(options) : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="chat-moves figures" aria-label={strings.moves} tabIndex={0} ref={list}>
      {moves.map((text, index) => {
        const number = before === null ? null : numberText(before + index, index === 0);
        return (
          <li key={`${index}${text}`} data-last={index === moves.length - 1}>
            {number !== null && <span class="chat-number quiet">{number}</span>}
            {text}
          </li>
        );
      })}
    </ol>
  );
}

function numberText(place: number, first: boolean): string | null {
  if (place % 2 === 0) return `${place / 2 + 1}.`;
  return first ? `${(place + 1) / 2}…` : null;
}

/** The players' talk, shown as text. */
function Talk({ state, own }: { readonly state: ChatBoardState; readonly own: Seat | null }) {
  const list = useRef<HTMLDivElement>(null);
  const { talk, players } = state;
  useLayoutEffect(() => {
    if (list.current) list.current.scrollTop = list.current.scrollHeight;
  }, [talk.length]);
  if (talk.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="chat-talk" role="log" aria-label={strings.talk} tabIndex={0} ref={list}>
      <ol>
        {talk.map(({ from, message }, index) => (
          <li key={`${index}${from}`} data-own={from === own}>
            <bdi class="chat-speaker quiet">{players[from]?.name ?? seatTitle(from)}</bdi>
            <bdi>{message}</bdi>
          </li>
        ))}
      </ol>
    </div>
  );
}
