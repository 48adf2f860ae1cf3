import { batch, computed, signal } from "@preact/signals";
import type { PlayPart } from "../../games/page.ts";
import type { ChatBoardSeed, ChatBoardState } from "../../shared/chat-board.ts";
import { missingCase } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import { answerTimeout, followGame, stateIn } from "./follow.ts";
import type { ChatHost, DrawAnswer, Order, ToolAnswer } from "./host/chat-host.ts";
import type { HostSearch } from "./host/find-host.ts";
import { asSentence, contextText, idleText, isToMove, movedText } from "./words.ts";

/** Milliseconds after which a host counts as silent, and the same action may be sent again. */
const SILENCE_MS = 10_000;

/** A confirmed move, or another action. */
export interface SentAction {
  readonly order: Order;
  /** The move in the game's notation, or the action in words. */
  readonly label: string;
  /** The state in which it was chosen. */
  readonly from: ChatBoardState;
}

/** The state of the move that is being sent. */
export type Sending = { readonly step: "none" } | { readonly step: SentStep; readonly action: SentAction };
/**
 * `sent`: the host has not answered yet; `silent`: not for so long that it may be lost; `handed-over`: the host does not
 * report the outcome; `accepted`: Kibitz has accepted it, and the new state is still to come.
 */
export type SentStep = "sent" | "silent" | "handed-over" | "accepted";

export type Link =
  /** Updates come by themselves. */
  | { readonly kind: "following" }
  /** This host carries no updates; the board shows the answer with which it came. */
  | { readonly kind: "still" }
  /** `lost`: no answer, so the request is repeated; `gone`: the game does not exist any more, so none is sent again. */
  | { readonly kind: "lost" | "gone"; readonly message: string }
  | { readonly kind: "unknown" };

/**
 * The state of the agent across: it has called or may yet call, it sleeps until the person moves, a board has told it of
 * the person's action, or it does not listen.
 */
export type Assistant = "there" | "asleep" | "told" | "silent" | "not-listening";

export type ChatGame = ReturnType<typeof openGame>;

export interface ChatGameOptions extends HostSearch {
  readonly seed: ChatBoardSeed;
  readonly play: PlayPart;
  readonly whenVisible: () => Promise<void>;
  readonly isClosed: () => boolean;
}

