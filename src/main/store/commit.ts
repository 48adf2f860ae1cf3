import { type GameEvent, gameEventSchema } from "../../shared/events.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Change, GameColumns } from "./store.ts";

/** A change as it will be kept. It is text already, so that what becomes of the caller's objects changes nothing. */
export interface WrittenChange {
  readonly id: string;
  readonly expectedVersion: number;
  readonly columns: GameColumns;
  readonly form: number;
  readonly snapshot: string;
  readonly events: readonly { readonly event: GameEvent; readonly body: string }[];
}

export interface Commit {
  readonly changes: readonly Change[];
  readonly written: readonly WrittenChange[];
  /** Milliseconds since 1970, whole. */
  readonly at: number;
}

/** What is asked for, ready to be kept. Refuses with `STORAGE_FAILED` what no JSON can hold; throws for a change without events. */
export function writeCommit(changes: readonly Change[], at: number): Result<Commit> {
  const silent = changes.find(({ events }) => events.length === 0);
  if (silent) throw new Error(`the change of game ${silent.id} has no event: nobody would hear of it`);
  try {
    return accept({ changes, written: changes.map(written), at: Math.round(at) });
  } catch (error) {
    return storageFailed(error);
  }
}

const written = ({ id, expectedVersion, columns, snapshot, events }: Change): WrittenChange => ({
  id,
  expectedVersion,
  columns: keptColumns(columns),
  form: snapshot.form,
  snapshot: toJson(snapshot.data),
  events: events.map((event) => ({ event, body: toJson(event) })),
});

function keptColumns(columns: GameColumns): GameColumns {
  const whole = (time: number | null) => (time === null ? null : Math.round(time));
  const [{ ...first }, { ...second }] = columns.entrants;
  return {
    ...columns,
    createdAt: Math.round(columns.createdAt),
    startedAt: whole(columns.startedAt),
    finishedAt: whole(columns.finishedAt),
    entrants: [first, second],
  };
}

function toJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError("it is no JSON");
  return text;
}

/** Plain data from its text; null for a text that is no JSON, so that one damaged row does not hide the others. */
export function readData(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** An event from its text. Throws for a text that is none. */
export const readEvent = (body: string): GameEvent => gameEventSchema.parse(JSON.parse(body));

/**
 * The refusal of a commit one of whose changes was decided on another version than its game is at; null when all fit.
 * Changes of the same game follow on one another. `versionOf` answers 0 for a game that does not exist.
 */
export function findConflict(changes: readonly WrittenChange[], versionOf: (id: string) => number): Refusal | null {
  const next = new Map<string, number>();
  for (const { id, expectedVersion, events } of changes) {
    const version = next.get(id) ?? versionOf(id);
    if (version !== expectedVersion) return conflict(id, expectedVersion, version);
    next.set(id, version + events.length);
  }
  return null;
}

const conflict = (id: string, expected: number, version: number): Refusal =>
  refuse(
    "CONFLICT",
    expected === 0
      ? `There is a game ${id} already, so none was made under that number. Choose another`
      : `Game ${id} is at version ${version}, and this was decided on version ${expected}, so it did not happen. Look again and decide anew`,
  );

/** The refusal for what could not be kept: the reason that was given, and what to do about it. */
export const storageFailed = (error: unknown, remedy = "Nothing is lost; try again"): Refusal =>
  refuse(
    "STORAGE_FAILED",
    `This could not be saved, so it did not happen (${error instanceof Error ? error.message : String(error)}). ${remedy}`,
  );
