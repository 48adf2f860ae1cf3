import { type ReadonlySignal, signal } from "@preact/signals";
import type { Answer } from "../api/answer.ts";
import { untilAnswered } from "../api/until-answered.ts";

/** A part of a game that has a route of its own: its notes, or its review. */
export interface PartModel<Part> {
  /** Null until it is fetched. */
  readonly found: ReadonlySignal<Part | null>;
  /** Why it could not be fetched. */
  readonly problem: ReadonlySignal<string | null>;
  /** Fetches the stored one. */
  load(): void;
}

/** @param read answers null where the host has none */
export function openPart<Part>(read: () => Promise<Answer<Part | null>>) {
  const found = signal<Part | null>(null);
  const problem = signal<string | null>(null);
  const { ask: load } = untilAnswered(async () => {
    const answer = await read();
    problem.value = answer.ok ? null : answer.message;
    if (answer.ok && answer.value) found.value = answer.value;
    return answer.ok;
  });
  return { found, problem, load };
}
