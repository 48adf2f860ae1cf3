import { batch, computed, effect, signal } from "@preact/signals";
import type { Claim, PlayPart } from "../../games/page.ts";
import { findPage } from "../../games/pages.ts";
import type { GameDetail, LiveEvent } from "../../shared/api.ts";
import { endAll } from "../../shared/listeners.ts";
import type { GameKind, Seat } from "../../shared/terms.ts";
import { getGame, getLines } from "../api/client.ts";
import { connection, connectionCount, onceBack, onGameEvent, onReset } from "../api/live.ts";
import { type Answer, failure } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { loadPart } from "../app/load-part.ts";
import { settings } from "../settings/settings.ts";
import { shownName } from "../ui/format.ts";
import { applyEvent, isOwnSecret } from "./apply-event.ts";
import { type LogModel, openLog } from "./event-log.tsx";
import { openPart, openReview } from "./review-model.ts";
import * as strings from "./strings.ts";

/** A game and the time of the host's answer, from which its clocks count. */
export interface GameAt {
  readonly game: GameDetail;
  /** In milliseconds of the page's own steady clock. */
  readonly at: number;
  readonly play: PlayPart;
}

/** The model of a game and the game itself, as most parts of the page are given them. */
export interface TableProps {
  readonly model: GameModel;
  readonly live: GameAt;
}

/** An engine's line from a position, as far as it is played on the board. */
export interface ShownLine {
  /** The position from which it starts. */
  readonly ply: number;
  readonly moves: readonly { readonly code: string; readonly text: string }[];
  /** The number of its moves on the board; at least 1. */
  readonly count: number;
}

/** A move on the board that the person has not confirmed. */
interface Proposal {
  readonly seat: Seat;
  readonly move: string;
  /** Whether it was confirmed, and the host has not answered yet. */
  readonly isSent: boolean;
}

/** A player's action, in words: `Grace`, `declines the draw`. */
export interface Notice {
  readonly who: string;
  readonly does: string;
}

/** The reason for a refusal. The same words again are a new refusal, which is announced again. */
export interface Refusal {
  readonly words: string;
}

/** The panel under the moves; null where it is collapsed. */
export type Tab = "Review" | "Talk" | "Log" | "Game";

export type GameModel = ReturnType<typeof openGame>;

/** The state of a game's page, and the person's actions; draws nothing. */
export function openGame(id: string) {
  const live = signal<GameAt | null>(null);
  const missing = signal<string | null>(null);
  const viewedPly = signal<number | null>(null);
  const refusal = signal<Refusal | null>(null);
  const notice = signal<Notice | null>(null);
  const line = signal<ShownLine | null>(null);
  const proposal = signal<Proposal | null>(null);
  const isLive = computed(() => viewedPly.value === null && line.value === null);
  const review = openReview(id);
  const notes = openPart(() => getLines(id));
  /** Events that cannot be applied before an answer has come. */
  let early: readonly LiveEvent[] = [];
  let asking = false;
  let commands = 0;
  let log: LogModel | null = null;

  const show = (next: Omit<GameAt, "at">) => {
    if (next.game.reviewed && review.part.peek() === null) review.load();
    if (next.game.annotated && notes.part.peek() === null) notes.load();
    // A line belongs to the former position; the game goes on from another.
    if (next.game.history.length !== live.peek()?.game.history.length) line.value = null;
    if (proposal.value && !stillMeant(proposal.value, live.peek(), next)) proposal.value = null;
    live.value = { ...next, at: performance.now() };
    missing.value = null;
    // The shown ply may have been taken back.
    if (viewedPly.value !== null && viewedPly.value >= next.game.history.length) viewedPly.value = null;
  };
  /** Answers and events may overtake each other; the newer one counts. An overtaken secret is asked for again. */
  const accept = (next: Omit<GameAt, "at">) => {
    if (next.game.version >= (live.peek()?.game.version ?? 0)) show(next);
    else if (next.play.carry) refresh();
  };

  const onEvent = (event: LiveEvent) => {
    const now = live.peek();
    if (!now) {
      // A league names a game before it is there.
      if (missing.peek() !== null) refresh();
      else early = [...early, event];
      return;
    }
    // Passes events on that an answer has contained already, since each event comes once and in order.
    notice.value = declinedIn(event, notice.value);
    const next = applyEvent(now.game, event, now.play.carry);
    if (next === now.game) return;
    // The missing events are being requested.
    if (next === "gap" && asking) {
      early = [...early, event];
      return;
    }
    if (next !== "gap") show({ ...now, game: next });
    // The host writes a review into the notes too, and thoughts.
    const { type } = event.event;
    const isThought = now.game.open_thoughts && type === "movePlayed";
    if (type === "gameAnnotated" || (now.game.annotated && type === "gameReviewed") || isThought) notes.load();
    // Only answers contain the person's secrets: to a command of this page, or to a request.
    const secret = isOwnSecret(now.game, event, commands > 0);
    // Thoughts, and spectators' remarks about the person's game, are shown when it ends.
    if (next === "gap" || secret || type === "gameOver") refresh();
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
      else if (!play.ok && live.value === null)
        missing.value =
          !answer.ok && answer.code === "GAME_NOT_FOUND" ? "There is no game with this number here." : play.message;
      // Without an answer, events go on from the last one: nobody sends them again.
      for (const event of waiting) onEvent(event);
    });
    return answer.ok && play.ok;
  });

  let stopSaying = () => {};
  /** Shows that the host does not answer, until it does. */
  const sayUntilBack = (words: Refusal, count: number) => {
    stopSaying();
    stopSaying = onceBack(count, () => {
      if (refusal.value === words) refusal.value = null;
    });
  };

  /** Shows another position. */
  const look = (ply: number | null, next: ShownLine | null) =>
    batch(() => {
      viewedPly.value = ply;
      line.value = next;
      if (isLive.value && refusal.value?.words === strings.goBackToLivePosition) refusal.value = null;
    });

  const stopEvents = onGameEvent((event) => {
    if (event.game_id === id) onEvent(event);
  });
  const stopResets = onReset(refresh);
  // Without a connection there is no reset, but a request shows the reason.
  const stopWaiting = effect(() => {
    if (connection.value === "lost" && live.peek() === null) refresh();
  });

  let following: { readonly play: PlayPart; readonly course: unknown } | null = null;
  const course = computed(() => {
    if (!live.value) return null;
    const { play, game } = live.value;
    const before = following?.play === play ? following.course : null;
    following = { play, course: play.follow(game, before) };
    return following.course;
  });

  return {
    id,
    live,
    /** Why the game cannot be shown; null where it can. */
    missing,
    /** Data that the game kind derives from the moves, for its own use. */
    course,
    /** The shown past position; null for the live one. */
    viewedPly,
    /** The line on the board in place of the position; null for none. */
    line,
    /** Whether the live position is shown, the only one in which moves can be made. */
    isLive,
    review,
    /** Comments, glyphs, variations, clocks. */
    notes,
    /** Whether the person asks what to do about an agent, until it is shown. */
    isHelpWanted: signal(false),
    /** Undefined until the person has chosen one. */
    tab: signal<Tab | null | undefined>(undefined),
    /** The number of others' lines that the person has read; null until the page has counted them. */
    talkRead: signal<number | null>(null),
    /** The person's unsent talk. */
    saying: signal(""),
    isFlipped: signal(false),
    /** The claim that goes with the person's next move. */
    claim: signal<Claim | null>(null),
    /** A typed move that lacks a part: the board asks for it. */
    incomplete: signal<string | null>(null),
    /** A move to be confirmed; null for none. */
    proposal,
    /** The host's last refusal. */
    refusal,
    /** The last decline, until the next move or offer; null where there is none. */
    notice,
    /** Shows the position at a ply; the last one is the live position. */
    view: (ply: number | null) => {
      const last = live.value?.game.history.length ?? 0;
      look(ply === null || ply >= last ? null : Math.max(0, ply), null);
    },
    /** Shows a line on the board; null goes back to the position. */
    playOut: (next: ShownLine | null) => look(viewedPly.value, next),
    /** Shows the outcome of a command. Returns whether it succeeded. */
    take: async (command: Promise<Answer<GameDetail>>) => {
      refusal.value = null;
      commands += 1;
      const count = connectionCount.peek();
      const answer = await command;
      commands -= 1;
      const now = live.peek();
      if (!answer.ok) {
        const notice = { words: answer.message };
        refusal.value = notice;
        if (answer.code === "CONNECTION_LOST") sayUntilBack(notice, count);
        refresh();
      } else if (now) accept({ ...now, game: answer.value });
      return answer.ok;
    },
    /** The game's log, read on its first use. */
    log: () => {
      log ??= openLog(id, live.peek()?.game.version ?? 0);
      return log;
    },
    close: endAll(
      stopEvents,
      stopResets,
      stopWaiting,
      stopAsking,
      () => stopSaying(),
      () => log?.close(),
    ),
  };
}

