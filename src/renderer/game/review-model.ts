import { type ReadonlySignal, signal } from "@preact/signals";
import type { ApiReview, ReviewProgress } from "../../shared/api.ts";
import { getReview, makeReview } from "../api/client.ts";
import type { Answer } from "../api/request.ts";
import { untilAnswered } from "../api/until-answered.ts";
import { tellNotice } from "../ui/toasts.tsx";

/**
 * A part of a game that has a route of its own: its notes, or its review.
 * @param readPart answers null where the host has none
 */
export function openPart<Part>(readPart: () => Promise<Answer<Part | null>>) {
  const part = signal<Part | null>(null);
  const problem = signal<string | null>(null);
  const { ask: load } = untilAnswered(async () => {
    const answer = await readPart();
    problem.value = answer.ok ? null : answer.message;
    if (answer.ok && answer.value) part.value = answer.value;
    return answer.ok;
  });
  return {
    /** Null until it is fetched. */
    part,
    /** Why it could not be fetched. */
    problem,
    /** Fetches the stored one. */
    load,
  };
}

/** An engine's review of a game, and its progress while the engine searches. */
interface ReviewModel extends ReturnType<typeof openPart<ApiReview>> {
  /** Null before a review was made. */
  readonly progress: ReadonlySignal<ReviewProgress | null>;
  /** Has the engine review the game; results from before it was stopped are cached. */
  start(): void;
  stop(): void;
}

/** Reviews under way, which go on while the person is at another page. */
const underWay = new Map<string, ReviewModel>();

/** The review of a game: the one under way, or the stored one. */
export const openReview = (id: string): ReviewModel => underWay.get(id) ?? newReview(id);

function newReview(id: string): ReviewModel {
  const { part, problem, load } = openPart(() => getReview(id));
  const progress = signal<ReviewProgress | null>(null);
  let stop: AbortController | null = null;

  const run = async (controller: AbortController) => {
    const answer = await makeReview(
      id,
      (line) => {
        progress.value = line;
        tellNotice(line.notice);
      },
      controller.signal,
    );
    progress.value = null;
    stop = null;
    underWay.delete(id);
    if (answer.ok) part.value = answer.value;
    else if (!controller.signal.aborted) problem.value = answer.message;
  };
  const model: ReviewModel = {
    part,
    progress,
    problem,
    start: () => {
      if (stop) return;
      stop = new AbortController();
      problem.value = null;
      progress.value = { done: 0, of: 1, notice: null };
      underWay.set(id, model);
      void run(stop);
    },
    stop: () => stop?.abort(),
    load,
  };
  return model;
}
