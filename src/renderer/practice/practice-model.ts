import { batch, computed, type ReadonlySignal, signal } from "@preact/signals";
import type { PlayPart, StudyPart } from "../../games/page.ts";
import type { PracticeOverview, PracticeQuestion, PracticeResult } from "../../shared/practice/questions.ts";
import type { View } from "../../shared/terms.ts";
import { loadParts } from "../analysis/load-study.ts";
import type { Failure } from "../api/request.ts";
import { askNext, getOverview, sendAnswer } from "./client.ts";

/** A position that is asked, with the parts of its game that draw it. */
export interface Task {
  readonly question: PracticeQuestion;
  readonly play: PlayPart;
  readonly study: StudyPart;
  /** When it was shown, as `performance.now` counts. */
  readonly since: number;
}

/** The outcome of an answer, with the move as people write it; null where the person gave up. */
export interface Outcome extends PracticeResult {
  readonly move: string | null;
}

/** A line from the position that is asked, shown up to so many of its moves. */
export interface ShownPart {
  readonly line: "best" | "played";
  readonly count: number;
}

/** Most hints: the piece that moves, and its square. */
const MOST_HINTS = 2;

/** The lines that an answer shows: the better one, and what was played with its refutation. */
export const linesOf = ({ best, played, refutation }: PracticeQuestion) => ({ best, played: [played, ...refutation] });

export type PracticeModel = ReturnType<typeof openPractice>;

/** A session of practice: one position after the other. */
export function openPractice() {
  const overview = signal<PracticeOverview | null>(null);
  const task = signal<Task | null>(null);
  const outcome = signal<Outcome | null>(null);
  const hints = signal(0);
  const part = signal<ShownPart | null>(null);
  const failure = signal<Failure | null>(null);
  const isSearching = signal(false);
  let controller = new AbortController();
  let isSending = false;
  let isClosed = false;

  const view: ReadonlySignal<View | null> = computed(() => {
    const { question, study } = task.value ?? {};
    if (!question || !study) return null;
    const { line, count } = part.value ?? { line: "best" as const, count: 0 };
    let position: View = question.view;
    for (const { code } of linesOf(question)[line].slice(0, count))
      position = study.play(position, code)?.view ?? position;
    return position;
  });

  const ask = async (): Promise<void> => {
    if (isClosed) return;
    controller.abort();
    controller = new AbortController();
    const { signal: departure } = controller;
    batch(() => {
      isSearching.value = true;
      failure.value = null;
    });
    const answer = await askNext(departure);
    if (departure.aborted) return;
    const question = answer.ok ? answer.value.question : null;
    const parts = question && (await loadParts(question.game));
    if (departure.aborted) return;
    batch(() => {
      isSearching.value = false;
      outcome.value = null;
      part.value = null;
      hints.value = 0;
      task.value = question && parts?.ok ? { question, ...parts.value, since: performance.now() } : null;
      if (answer.ok) overview.value = answer.value;
      failure.value = answer.ok ? (parts?.ok === false ? parts : null) : answer;
    });
  };

  const answer = async (move: string | null): Promise<void> => {
    const current = task.peek();
    if (!current || outcome.peek() || isSending) return;
    isSending = true;
    const { question, study, since } = current;
    const text = move === null ? null : (study.play(question.view, move)?.text ?? move);
    const ms = Math.min(86_400_000, Math.round(performance.now() - since));
    const result = await sendAnswer(question, move, hints.peek(), ms);
    isSending = false;
    if (controller.signal.aborted) return;
    batch(() => {
      if (!result.ok) {
        failure.value = result;
        return;
      }
      failure.value = null;
      overview.value = result.value;
      outcome.value = { ...result.value, move: text };
      part.value = { line: "best", count: 1 };
    });
  };

  return {
    /** How much there is to practise; null until it is known. */
    overview,
    /** Null where nothing is asked. */
    task,
    /** Null until the position is answered. */
    outcome,
    /** The number of hints that are shown. */
    hints,
    part,
    /** The position on the board. */
    view,
    failure,
    /** Whether the engine searches for a position. */
    isSearching,
    ask,
    answer,
    /** Counts anew what there is, and asks nothing. */
    refresh: async (): Promise<void> => {
      const current = await getOverview();
      if (current.ok) overview.value = current.value;
    },
    hint: (): void => {
      if (task.peek() && !outcome.peek()) hints.value = Math.min(MOST_HINTS, hints.peek() + 1);
    },
    /** Shows a line up to a move. */
    showLine: (next: ShownPart): void => {
      part.value = next;
    },
    /** Steps through the shown line, backwards or forwards; false before an answer. */
    step: (by: -1 | 1): boolean => {
      const [current, now] = [task.peek(), part.peek()];
      if (!current || !now || !outcome.peek()) return false;
      const most = linesOf(current.question)[now.line].length;
      part.value = { ...now, count: Math.max(0, Math.min(most, now.count + by)) };
      return true;
    },
    close: (): void => {
      isClosed = true;
      controller.abort();
    },
  };
}
