import type { LineScore, Lines } from "../lines.ts";
import type { Change, Path } from "./changes.ts";

/** A question of the assistant's to its person: to find a move at a place of the shared board. */
export interface Question {
  /** Counts the questions of a board, from 1. */
  readonly number: number;
  readonly at: Path;
  /** In the assistant's words; empty for none. */
  readonly text: string;
}

/** Most lines of an engine's that a page tells of, and most moves of each. */
export const MOST_ENGINE_LINES = 5;
export const ENGINE_LINE_LENGTH = 8;

/** A line of an engine's that a page shows at its person's place, with the score from the first seat's side. */
export interface PageLine {
  readonly score: LineScore;
  /** The codes of its moves. */
  readonly moves: Path;
}

/** The parts of a shared board that change beside its tree. */
export interface Pointers {
  /** The place that the assistant shows; null before it shows one. */
  readonly pointer: Path | null;
  /** The question that waits for the person's answer; null for none. */
  readonly question: Question | null;
}

/** The answer to `GET /api/coach/{id}`. */
export interface BoardAnswer {
  /** Null where it is not shared. */
  readonly board: SharedBoard | null;
  /** The run of the host: after another one, no board is shared until its page shares it again. */
  readonly run: string;
}

/** A board that a person shares with their assistant. */
export interface SharedBoard extends Pointers {
  /** The run of the host that shares it. */
  readonly run: string;
  /** Names this sharing: a board that was shared no more, and is again, has another one. */
  readonly sharing: string;
  /** The id of the game or the study. */
  readonly id: string;
  /** Counts its events. */
  readonly version: number;
  readonly lines: Lines;
  /** The text by which a person has their assistant walk through the game here. */
  readonly prompt: string;
}

/** Tells a change of a shared board; in the stream of events under the name `coach`. */
export interface BoardEvent extends Pointers {
  readonly id: string;
  /** One more than that of the event before. */
  readonly version: number;
  /** The page that made the changes, by a name of its own, and how many sendings it has made; null for the assistant. */
  readonly by: { readonly writer: string; readonly batch: number } | null;
  readonly changes: readonly Change[];
  /** Whether the assistant shows its place now: pages that follow it go there. */
  readonly shows: boolean;
  /** Whether the board is no longer shared. */
  readonly isOver: boolean;
}

/** The answer to a page's changes. */
export interface ChangesAnswer {
  /** How many were not made, because somebody else has written there since. */
  readonly refusals: number;
}

/** The answer to a person who asks to be walked through a game. */
export interface WalkAnswer {
  /** Whether an assistant that waited has begun. */
  readonly begins: boolean;
}
