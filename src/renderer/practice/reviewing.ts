import { type ReadonlySignal, signal } from "@preact/signals";
import type { PracticeReviewing } from "../../shared/practice/questions.ts";
import { tellNotice } from "../ui/toasts.tsx";
import { reviewAll } from "./client.ts";

const progressSignal = signal<PracticeReviewing | null>(null);
const problemSignal = signal<string | null>(null);
let controller: AbortController | null = null;

/** The progress of the review of all games, which goes on while the person is at another page; null while there is none. */
export const reviewing: ReadonlySignal<PracticeReviewing | null> = progressSignal;
/** Why the last one ended early; null where it did not. */
export const reviewProblem: ReadonlySignal<string | null> = problemSignal;

/** Reviews games until all are, or until it is departure. */
export async function startReviewing(of: number): Promise<void> {
  if (controller) return;
  controller = new AbortController();
  const { signal: departure } = controller;
  problemSignal.value = null;
  progressSignal.value = { count: 0, of, part: 0, notice: null };
  const answer = await reviewAll((line) => {
    if (!isProgress(line)) return;
    progressSignal.value = line;
    tellNotice(line.notice);
  }, departure);
  progressSignal.value = null;
  controller = null;
  if (!answer.ok && !departure.aborted) problemSignal.value = answer.message;
}

export const stopReviewing = (): void => controller?.abort();

const isProgress = (line: unknown): line is PracticeReviewing =>
  typeof line === "object" && line !== null && "part" in line && "of" in line;
