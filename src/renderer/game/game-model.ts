import { computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { GameDetail } from "../../shared/api.ts";
import type { Seat } from "../../shared/game-terms.ts";
import type { Answer } from "../api/answer.ts";
import { getGame } from "../api/client.ts";
import { onGameEvent, onReset } from "../api/live.ts";
import { replay, type Spot } from "../board/replay.ts";
import type { SquareName } from "../board/squares.ts";
import { oneAtATime } from "./one-at-a-time.ts";

/** A game as the host told it, and when: its clocks count from there. */
export interface Told {
  readonly game: GameDetail;
  /** By the page's own steady clock, in milliseconds. */
  readonly at: number;
}

/** What the page knows of one game and what the person does to the page; nothing in here draws. */
export interface GameModel {
  readonly id: string;
  readonly told: ReadonlySignal<Told | null>;
  /** Why there is nothing to show. */
  readonly missing: ReadonlySignal<string | null>;
  /** The positions of a chess game, the live one last; empty for other games. */
  readonly spots: ReadonlySignal<readonly Spot[]>;
  /** The past position that is looked at; null for the live one. */
  readonly viewed: ReadonlySignal<number | null>;
  readonly flipped: Signal<boolean>;
  /** Whether the person's next move claims mate, or a draw. */
  readonly claim: Signal<"win" | "draw" | null>;
  /** A promotion that was typed without the piece it becomes: the board asks for it. */
  readonly promoting: Signal<{ readonly from: SquareName; readonly to: SquareName } | null>;
  /** What the host said when it refused the last thing the person did. */
  readonly refusal: Signal<string | null>;
  /** Looks at a ply; the last one is the live position. */
  view(ply: number | null): void;
  /** Shows what a command came to. Answers whether it was done. */
  take(command: Promise<Answer<GameDetail>>): Promise<boolean>;
  close(): void;
}

export function openGame(id: string): GameModel {
  const told = signal<Told | null>(null);
  const missing = signal<string | null>(null);
  const viewed = signal<number | null>(null);
  const refusal = signal<string | null>(null);

  const accept = (game: GameDetail) => {
    // Answers overtake each other; the log's place tells which is newer.
    if (told.value && told.value.game.last_event_id > game.last_event_id) return;
    told.value = { game, at: performance.now() };
    missing.value = null;
    // Moves may have been taken back behind what is looked at.
    if (viewed.value !== null && viewed.value >= game.history.length) viewed.value = null;
  };
  const refresh = oneAtATime(async () => {
    const answer = await getGame(id);
    if (answer.ok) accept(answer.value);
    else if (told.value === null) missing.value = answer.message;
  });
  const stopEvents = onGameEvent((event) => {
    if (event.game_id === id) refresh();
  });
  const stopResets = onReset(refresh);
  refresh();

  return {
    id,
    told,
    missing,
    spots: computed(() => {
      const game = told.value?.game;
      return game?.game === "chess" ? replay(game.start_fen, game.history) : [];
    }),
    viewed,
    flipped: signal(false),
    claim: signal(null),
    promoting: signal(null),
    refusal,
    view: (ply) => {
      const last = told.value?.game.history.length ?? 0;
      viewed.value = ply === null || ply >= last ? null : Math.max(0, ply);
    },
    take: async (command) => {
      refusal.value = null;
      const answer = await command;
      if (answer.ok) accept(answer.value);
      else {
        refusal.value = answer.message;
        refresh();
      }
      return answer.ok;
    },
    close: () => {
      stopEvents();
      stopResets();
    },
  };
}

/** The seat the person acts for: of two, the one to move; null for who only looks on. */
export function ownSeat(game: GameDetail): Seat | null {
  const seats = game.person_seats;
  return seats.find((seat) => seat === game.turn) ?? seats[0] ?? null;
}
