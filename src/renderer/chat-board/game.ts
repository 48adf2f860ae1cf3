import { batch, computed, type ReadonlySignal, type Signal, signal } from "@preact/signals";
import type { PlayPart, WrittenMove } from "../../games/page.ts";
import type { ChatBoardSeed, ChatBoardState } from "../../shared/chat-board.ts";
import { missingCase } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import { follow, silence, stateIn } from "./follow.ts";
import type { ChatHost, Order, ToolAnswer } from "./host/chat-host.ts";
import { contextText, idleText, isToMove, movedText, sentence } from "./words.ts";

/** After this a host is said to be silent, and the move may be sent again; in milliseconds. */
const SILENCE_MS = 10_000;

/** A move that was confirmed. */
export interface Sent {
  readonly order: Order;
  readonly san: string;
  /** The state it was chosen in. */
  readonly from: ChatBoardState;
}

/** What became of it. */
export type Sending =
  | { readonly step: "none" }
  /** Under way; the host has not answered yet. */
  | { readonly step: "sent"; readonly sent: Sent }
  /** Under way for so long that it may be lost. */
  | { readonly step: "silent"; readonly sent: Sent }
  /** Out of our hands: the host does not say what becomes of it. */
  | { readonly step: "handed-over"; readonly sent: Sent }
  /** Kibitz has played it; the position that shows it is still to come. */
  | { readonly step: "accepted"; readonly sent: Sent };

export type Link =
  /** News come by themselves. */
  | { readonly kind: "following" }
  /** This host carries no news; the board shows the answer it came with. */
  | { readonly kind: "still" }
  /** Nobody answers; the question is asked again and again. */
  | { readonly kind: "lost"; readonly message: string }
  /** The game is not there any more: nothing is asked again. */
  | { readonly kind: "gone"; readonly message: string }
  | { readonly kind: "unknown" };

/** How it is with the agent that is to move: it has called or may yet, was told of the move by the board, or sleeps. */
export type Assistant = "there" | "told" | "silent" | "asleep";

export interface ChatGame {
  /** What its kind of game brings along. */
  readonly play: PlayPart;
  readonly seat: Seat | null;
  readonly state: ReadonlySignal<ChatBoardState>;
  /** The move field: what was typed, or the move made on the board. */
  readonly text: Signal<string>;
  readonly choice: ReadonlySignal<WrittenMove | null>;
  readonly claim: Signal<boolean>;
  /** A chosen move that lacks a part: the board asks for it. */
  readonly incomplete: Signal<string | null>;
  readonly sending: ReadonlySignal<Sending>;
  /** What went wrong with the last attempt. */
  readonly problem: Signal<{ readonly words: string } | null>;
  readonly link: ReadonlySignal<Link>;
  readonly assistant: ReadonlySignal<Assistant>;
  /** Puts a move on the board without sending it. */
  choose(move: string): void;
  takeBack(): void;
  /** Sends the chosen move, or the same one again after a silence. Does nothing while one is under way. */
  confirm(): void;
}

export interface ChatGameOptions {
  readonly seed: ChatBoardSeed;
  /** What its kind of game brings along. */
  readonly play: PlayPart;
  /** Resolves once it is clear who is around the page. */
  readonly found: Promise<ChatHost>;
  /** The same, for who cannot wait for a silent host to introduce itself. */
  readonly settle: () => Promise<ChatHost>;
  readonly seen: () => Promise<void>;
  readonly closed: () => boolean;
}

