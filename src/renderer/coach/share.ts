import { batch, computed, effect, signal } from "@preact/signals";
import { noteAt } from "../../shared/coach/assistant.ts";
import {
  type BoardEvent,
  ENGINE_LINE_LENGTH,
  MOST_ENGINE_LINES,
  type PageLine,
  type Pointers,
  type Question,
  type SharedBoard,
} from "../../shared/coach/board.ts";
import { changesBetween, keyOf, nearestPlace, type Path, pathOf, placeAt } from "../../shared/coach/changes.ts";
import { glyphWords } from "../../shared/glyphs.ts";
import { endAll } from "../../shared/listeners.ts";
import type { EngineModel } from "../analysis/engine-panel.tsx";
import type { StudyModel } from "../analysis/study-model.ts";
import { onConnected, onNews } from "../api/live.ts";
import { recall, remember } from "../ui/remember.ts";
import { toast, valueOrToast } from "../ui/toasts.tsx";
import * as client from "./client.ts";
import {
  afterEvent,
  type Batch,
  changesOnto,
  newReplica,
  type Replica,
  rereadTree,
  shownLines,
  withChanges,
  withoutBatch,
} from "./replica.ts";

/** A shared board as the page has it. */
interface BoardCopy extends Pick<SharedBoard, "id" | "run" | "sharing" | "prompt" | "pointer" | "question"> {
  readonly replica: Replica;
}

export type Share = ReturnType<typeof openBoardSharing>;

const FOLLOW_KEY = "kibitz-follow-assistant";
/** Has the board follow the assistant, also on pages that are opened later. */
export const followNow = (): void => remember(FOLLOW_KEY, "true");
/** Milliseconds for which a place is shown before the assistant is told of it. */
const PAUSE_MS = 200;
/** Milliseconds between two reports of the engine's lines while it searches. */
const REPORT_MS = 5_000;

export const promptCopied = "Prompt copied. Paste it into your assistant.";
const noLongerShared =
  "This board is no longer shared: sharing was switched off, or other boards took its place. Everything on it is still here.";

/** Arrows and marked squares in words. */
export const shapesInWords = (shapes: readonly string[]): string =>
  `Drawn: ${shapes.map((shape) => shape.replace(/^([a-z]\d+)([a-z]\d+)$/, "$1 to $2")).join(", ")}.`;

/** The engine's lines at the shown place, as far as an assistant is told. */
function pageLinesOf(engine: EngineModel): readonly PageLine[] {
  const { depth, lines } = (engine.on.peek() && engine.lines.peek()) || { depth: 0, lines: [] };
  return lines.slice(0, MOST_ENGINE_LINES).map(({ score, line }) => ({
    score: { ...score, depth },
    moves: line.slice(0, ENGINE_LINE_LENGTH).map(({ code }) => code),
  }));
}

/** A place in words: the move that leads to it. */
function moveWords({ spot, numberOf, subject }: StudyModel, path: Path): string {
  const { lines } = spot.peek();
  const place = placeAt(lines, path) ?? -1;
  const [move, play] = [lines.moves[place], subject.peek()?.play];
  return move && play ? `${numberOf(place)} ${play.moveInWords(move.text)}` : "the start";
}

const sharings = new WeakMap<StudyModel, Share>();
/** The sharing of a study. It outlives the page: what did not reach the host is sent once the study is shown again. */
export function sharingOf(model: StudyModel): Share {
  const share = sharings.get(model) ?? openBoardSharing(model);
  sharings.set(model, share);
  return share;
}

