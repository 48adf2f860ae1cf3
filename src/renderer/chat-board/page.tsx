import { type ReadonlySignal, useSignal } from "@preact/signals";
import { otherSeat, type Seat, seatsByKind } from "../../shared/game-terms.ts";
import { Button } from "../ui/button.tsx";
import { BoardView } from "./board-view.tsx";
import type { ChatGame } from "./game.ts";
import { FlipIcon } from "./icons.tsx";
import { MoveBar } from "./move-bar.tsx";
import { MoveList } from "./move-list.tsx";
import { PlayerLine } from "./player-line.tsx";
import { Status } from "./status.tsx";
import { Talk } from "./talk.tsx";
import { isOver, kindTitle } from "./words.ts";

export type Shown =
  | { readonly kind: "waiting" }
  /** The answer that opened the page brought no board. */
  | { readonly kind: "nothing" }
  | { readonly kind: "game"; readonly game: ChatGame };

export function Page({ shown }: { readonly shown: ReadonlySignal<Shown> }) {
  const now = shown.value;
  if (now.kind === "game") return <GamePage game={now.game} />;
  return (
    <p class="chat-nothing" role="status">
      {now.kind === "waiting" ? "Waiting for the board…" : "No board for this step."}
    </p>
  );
}

function GamePage({ game }: { readonly game: ChatGame }) {
  const state = game.state.value;
  const flipped = useSignal(false);
  const [first, second] = seatsByKind[state.game];
  const own: Seat = game.seat ?? first;
  const bottom = flipped.value ? otherSeat(state.game, own) : own;
  const top = bottom === first ? second : first;
  const chess = state.view.kind === "chess";
  return (
    <main class="chat-board" data-game={state.game}>
      <section class="chat-table" aria-label={`${kindTitle(state.game)}, game ${state.game_id}`}>
        {chess && <PlayerLine game={game} seat={top} />}
        <BoardView game={game} orientation={bottom === "black" ? "black" : "white"} />
        {chess && <PlayerLine game={game} seat={bottom} />}
      </section>
      <section class="chat-side" aria-label="The game">
        <header class="chat-head">
          <h1>
            {kindTitle(state.game)} <span class="chat-id figures">{state.game_id}</span>
          </h1>
          {chess && (
            <Button kind="quiet" size="small" label="Flip the board" onClick={() => (flipped.value = !flipped.value)}>
              <FlipIcon />
            </Button>
          )}
        </header>
        {!chess && (
          <div class="chat-players">
            <PlayerLine game={game} seat={first} />
            <PlayerLine game={game} seat={second} />
          </div>
        )}
        <Status game={game} />
        {game.seat !== null && !isOver(state) && <MoveBar game={game} />}
        <MoveList state={state} />
        <Talk state={state} own={game.seat} />
      </section>
    </main>
  );
}
