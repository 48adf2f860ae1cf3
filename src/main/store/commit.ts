import { type GameEvent, gameEventSchema } from "../../shared/events.ts";
import { jsonIn } from "../../shared/fields.ts";
import { type LeagueEvent, leagueEventSchema } from "../../shared/league-events.ts";
import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Fence } from "./cluster/leases.ts";
import type { Change, GameChange, GameColumns, LeagueChange, LeagueColumns } from "./store.ts";

/** A change as it will be stored: text already, so that later changes of the caller's objects have no effect. */
export type WrittenChange = WrittenGame | WrittenLeague;

interface Written<Event> {
  readonly id: string;
  readonly expectedVersion: number;
  readonly form: number;
  readonly snapshot: string;
  readonly events: readonly { readonly event: Event; readonly body: string }[];
}

export interface WrittenGame extends Written<GameEvent> {
  readonly aggregate: "game";
  readonly columns: GameColumns;
  /** Null where it stays what it was. */
  readonly path: string | null;
}

export interface WrittenLeague extends Written<LeagueEvent> {
  readonly aggregate: "league";
  readonly columns: LeagueColumns;
  readonly parts: readonly { readonly part: string; readonly number: number; readonly data: string }[];
}

export interface Commit {
  readonly changes: readonly Change[];
  readonly written: readonly WrittenChange[];
  /** Milliseconds since 1970, whole. */
  readonly at: number;
  /** The lease that entitles to the commit; null for a change that somebody asked for. */
  readonly under: Fence | null;
}

/**
 * A commit ready to be stored. Refuses with `STORAGE_FAILED` what no JSON can hold; throws for a change without events.
 */
export function writeCommit(changes: readonly Change[], at: number, under: Fence | null = null): Result<Commit> {
  const silent = changes.find(({ events }) => events.length === 0);
  if (silent) throw new Error(`the change of ${silent.aggregate} ${silent.id} has no event: nobody would hear of it`);
  try {
    return accept({ changes, written: changes.map(written), at: Math.round(at), under });
  } catch (error) {
    return storageFailed(error);
  }
}

const written = (change: Change): WrittenChange =>
  change.aggregate === "game" ? writtenGame(change) : writtenLeague(change);

const writtenGame = ({ aggregate, id, expectedVersion, columns, ...change }: GameChange): WrittenGame => ({
  aggregate,
  id,
  expectedVersion,
  columns: keptColumns(columns),
  path: change.path ?? null,
  form: change.snapshot.form,
  snapshot: toJson(change.snapshot.data),
  events: change.events.map((event) => ({ event, body: toJson(event) })),
});

const writtenLeague = ({ aggregate, id, expectedVersion, columns, ...change }: LeagueChange): WrittenLeague => ({
  aggregate,
  id,
  expectedVersion,
  columns: { ...columns, createdAt: Math.round(columns.createdAt), finishedAt: whole(columns.finishedAt) },
  form: change.snapshot.form,
  snapshot: toJson(change.snapshot.data),
  parts: change.parts.map(({ part, number, data }) => ({ part, number, data: toJson(data) })),
  events: change.events.map((event) => ({ event, body: toJson(event) })),
});

const whole = (time: number | null): number | null => (time === null ? null : Math.round(time));

function keptColumns(columns: GameColumns): GameColumns {
  const [{ ...first }, { ...second }] = columns.entrants;
  return {
    ...columns,
    createdAt: Math.round(columns.createdAt),
    startedAt: whole(columns.startedAt),
    finishedAt: whole(columns.finishedAt),
    deletedAt: whole(columns.deletedAt),
    entrants: [first, second],
  };
}

function toJson(value: unknown): string {
  const text: string | undefined = JSON.stringify(value);
  if (text === undefined) throw new TypeError("it is no JSON");
  return text;
}

/** Plain data from its text; null for a text that is no JSON, so that one damaged row does not hide the others. */
export const readData = (text: string): unknown => jsonIn(text) ?? null;

/** An event from its text. Throws for a text that is none. */
export const readEvent = (body: string): GameEvent => gameEventSchema.parse(JSON.parse(body));
export const readLeagueEvent = (body: string): LeagueEvent => leagueEventSchema.parse(JSON.parse(body));

/**
 * The refusal of a commit with a change that was decided on another version than the stored one; null when all fit.
 * Changes of the same game or league follow one another. `versionOf` answers 0 for one that does not exist.
 */
export function findConflict(
  changes: readonly WrittenChange[],
  versionOf: (aggregate: Change["aggregate"], id: string) => number,
): Refusal | null {
  const next = new Map<string, number>();
  for (const { aggregate, id, expectedVersion, events } of changes) {
    const name = `${aggregate} ${id}`;
    const version = next.get(name) ?? versionOf(aggregate, id);
    if (version !== expectedVersion) return conflict(name, expectedVersion, version);
    next.set(name, version + events.length);
  }
  return null;
}

const conflict = (name: string, expected: number, version: number): Refusal =>
  refuse(
    "CONFLICT",
    expected === 0
      ? `There is a ${name} already, so none was made under that number. Choose another`
      : `${name} is at version ${version}, and this was decided on version ${expected}, so it did not happen. Look again and decide anew`,
  );

/** The refusal of work whose lease another host has, perhaps since a moment ago. */
export const elsewhere: Refusal = refuse("ELSEWHERE", "Another host is responsible for this, so nothing was done here");

/** The refusal of a commit that failed: the reason, and what to do about it. */
export const storageFailed = (error: unknown, remedy = "Nothing is lost; try again"): Refusal =>
  refuse(
    "STORAGE_FAILED",
    `This could not be saved, so it did not happen (${error instanceof Error ? error.message : String(error)}). ${remedy}`,
  );
