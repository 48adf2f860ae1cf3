import { type ReadonlySignal, signal } from "@preact/signals";
import type { Lines } from "../../shared/lines.ts";
import { getLines } from "../api/client.ts";
import { untilAnswered } from "../api/until-answered.ts";

/** The notes on a game: comments, glyphs, variations, clocks. */
export interface NotesModel {
  /** Null until it is fetched. */
  readonly lines: ReadonlySignal<Lines | null>;
  /** Why they could not be fetched. */
  readonly problem: ReadonlySignal<string | null>;
  load(): void;
}

export function openNotes(id: string): NotesModel {
  const lines = signal<Lines | null>(null);
  const problem = signal<string | null>(null);
  const { ask: load } = untilAnswered(async () => {
    const answer = await getLines(id);
    problem.value = answer.ok ? null : answer.message;
    if (answer.ok) lines.value = answer.value;
    return answer.ok;
  });
  return { lines, problem, load };
}
