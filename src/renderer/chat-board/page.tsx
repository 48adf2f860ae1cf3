import { type ReadonlySignal, type Signal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import type { ChatBoardState } from "../../shared/chat-board.ts";
import { otherSeat, type Seat, seatTitle } from "../../shared/terms.ts";
import { FlipButton } from "../ui/button.tsx";
import { clockText, shownName } from "../ui/format.ts";
import { assign } from "../ui/hooks.ts";
import { KindIcon } from "../ui/player-icon.tsx";
import { SeatMark } from "../ui/seat-mark.tsx";
import { GameLinks, ModeButton } from "./beyond-chat.tsx";
import type { Display } from "./display.ts";
import type { ChatGame } from "./game.ts";
import { MoveBar, Offers } from "./move-bar.tsx";
import { Status } from "./status.tsx";
import { isOver } from "./words.ts";

export type State =
  | { readonly kind: "waiting" }
  /** The answer that opened the page brought no board. */
  | { readonly kind: "nothing" }
  /** The answer brought a board of an unknown game, or an unreadable one. */
  | { readonly kind: "unknown" }
  | { readonly kind: "game"; readonly game: ChatGame };

export function Page({ state, display }: { readonly state: ReadonlySignal<State>; readonly display: Signal<Display> }) {
  const now = state.value;
  if (now.kind === "game") return <GamePage key={now.game.url} game={now.game} display={display} />;
  return (
    <p class="pad-2 quiet small" role="status">
      {emptyTexts[now.kind]}
    </p>
  );
}

const emptyTexts = {
  waiting: "Waiting for the board…",
  nothing: "No board for this step.",
  unknown: "This page does not know this game. Open it in Kibitz.",
} as const;

function GamePage({ game, display }: { readonly game: ChatGame; readonly display: Signal<Display> }) {
  const state = game.state.value;
  const isFlipped = useSignal(false);
  const { play } = game;
  const [first, second] = state.seats;
  const own: Seat = game.seat ?? first;
  const bottom = isFlipped.value ? otherSeat(state.seats, own) : own;
  const top = bottom === first ? second : first;
  return (
    <main class="chat-board grid gap-3 pad-3" data-game={state.game}>
      <section class="chat-table grid gap-2 whole shrinks" aria-label={`${play.title}, game ${state.game_id}`}>
        {play.sides && <PlayerLine game={game} seat={top} />}
        <BoardView game={game} near={bottom} />
        {play.sides && <PlayerLine game={game} seat={bottom} />}
      </section>
      <section class="chat-side stack gap-3 shrinks" aria-label="The game">
        <header class="chat-head spread line">
          <h1>
            {play.title} <span class="chat-id figures">{state.game_id}</span>
          </h1>
          <span class="line rigid">
            {play.sides && <FlipButton size="small" onClick={() => assign(isFlipped, !isFlipped.value)} />}
            <GameLinks game={game} />
            <ModeButton game={game} display={display} />
          </span>
        </header>
        {!play.sides && (
          <div>
            <PlayerLine game={game} seat={first} />
            <PlayerLine game={game} seat={second} />
          </div>
        )}
        <Status game={game}>
          {game.seat !== null && !isOver(state) && <MoveBar game={game} />}
          {game.seat !== null && <Offers game={game} seat={game.seat} />}
        </Status>
        <MoveList game={game} />
        <Talk state={state} own={game.seat} />
      </section>
    </main>
  );
}

/** A seat's time when it was reported, less the time since then; it stops where no updates come. */
function Clock({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const { clock } = game.state.value;
  const startedAt = useMemo(() => performance.now(), [clock]);
  const [now, setNow] = useState(0);
  const running = game.link.value.kind === "following" && (clock?.running.includes(seat) ?? false);
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => setNow(performance.now()), 250);
    return () => clearInterval(timer);
  }, [running]);

  if (!clock) return null;
  return (
    <span
      class="chat-clock pad-0 rounded-s sunken push figures quiet"
      role="timer"
      aria-label={`${seatTitle(seat)}’s clock`}
      data-running={running}
    >
      {clockText((clock.remaining_seconds[seat] ?? 0) * 1000 - Math.max(0, now - startedAt))}
    </span>
  );
}

/** A player's name as the person sees it; `own` is their seat. */
const nameOf = (state: ChatBoardState, seat: Seat, own: Seat | null): string =>
  shownName({ ...state, person_seats: own === null ? [] : [own] }, seat);

