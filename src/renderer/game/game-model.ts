import { batch, computed, effect, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { Claim, PlayPart } from "../../games/page.ts";
import type { GameDetail, LiveEvent } from "../../shared/api.ts";
import { type Seat, seatTitle } from "../../shared/terms.ts";
import type { Answer } from "../api/answer.ts";
import { getGame } from "../api/client.ts";
import { connection, connectionCount, onceBack, onGameEvent, onReset } from "../api/live.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { applyEvent, isOwnSecret } from "./apply-event.ts";
import { loadPlay } from "./load-play.ts";
import { type LogModel, openLog } from "./log-model.ts";
import { type NotesModel, openNotes } from "./notes-model.ts";
import { openReview, type ReviewModel } from "./review-model.ts";
import * as strings from "./strings.ts";

/** A game as the host told it, and when: its clocks count from there. */
export interface Told {
  readonly game: GameDetail;
  /** By the page's own steady clock, in milliseconds. */
  readonly at: number;
  /** The play part of the game kind. */
  readonly play: PlayPart;
}

/** A line that an engine would have played from a position, as far as it is played out on the board. */
export interface ShownLine {
  /** The position that it begins in. */
  readonly ply: number;
  readonly moves: readonly { readonly code: string; readonly text: string }[];
  /** How many of them are played; at least 1. */
  readonly shown: number;
}

/** Said to who would play from a position that is not the live one. */
export const notLive = strings.goBackToLivePosition;

/** A move that stands on the board until the person confirms it. */
export interface Proposal {
  readonly seat: Seat;
  readonly move: string;
  /** Whether it is confirmed, and the host has not answered yet. */
  readonly isSent: boolean;
}

/** A player's action, in words: `Grace`, `declines the draw`. */
export interface Notice {
  readonly who: string;
  readonly does: string;
}

/** Why something was not done. The same words once more are another refusal, which is said again. */
export interface Refusal {
  readonly words: string;
}

/** The panel under the moves; null where it is folded away. */
export type Tab = "Review" | "Talk" | "Log" | "Table";

/** The state of the page of one game, and the person's actions on it; nothing in here draws. */
export interface GameModel {
  readonly id: string;
  readonly told: ReadonlySignal<Told | null>;
  /** Why there is nothing to show. */
  readonly missing: ReadonlySignal<string | null>;
  /** Data that the game's own part derives from the moves; for that part alone. */
  readonly course: ReadonlySignal<unknown>;
  /** The past position that is looked at; null for the live one. */
  readonly viewed: ReadonlySignal<number | null>;
  /** The line that is played out in place of the position; null for none. */
  readonly line: ReadonlySignal<ShownLine | null>;
  /** Whether the live position is on the board: the only one that can be played from. */
  readonly isLive: ReadonlySignal<boolean>;
  readonly review: ReviewModel;
  readonly notes: NotesModel;
  /** Undefined until the person chose one. */
  readonly tab: Signal<Tab | null | undefined>;
  /** The person's unsent talk. */
  readonly saying: Signal<string>;
  readonly flipped: Signal<boolean>;
  /** The claim that goes with the person's next move. */
  readonly claim: Signal<Claim | null>;
  /** A move that was typed without all of its parts: the board asks for the rest. */
  readonly incomplete: Signal<string | null>;
  /** A move that is to be confirmed; null where none is. */
  readonly proposed: Signal<Proposal | null>;
  /** The host's last refusal. */
  readonly refusal: Signal<Refusal | null>;
  /** The last decline, until the next move or offer; null where there is none. */
  readonly notice: ReadonlySignal<Notice | null>;
  /** Looks at a ply; the last one is the live position. */
  view(ply: number | null): void;
  /** Plays a line out on the board; null puts the position back. */
  playOut(line: ShownLine | null): void;
  /** Shows what a command came to. Answers whether it was done. */
  take(command: Promise<Answer<GameDetail>>): Promise<boolean>;
  /** The game's log, read from when it is first asked for. */
  log(): LogModel;
  close(): void;
}

export function openGame(id: string): GameModel {
  const told = signal<Told | null>(null);
  const missing = signal<string | null>(null);
  const viewed = signal<number | null>(null);
  const refusal = signal<Refusal | null>(null);
  const notice = signal<Notice | null>(null);
  const line = signal<ShownLine | null>(null);
  const proposed = signal<Proposal | null>(null);
  const isLive = computed(() => viewed.value === null && line.value === null);
  const review = openReview(id);
  const notes = openNotes(id);
  /** Events that cannot be added to what is known before an answer has come. */
  let early: readonly LiveEvent[] = [];
  let asking = false;
  let commands = 0;
  let log: LogModel | null = null;

  const show = (next: Omit<Told, "at">) => {
    if (next.game.reviewed && review.found.peek() === null) review.load();
    if (next.game.annotated && notes.lines.peek() === null) notes.load();
    // A line is of the position that was there; the game goes on from another.
    if (next.game.history.length !== told.peek()?.game.history.length) line.value = null;
    if (proposed.value && !stillMeant(proposed.value, told.peek(), next)) proposed.value = null;
    told.value = { ...next, at: performance.now() };
    missing.value = null;
    // Moves may have been taken back behind what is looked at.
    if (viewed.value !== null && viewed.value >= next.game.history.length) viewed.value = null;
  };
  /** Answers overtake each other; the newer one counts. */
  const accept = (next: Omit<Told, "at">) => {
    if (next.game.version >= (told.peek()?.game.version ?? 0)) show(next);
  };

  const hear = (event: LiveEvent) => {
    const now = told.peek();
    if (!now) {
      early = [...early, event];
      return;
    }
    // Also of what an answer has told already: events come to this page once each, and in order.
    notice.value = declinedIn(event, notice.value);
    const next = applyEvent(now.game, event, now.play.carry);
    if (next === now.game) return;
    // The events between them are being asked for.
    if (next === "gap" && asking) {
      early = [...early, event];
      return;
    }
    if (next !== "gap") show({ ...now, game: next });
    // The host writes a review into the notes as well.
    if (event.event.type === "gameAnnotated" || (now.game.annotated && event.event.type === "gameReviewed"))
      notes.load();
    // Of the person's own secrets only answers tell: to this page's command, or else to a question.
    const secret = commands === 0 && isOwnSecret(now.game, event);
    // Spectators' remarks about the person's game are shown when it ends.
    const revealed = event.event.type === "gameOver" && now.game.remarks === null;
    if (next === "gap" || secret || revealed) refresh();
  };
  const { ask: refresh, close: stopAsking } = untilAnswered(async () => {
    asking = true;
    const answer = await getGame(id);
    const play = answer.ok ? await loadPlay(answer.value.game) : answer;
    asking = false;
    const waiting = early;
    early = [];
    batch(() => {
      if (answer.ok && play.ok) accept({ play: play.value, game: answer.value });
      else if (!play.ok && told.value === null)
        missing.value = !answer.ok && answer.code === "GAME_NOT_FOUND" ? strings.thereIsNoGame : play.message;
      // Without an answer they go on from what was told before: nobody tells them again.
      for (const event of waiting) hear(event);
    });
    return answer.ok && play.ok;
  });

  let stopSaying = () => {};
  /** Shows that the host does not answer, until it does. */
  const sayUntilBack = (said: Refusal, asked: number) => {
    stopSaying();
    stopSaying = onceBack(asked, () => {
      if (refusal.value === said) refusal.value = null;
    });
  };

  /** Shows another position than before. */
  const look = (ply: number | null, next: ShownLine | null) =>
    batch(() => {
      viewed.value = ply;
      line.value = next;
      if (isLive.value && refusal.value?.words === notLive) refusal.value = null;
    });

  const stopEvents = onGameEvent((event) => {
    if (event.game_id === id) hear(event);
  });
  const stopResets = onReset(refresh);
  // Without a connection there is no reset, but asking yields the reason why there is nothing to show.
  const stopWaiting = effect(() => {
    if (connection.value === "lost" && told.peek() === null) refresh();
  });

  let followed: { readonly play: PlayPart; readonly course: unknown } | null = null;
  const course = computed(() => {
    if (!told.value) return null;
    const { play, game } = told.value;
    const before = followed?.play === play ? followed.course : null;
    followed = { play, course: play.follow(game, before) };
    return followed.course;
  });

  return {
    id,
    told,
    missing,
    course,
    viewed,
    line,
    isLive,
    review,
    notes,
    tab: signal(undefined),
    saying: signal(""),
    flipped: signal(false),
    claim: signal(null),
    incomplete: signal(null),
    proposed,
    refusal,
    notice,
    view: (ply) => {
      const last = told.value?.game.history.length ?? 0;
      look(ply === null || ply >= last ? null : Math.max(0, ply), null);
    },
    playOut: (next) => look(viewed.value, next),
    take: async (command) => {
      refusal.value = null;
      commands += 1;
      const asked = connectionCount();
      const answer = await command;
      commands -= 1;
      const now = told.peek();
      if (!answer.ok) {
        const said = { words: answer.message };
        refusal.value = said;
        if (answer.code === "CONNECTION_LOST") sayUntilBack(said, asked);
        refresh();
      } else if (now) accept({ ...now, game: answer.value });
      return answer.ok;
    },
    log: () => {
      log ??= openLog(id, told.peek()?.game.version ?? 0);
      return log;
    },
    close: () => {
      stopEvents();
      stopResets();
      stopWaiting();
      stopAsking();
      stopSaying();
      log?.close();
    },
  };
}

/** Whether a move that waits to be confirmed can still be played, and means what it did. */
function stillMeant({ seat }: Proposal, before: Told | null, { game, play }: Omit<Told, "at">): boolean {
  if (!before || !isToMove(game, seat)) return false;
  return play.sameDecision?.(before.game.view, game.view) ?? before.game.history.length === game.history.length;
}

/** The notice about a declined offer; an earlier one stays until the game goes on. */
function declinedIn({ event, card }: LiveEvent, before: Notice | null): Notice | null {
  const who = (seat: Seat) => {
    const player = card.players[seat];
    return player?.kind === "computer" ? strings.computer : (player?.name ?? seatTitle(seat));
  };
  switch (event.type) {
    case "drawDeclined":
      return { who: who(event.seat), does: strings.declinesDraw };
    case "takebackDeclined":
      return { who: who(event.seat), does: strings.declinesToTakeBack };
    case "movePlayed":
    case "movesTakenBack":
    case "drawOffered":
    case "takebackOffered":
    case "gameOver":
      return null;
    default:
      return before;
  }
}

/** The seat the person acts for: of two, the one to move; null for who only looks on. */
export function ownSeat({ person_seats, to_move }: GameDetail): Seat | null {
  return person_seats.find((seat) => to_move.includes(seat)) ?? person_seats[0] ?? null;
}

/** Whether a seat may move now; where both choose at once, until it has chosen. */
export const isToMove = ({ status, to_move }: GameDetail, seat: Seat | null): boolean =>
  status === "live" && seat !== null && to_move.includes(seat);