/** A person's seat at a board in a chat: what is shown, what is chosen, and what becomes of it. */
export function openGame({ seed, play, found, settle, seen, closed }: ChatGameOptions): ChatGame {
  const { seat } = seed;
  /** Good for the position that was shown last. */
  let token = seed.seat_token;
  const state = signal(seed.state);
  const text = signal("");
  const claim = signal(false);
  const incomplete = signal<string | null>(null);
  const sending = signal<Sending>({ step: "none" });
  const problem = signal<{ readonly words: string } | null>(null);
  const link = signal<Link>({ kind: "unknown" });
  const choice = computed(() => {
    const { view, legal_moves } = state.value;
    return text.value.trim() === "" ? null : play.readMove(view, legal_moves, text.value);
  });
  let host: ChatHost | null = null;
  const assistant = signal<Assistant>("there");
  let mayWake = false;
  const identity = () => ({ game_id: seed.state.game_id, ...(token === null ? {} : { seat_token: token }) });
  const renewed = (answer: ToolAnswer) => {
    if (answer.kind !== "answered" || answer.board?.seat !== seat) return;
    token = answer.board.seat_token ?? token;
    const { wake, wake_in } = answer.board;
    mayWake = (wake_in ?? 0) > 0;
    if (wake !== undefined && host?.wake) {
      assistant.value = "told";
      void host.wake(wake).then((taken) => {
        if (!taken) assistant.value = "asleep";
      });
    } else if (wake_in === undefined || wake_in > 0) assistant.value = "there";
    else if (assistant.value !== "asleep") assistant.value = assistant.value === "there" ? "asleep" : "silent";
  };
  let told: string | null = null;

  const takeBack = () =>
    batch(() => {
      text.value = "";
      claim.value = false;
      incomplete.value = null;
      problem.value = null;
      sending.value = { step: "none" };
    });

  /** The model hears of a game only from the board that the person plays on, and only what is news. */
  const tell = (words: string) => {
    if (words !== told) host?.tellModel(words);
    told = words;
  };

  const heard = (next: ChatBoardState) =>
    batch(() => {
      link.value = { kind: "following" };
      if (next.event_id < state.value.event_id) return;
      const now = sending.value;
      const played = now.step !== "none" && next.moves[now.sent.from.ply] === now.sent.san;
      if (!sameDecision(play, state.value, next)) takeBack();
      state.value = next;
      if (seat !== null && (played || told !== null)) tell(contextText(next, seat, play));
    });

  const refresh = async () => {
    const answer = await host?.watch?.(identity());
    if (answer) renewed(answer);
    const next = answer ? stateIn(answer) : null;
    if (next) heard(next);
  };

  const accepted = ({ order, san, from }: Sent) => {
    if (seat === null) return;
    const known = !sameDecision(play, from, state.value);
    const move = { san, uci: order.move };
    tell(known ? contextText(state.value, seat, play) : movedText(order.game_id, seat, move, play));
  };

  const failed = (words: string) =>
    batch(() => {
      sending.value = { step: "none" };
      problem.value = { words: words };
    });

  const settled = (sent: Sent, answer: ToolAnswer) => {
    renewed(answer);
    if (answer.kind === "answered") accepted(sent);
    const now = sending.value;
    // The first answer counts; one that comes later or twice is about something that is settled already.
    if (now.step === "none" || now.step === "accepted" || now.sent !== sent) return;
    switch (answer.kind) {
      case "answered":
        sending.value = { step: "accepted", sent };
        void refresh();
        return;
      case "handed-over":
        sending.value = { step: "handed-over", sent };
        return;
      case "refused": {
        const words = sentence(answer.message);
        failed(words);
        // What is new on the board may be why; the reason stays readable beside it.
        void refresh().then(() => {
          if (sending.value.step === "none") problem.value = { words: words };
        });
        return;
      }
      case "unreachable":
        failed(
          `${sentence(answer.message)} The move may not have arrived. Confirm it again: it is never played twice.`,
        );
        return;
      default:
        missingCase(answer);
    }
  };

  const send = async (sent: Sent) => {
    batch(() => {
      problem.value = null;
      sending.value = { step: "sent", sent };
    });
    host ??= await settle();
    void host.play(sent.order).then((answer) => settled(sent, answer));
    await silence(SILENCE_MS);
    const now = sending.value;
    if ((now.step === "sent" || now.step === "handed-over") && now.sent === sent)
      sending.value = { step: "silent", sent };
  };

  const confirm = () => {
    const now = sending.value;
    if (now.step === "silent") return void send(now.sent);
    if (now.step !== "none") return;
    const current = state.value;
    if (seat === null || !isToMove(current, seat)) {
      problem.value = { words: idleText(current, seat) };
      return;
    }
    if (token === null) {
      problem.value = { words: "This board only shows the game. Move in the Kibitz window." };
      return;
    }
    const move = choice.value;
    if (move === null) problem.value = { words: "Choose a move first: on the board, or in the field." };
    else if (move.kind === "illegal") problem.value = { words: `“${text.value.trim()}” is not a legal move here.` };
    else if (move.kind === "incomplete") incomplete.value = move.uci;
    else {
      const order = { game_id: current.game_id, move: move.uci, claim_win: claim.value, seat_token: token };
      void send({ order, san: play.writeMove(current.view, move.uci), from: current });
    }
  };

  void found.then((each) => {
    host = each;
    const { watch } = each;
    if (!watch) {
      link.value = { kind: "still" };
      return;
    }
    link.value = { kind: "following" };
    void follow({
      watch,
      identity: () => ({ ...identity(), ...(each.wake ? { wakes: true } : {}) }),
      renewed,
      current: () => state.value,
      mayWake: () => mayWake,
      heard,
      lost: (message) => {
        link.value = { kind: "lost", message };
      },
      gone: (message) => {
        link.value = { kind: "gone", message };
      },
      seen,
      closed,
    });
  });

  return {
    play,
    seat,
    state,
    text,
    choice,
    claim,
    incomplete,
    sending,
    problem,
    link,
    assistant,
    choose: (move) =>
      batch(() => {
        text.value = play.writeMove(state.value.view, move);
        problem.value = null;
      }),
    takeBack,
    confirm,
  };
}

/** Whether a choice made in one state still means the same in a later one. */
const sameDecision = ({ sameDecision: same }: PlayPart, one: ChatBoardState, other: ChatBoardState): boolean =>
  same ? same(one.view, other.view) : one.ply === other.ply;