/** The player on one side of the board. */
function PlayerLine({ game, seat }: { readonly game: ChatGame; readonly seat: Seat }) {
  const state = game.state.value;
  const player = state.players[seat];
  const toMove = state.result === null && state.turn === seat;
  const ahead = game.play.aheadBy(state.view, seat);
  const name = nameOf(state, seat, game.seat);
  return (
    <div class="chat-player line shrinks weight-medium" data-seat={seat} data-to-move={toMove}>
      <SeatMark play={game.play} seats={state.seats} seat={seat} />
      {player && <KindIcon kind={player.kind} />}
      <bdi class="one-line">{player ? name : "Waiting for an assistant"}</bdi>
      {seat === game.seat && name === player?.name && <span class="chat-you rounded-s quiet text-xs">you</span>}
      {player && player.level !== null && <span class="chat-quiet">{`level ${player.level}`}</span>}
      {ahead > 0 && (
        <span class="chat-quiet figures" title="Material">
          +{ahead}
        </span>
      )}
      {toMove && <span class="visually-hidden">to move</span>}
      <Clock game={game} seat={seat} />
    </div>
  );
}

/** Scrolls a list to its end whenever it grows. */
const useAtEnd = (list: RefObject<HTMLElement | null>, length: number) =>
  useLayoutEffect(() => list.current?.scrollTo(0, list.current.scrollHeight), [length]);

/** The moves so far, numbered as on a scoresheet. */
function MoveList({ game }: { readonly game: ChatGame }) {
  const list = useRef<HTMLOListElement>(null);
  const { moves, options } = game.state.value;
  const { simultaneous, moveNumbers } = game.play;
  useAtEnd(list, moves.length);
  // Where both choose at once the moves have no order, so the board shows them.
  if (simultaneous) return null;
  const before = moveNumbers ? game.play.pliesBefore(options) : null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <ol class="chat-moves row figures" aria-label="Moves" tabIndex={0} ref={list}>
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
  const { talk } = state;
  useAtEnd(list, talk.length);
  if (talk.length === 0) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
    <div class="chat-talk ruled" role="log" aria-label="Table talk" tabIndex={0} ref={list}>
      <ol class="stack gap-2">
        {talk.map(({ from, message }, index) => (
          <li key={`${index}${from}`} data-own={from === own}>
            <bdi class="text-xs quiet">{nameOf(state, from, own)}</bdi>
            <bdi>{message}</bdi>
          </li>
        ))}
      </ol>
    </div>
  );
}

/** The board, which shows a chosen move already before Kibitz has answered. */
function BoardView({ game, near }: { readonly game: ChatGame; readonly near: Seat }) {
  const { seat, play } = game;
  const state = game.state.value;
  const move = chosenMove(game);
  const next = move === null || seat === null ? null : play.withMove(state.view, seat, move);

  // A second Enter or click on the move confirms it, and Escape takes it back, also before the move has been drawn.
  const onKeyDown = (event: KeyboardEvent) => {
    if (chosenMove(game) === null || event.repeat || (event.key !== "Enter" && event.key !== "Escape")) return;
    if (event.key === "Enter") game.confirm();
    else if (game.sending.value.step === "none") game.takeBack();
    event.preventDefault();
    event.stopPropagation();
  };
  const onDblClick = () => {
    if (chosenMove(game) !== null && game.sending.value.step === "none") game.confirm();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the board inside has the roles; this only adds to its keys
    <div class="chat-ground" data-pending={move !== null} onKeyDownCapture={onKeyDown} onDblClick={onDblClick}>
      <play.Board
        view={next ?? state.view}
        gameId={state.game_id}
        ply={null}
        lastMove={(next === null ? null : move) ?? state.last_move?.code ?? null}
        near={near}
        seat={seat}
        active={next === null && !isOver(state)}
        over={isOver(state)}
        legal={move === null ? state.legal_moves : noMoves}
        premoves={false}
        look={chatBoardLook}
        hint={null}
        incomplete={game.incomplete.value}
        onCompleted={() => assign(game.incomplete, null)}
        onMove={async (move) => game.choose(move)}
      />
    </div>
  );
}

const noMoves: readonly string[] = [];
/** A chat does not know the settings, and the code that draws arrows is not part of this page. */
const chatBoardLook = { coordinates: true, animation: true, legalDots: true, autoPromote: false, arrows: false };

/** The chosen move, shown on the board before it is played. */
function chosenMove(game: ChatGame): string | null {
  const sending = game.sending.value;
  const order = sending.step === "none" ? null : sending.action.order;
  if (order?.tool === "finishTurn") return order.args.move;
  const choice = game.choice.value;
  return choice?.kind === "move" ? choice.code : null;
}