/** The state of a person's board in a chat: the shown position, the chosen move, and its way to Kibitz. */
export function openGame({ seed, play, host, settle, whenVisible, isClosed }: ChatGameOptions) {
  const { seat } = seed;
  /** Valid for the position that was shown last. */
  const token = signal(seed.seat_token);
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
  const currentHost = signal<ChatHost | null>(null);
  const assistant = signal<Assistant>("there");
  let mayWake = false;
  const identity = () => ({
    game_id: seed.state.game_id,
    ...(token.value === null ? {} : { seat_token: token.value }),
  });
  const onRenewal = (answer: ToolAnswer) => {
    if (answer.kind !== "answered" || answer.board?.seat !== seat) return;
    const { seat_token, wake, wake_in = null, woken } = answer.board;
    token.value = seat_token ?? token.value;
    mayWake = wake_in !== null && wake === undefined && !woken && (wake_in > 0 || currentHost.value?.wake !== null);
  };
  /** Updates the state of the agent across from an answer, and sends the text that wakes it. */
  const attend = (answer: ToolAnswer) => {
    if (answer.kind !== "answered" || answer.board?.seat !== seat) return;
    const { asleep, wake, wake_in, woken } = answer.board;
    if (wake !== undefined && currentHost.value?.wake) {
      assistant.value = "told";
      void currentHost.value.wake(wake).then((isTaken) => {
        if (!isTaken) assistant.value = "not-listening";
      });
    } else if (wake_in === undefined || wake_in > 0) assistant.value = asleep ? "asleep" : "there";
    else if (!woken) assistant.value = "not-listening";
    else if (assistant.value !== "not-listening") assistant.value = assistant.value === "there" ? "told" : "silent";
  };
  let lastStatus: string | null = null;

  const takeBack = () =>
    batch(() => {
      text.value = "";
      claim.value = false;
      incomplete.value = null;
      problem.value = null;
      sending.value = { step: "none" };
    });

  /** Updates the model's context only from the board on which the person plays, and only with news. */
  const tell = (words: string) => {
    if (words !== lastStatus) currentHost.value?.tellModel(words);
    lastStatus = words;
  };

  const show = (next: ChatBoardState) =>
    batch(() => {
      if (next.event_id < state.value.event_id) return;
      const now = sending.value;
      const isComplete = now.step !== "none" && isDone(now, next, seat);
      if (!play.sameDecision(state.value.view, next.view)) takeBack();
      // Keeps a move that is being chosen.
      else if (isComplete && now.action.order.tool !== "finishTurn") sending.value = { step: "none" };
      state.value = next;
      if (seat !== null && (isComplete || lastStatus !== null)) tell(contextText(next, seat, play));
    });
  const onState = (next: ChatBoardState) =>
    batch(() => {
      link.value = { kind: "following" };
      show(next);
    });

  const refresh = async () => {
    const answer = await currentHost.value?.watch?.(identity());
    if (answer) onRenewal(answer);
    const next = answer ? stateIn(answer) : null;
    if (next) onState(next);
  };

  const onAcceptance = ({ order, label, from }: SentAction) => {
    if (seat === null || order.tool !== "finishTurn") return;
    const isNews = !play.sameDecision(from.view, state.value.view);
    const move = { text: label, code: order.args.move };
    tell(isNews ? contextText(state.value, seat, play) : movedText(order.args.game_id, seat, move, play));
  };

  const onFailure = (words: string) =>
    batch(() => {
      sending.value = { step: "none" };
      problem.value = { words };
    });

  const onSettlement = (action: SentAction, answer: ToolAnswer) => {
    onRenewal(answer);
    if (answer.kind === "answered") onAcceptance(action);
    const now = sending.value;
    // Only the first answer counts; a later or repeated one is about a settled action.
    if (now.step === "none" || now.step === "accepted" || now.action !== action) return;
    switch (answer.kind) {
      case "answered":
        sending.value = { step: "accepted", action };
        if (currentHost.value?.watch) void refresh();
        else {
          attend(answer);
          if (answer.board?.seat === seat) show(answer.board.state);
        }
        return;
      case "handed-over":
        sending.value = { step: "handed-over", action };
        return;
      case "refused": {
        const words = asSentence(answer.message);
        onFailure(words);
        // A change on the board may be the reason, so the message stays beside it.
        void refresh().then(() => {
          if (sending.value.step === "none") problem.value = { words };
        });
        return;
      }
      case "unreachable":
        onFailure(`${asSentence(answer.message)} It may not have arrived. Send it again: it never counts twice.`);
        return;
      default:
        missingCase(answer);
    }
  };

  const send = async (action: SentAction) => {
    batch(() => {
      problem.value = null;
      sending.value = { step: "sent", action };
      assistant.value = "there";
    });
    currentHost.value ??= await settle();
    void currentHost.value.call(action.order).then((answer) => onSettlement(action, answer));
    await answerTimeout(SILENCE_MS);
    const now = sending.value;
    if ((now.step === "sent" || now.step === "handed-over") && now.action === action)
      sending.value = { step: "silent", action };
  };

  const confirm = () => {
    const now = sending.value;
    if (now.step === "silent") return void send(now.action);
    if (now.step !== "none") return;
    const current = state.value;
    if (seat === null || !isToMove(current, seat)) return onFailure(idleText(current, seat));
    const seat_token = token.value;
    if (seat_token === null) return onFailure("This board only shows the game. Move in the Kibitz window.");
    const move = choice.value;
    if (move === null) onFailure("Choose a move first: on the board, or in the field.");
    else if (move.kind === "illegal") onFailure(move.reason ?? `“${text.value.trim()}” is not a legal move here.`);
    else if (move.kind === "incomplete") incomplete.value = move.code;
    else {
      const args = { game_id: current.game_id, move: move.code, claim_win: claim.value, seat_token };
      const label = play.writeMove(current.view, move.code);
      void send({ order: { tool: "finishTurn", args }, label, from: current });
    }
  };

  const mayAct = computed(() => token.value !== null && sending.value.step === "none" && state.value.result === null);
  const act = (order: (args: Order["args"]) => Order, label: string) => {
    const { game_id } = state.value;
    if (mayAct.value && token.value !== null)
      void send({ order: order({ game_id, seat_token: token.value }), label, from: state.value });
  };

  void host.then((each) => {
    currentHost.value = each;
    const { watch } = each;
    if (!watch) {
      link.value = { kind: "still" };
      return;
    }
    link.value = { kind: "following" };
    void followGame({
      watch,
      identity: () => ({ ...identity(), ...(each.wake ? { wakes: true } : {}) }),
      current: () => state.value,
      mayWake: () => mayWake,
      onState: (next, answer) => {
        onRenewal(answer);
        attend(answer);
        onState(next);
      },
      onFailure: (kind, message) => {
        link.value = { kind, message };
      },
      whenVisible,
      isClosed,
    });
  });

  return {
    play,
    seat,
    state,
    /** The text in the move field: typed, or the move made on the board. */
    text,
    choice,
    claim,
    /** A chosen move that lacks a part: the board asks for it. */
    incomplete,
    sending,
    /** The problem with the last attempt. */
    problem,
    link,
    assistant,
    /** Chooses a move without sending it. */
    choose: (move: string) =>
      batch(() => {
        text.value = play.writeMove(state.value.view, move);
        problem.value = null;
      }),
    takeBack,
    /** Sends the chosen move, or the same one again after a silence. Does nothing while one is being sent. */
    confirm,
    /** Whether other actions than a move are possible now. */
    mayAct,
    /** The host around the page, once it is known. */
    host: currentHost,
    /** The URL of the game in Kibitz. */
    url: seed.url,
    /** Requests the game as PGN; null where none comes. Absent for games without PGN. */
    askPgn: seed.has_pgn
      ? async () => {
          const answer = await currentHost.value?.watch?.({ ...identity(), pgn: true });
          return answer?.kind === "answered" ? (answer.board?.pgn ?? null) : null;
        }
      : null,
    answerDraw: (answer: DrawAnswer) =>
      act(
        (args) => ({ tool: "offerDraw", args: { ...args, answer } }),
        answer === "offer" ? "your draw offer" : "your answer",
      ),
    resign: () => act((args) => ({ tool: "resignGame", args }), "your resignation"),
  };
}

/** Whether a state contains the sent action. */
function isDone(
  { step, action: { order, label, from } }: Exclude<Sending, { readonly step: "none" }>,
  { moves, draw_offer, result, event_id }: ChatBoardState,
  seat: Seat | null,
): boolean {
  switch (order.tool) {
    case "finishTurn":
      return moves[from.ply] === label;
    case "resignGame":
      return result !== null;
    case "offerDraw":
      // An accepted offer may have been answered already.
      if (result !== null || (step === "accepted" && event_id > from.event_id)) return true;
      return order.args.answer === "offer" ? draw_offer === seat : draw_offer === null;
    default:
      return missingCase(order);
  }
}