/** Loads the code that shows a game of a kind. Fails for an unknown kind. */
async function loadPlay(kind: GameKind): Promise<Answer<PlayPart>> {
  const page = findPage(kind);
  if (page) return loadPart(page.load);
  return failure("UNEXPECTED", `This page does not know the game “${kind}”. Reload it, or update Kibitz.`);
}

/** Whether a move to be confirmed is still legal and means the same. */
const stillMeant = ({ seat }: Proposal, before: GameAt | null, { game, play }: Omit<GameAt, "at">): boolean =>
  before !== null && isToMove(game, seat) && play.sameDecision(before.game.view, game.view);

/** The notice about a declined offer; an earlier one stays until the next move. */
function declinedIn({ event, card }: LiveEvent, before: Notice | null): Notice | null {
  const who = (seat: Seat) => (card.players[seat]?.kind === "computer" ? "The computer" : shownName(card, seat));
  switch (event.type) {
    case "drawDeclined":
    case "takebackDeclined": {
      if ("withdrawn" in event) return null;
      const isOwn = card.person_seats.length === 1 && card.person_seats.includes(event.seat);
      const others = { drawDeclined: "declines the draw", takebackDeclined: "declines the takeback" };
      return isOwn
        ? { who: "You", does: strings.youDeclined[event.type] }
        : { who: who(event.seat), does: others[event.type] };
    }
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

/** The seat for which the person acts, of two the one to move; null for a spectator. */
export const ownSeat = ({ person_seats, to_move }: GameDetail): Seat | null =>
  person_seats.find((seat) => to_move.includes(seat)) ?? person_seats[0] ?? null;

/** Whether a seat may move now; where both choose at once, until it has chosen. */
export const isToMove = ({ status, to_move }: GameDetail, seat: Seat): boolean =>
  status === "live" && to_move.includes(seat);

/**
 * The person's seat is at the bottom; for spectators and for two people at one board it is the first seat, unless the
 * board is to turn to the side to move.
 */
export function nearSeat({ isFlipped }: Pick<GameModel, "isFlipped">, game: GameDetail): Seat {
  const [first, second] = game.seats;
  const turns = game.person_seats.length === 1 || (settings.value.turn_board && game.status === "live");
  return (turns && ownSeat(game) === second) !== isFlipped.value ? second : first;
}