/** The sharing of a study with the person's assistants: nothing is shared before the person shares it. */
function openBoardSharing(model: StudyModel) {
  const copy = signal<BoardCopy | null>(null);
  const following = signal(false);
  /** The state to which the switch is turned, until the host has answered; null for nothing. */
  const turning = signal<boolean | null>(null);
  /** The last words of the assistant's, for people who do not see them appear. */
  const words = signal("");
  /** This page's name among those that write on the board. */
  const writer = `${Date.now().toString(36)}-${Math.random().toString(36).slice(2, 12)}`;

  /** The id under which the study would be shared; null where it was not saved and is of no game. */
  const ownId = () => model.subject.value?.id ?? model.subject.value?.from?.game_id ?? null;
  const shownPath = (): Path => {
    const { lines, node } = model.spot.peek();
    return pathOf(lines, node);
  };
  const goTo = (path: Path): void => {
    const place = placeAt(model.spot.peek().lines, path);
    if (place !== null) model.go(place);
  };

  /** Says what the assistant asks, or else what it wrote at the place that it shows. */
  const speak = ({ question, pointer }: Pointers, before: Question | null): void => {
    if (question && question.number !== before?.number)
      words.value = `Your assistant asks, at ${moveWords(model, question.at)}: ${question.text || "Find a move here."}`;
    else if (pointer) {
      const { lines } = model.spot.peek();
      const { comment = "", nags = [], shapes = [] } = noteAt(lines, placeAt(lines, pointer) ?? -1) ?? {};
      const parts = [...nags.map(glyphWords), comment, shapes.length > 0 ? shapesInWords(shapes) : ""];
      const comments = parts.filter(Boolean).join(", ");
      words.value = `Your assistant shows ${moveWords(model, pointer)}${comments === "" ? "." : `: ${comments}`}`;
    }
  };

  /** Says what the assistant shows or asks now, and goes there with it, unless a comment is being written here. */
  const attend = (pointers: Pointers, before: Question | null): void => {
    speak(pointers, before);
    if (pointers.pointer && following.peek() && !model.isCommenting.peek()) goTo(pointers.pointer);
  };

  /** Shows a replica's tree, where it differs from the shown one. */
  const show = (next: BoardCopy): void =>
    batch(() => {
      copy.value = next;
      const isGone = placeAt(shownLines(next.replica), shownPath()) === null;
      // A comment that is being written there is sent, and brings its place back.
      if (isGone) model.settle();
      const current = copy.peek() ?? next;
      const lines = shownLines(current.replica);
      if (changesBetween(model.spot.peek().lines, lines).length > 0) {
        // The shown place stays as long as it is there.
        const { lines: before, node } = model.spot.peek();
        model.spot.value = { lines, node: nearestPlace(lines, pathOf(before, node)) };
      }
    });
  /** The last event of a board that was not shown here yet. */
  let lastEvent: BoardEvent | null = null;
  /** Shows a board of the host's with the person's unsaved changes, which the host gets too. */
  const begin = ({ version, lines, ...board }: SharedBoard): void => {
    const replica = newReplica(version, lines, lastSent);
    const changes = changesOnto(lines, model.savedLines.peek(), model.spot.peek().lines);
    savedAs = null;
    if (changes.length === 0) show({ ...board, replica });
    else {
      const { batch: unsent, replica: withUnsent } = withChanges(replica, changes);
      show({ ...board, replica: withUnsent });
      send(board.id, unsent);
    }
    // The assistant may have begun before the page had loaded.
    attend(board, null);
    if (lastEvent?.id === board.id && lastEvent.version > version) void rejoin();
  };
  const lose = (text: string | null): void => {
    if (!copy.peek()) return;
    copy.value = null;
    if (text !== null) toast(text, "problem");
  };

  /** The id of the study as which the board was saved, once the host knows it. */
  let savedAs: string | null = null;
  /** The numbers of the last batch, and of the last that the host has answered. */
  let lastSent = 0;
  let confirmation = 0;
  /** Sends are one after the other, so that changes arrive in their order. */
  let sending: Promise<unknown> = Promise.resolve();
  const send = (id: string, changes: Batch): void => {
    lastSent = changes.number;
    sending = sending.then(async () => {
      const answer = await client.sendChanges(id, writer, changes);
      const board = copy.peek();
      if (answer.ok) {
        confirmation = changes.number;
        if (answer.value.refusals > 0)
          toast(
            "Somebody else has written there in the meantime, so part of your change was not made. Check it, and try again.",
            "problem",
          );
        return;
      }
      if (board?.id !== id || answer.code === "CONNECTION_LOST" || answer.code === "UNAUTHORIZED") return;
      if (answer.code === "GAME_NOT_FOUND") return void rejoin();
      toast(answer.message, "problem");
      show({ ...board, replica: withoutBatch(board.replica, changes.number) });
    });
  };

  /** Answers a question, after the changes before it: the answer may be a move that they add. */
  const answer = (id: string, { number }: Question, code: string | null): void => {
    sending = sending.then(() => valueOrToast(client.sendAnswer(id, number, code)));
  };

  /** Shares the board with another run of the host, which knows none: its person has not switched it off. */
  const shareAgain = async (before: BoardCopy): Promise<void> => {
    const answer = await client.shareBoard(before.id, shownLines(before.replica));
    if (copy.peek()?.sharing !== before.sharing || (!answer.ok && answer.code === "CONNECTION_LOST")) return;
    if (!answer.ok) return lose(answer.message);
    // Another page may have shared it first, without what was written here meanwhile.
    begin(answer.value);
    toast("Kibitz was restarted. This board is shared with your assistant again.");
  };

  /** Reads the board again: after an absence, and where an event was missed. */
  const rejoin = async (): Promise<void> => {
    const id = copy.peek()?.id ?? ownId();
    if (id === null) return;
    const before = copy.peek()?.replica.version;
    const earlier = confirmation;
    const answer = await client.getBoard(id);
    if (!answer.ok) return;
    const { board, run } = answer.value;
    const current = copy.peek();
    const now = current?.replica.version;
    // Events came in the meantime: the answer is older than the board that they made.
    if (board && now !== undefined && now > board.version && now !== before) return rejoin();
    if (!board && current && run !== current.run) return shareAgain(current);
    if (!board) return lose(noLongerShared);
    if (board.sharing !== current?.sharing) return begin(board);
    const { version, lines, ...others } = board;
    const replica = rereadTree(withoutBatch(current.replica, earlier), version, lines);
    show({ ...others, replica });
    const isNews =
      JSON.stringify([board.pointer, board.question]) !== JSON.stringify([current.pointer, current.question]);
    if (isNews) attend(board, current.question);
    for (const each of replica.pending) send(id, each);
  };

  const onEvent = (event: BoardEvent): void => {
    const board = copy.peek();
    if (board?.id !== event.id) {
      lastEvent = event;
      return;
    }
    if (event.isOver) return void lose(null);
    const replica = afterEvent(board.replica, event, writer);
    if (!replica) return void rejoin();
    if (replica === board.replica) return;
    show({ ...board, replica, pointer: event.pointer, question: event.question });
    if (event.shows) attend(event, board.question);
  };

  return {
    /** The shared board; null while it is not shared. */
    board: copy,
    following,
    turning,
    words,
    follow: (on: boolean): void => {
      following.value = on;
      remember(FOLLOW_KEY, on ? "true" : null);
      const pointer = copy.peek()?.pointer;
      if (on && pointer) goTo(pointer);
    },
    goTo,
    /** Begins or ends the sharing. A study that is of no game is saved first, so that it has a number. */
    turn: async (on: boolean): Promise<void> => {
      if (turning.peek() !== null) return;
      turning.value = on;
      const board = copy.peek();
      if (!on && board) {
        await sending;
        const answer = await client.endSharing(board.id);
        if (answer.ok) lose(null);
        else toast(answer.message, "problem");
      }
      if (on && !board) {
        const problem = ownId() === null ? await model.keep(model.subject.peek()?.title || "Shared analysis") : null;
        const id = ownId();
        if (problem || id === null) toast(problem?.message ?? noLongerShared, "problem");
        else {
          model.settle();
          const answer = await client.shareBoard(id, model.spot.peek().lines);
          if (answer.ok) begin(answer.value);
          else toast(answer.message, "problem");
        }
      }
      turning.value = null;
    },
    /** Plays a move on the board, which is the answer where the assistant asked for one here. */
    play: (code: string): void => {
      const board = copy.peek();
      const isAsked = board?.question && keyOf(board.question.at) === keyOf(shownPath());
      model.play(code);
      if (board?.question && isAsked) answer(board.id, board.question, code);
    },
    pass: (): void => {
      const board = copy.peek();
      if (board?.question) answer(board.id, board.question, null);
    },
    /** Starts listening, while the page shows the study with this engine; returns a function that ends it. */
    open: (engine: EngineModel): (() => void) => {
      // Another page may have switched it since this one was left.
      following.value = recall(FOLLOW_KEY) === "true";
      const stopEdits = model.onEdit((before, after) => {
        const board = copy.peek();
        if (!board) return;
        const { batch: changes, replica } = withChanges(board.replica, changesBetween(before, after));
        copy.value = { ...board, replica };
        send(board.id, changes);
      });
      const stopSaves = effect(() => {
        const [board, id] = [copy.value, model.subject.value?.id ?? null];
        if (!board || id === null || id === board.id || id === savedAs) return;
        savedAs = id;
        void client.sendStudy(board.id, id);
      });
      const shared = computed(() => copy.value?.sharing);
      // The same text whatever else is written in the tree.
      const place = computed(() => keyOf(model.path.value.map(({ code }) => code)));
      const sendPlace = (): void => {
        const id = copy.peek()?.id;
        // A page that nobody sees does not say where its person is.
        if (id === undefined || document.hidden) return;
        const [path, lines] = [shownPath(), pageLinesOf(engine)];
        // After the changes before it, one of which may have made the place.
        sending = sending.then(() => (copy.peek()?.id === id ? client.sendPlace(id, path, lines) : null));
      };
      const stopPlaces = effect(() => {
        place.value;
        const isSearching = engine.on.value && engine.searching.value;
        if (!shared.value) return;
        const timers = [setTimeout(sendPlace, PAUSE_MS), ...(isSearching ? [setInterval(sendPlace, REPORT_MS)] : [])];
        return () => {
          for (const timer of timers) clearInterval(timer);
        };
      });
      document.addEventListener("visibilitychange", sendPlace);
      const stopLoading = effect(() => {
        if (model.subject.value && !copy.peek()) void rejoin();
      });
      return endAll(
        stopEdits,
        stopSaves,
        stopPlaces,
        () => document.removeEventListener("visibilitychange", sendPlace),
        stopLoading,
        onNews("coach", onEvent),
        onConnected(() => void rejoin()),
      );
    },
  };
}
