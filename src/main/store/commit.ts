import { type GameEvent, gameEventSchema } from "../../shared/events.ts";
import { jsonIn } from "../../shared/fields.ts";
import { type LeagueEvent, leagueEventSchema } from "../../shared/league-events.ts";
import { accept, messageOf, type Refusal, type Result, refuse } from "../../shared/result.ts";
import { foldText } from "../../shared/text.ts";
import type { RowOf } from "./columns.ts";
import type { Change, Entry, GameChange, LeagueChange } from "./values.ts";

type StoredColumns = Record<string, string | number | null>;

/** A change as it will be stored: text already, so that later changes of the caller's objects have no effect. */
export interface WrittenChange extends Pick<Change, "aggregate" | "id" | "expectedVersion"> {
  /** The row of the game or the league, by the names of its columns. */
  readonly row: Readonly<StoredColumns> & { readonly version: number };
  /** Rows of a game and of a league that are new or different. */
  readonly paths: readonly RowOf<"game_paths">[];
  readonly parts: readonly RowOf<"league_parts">[];
  readonly entries: readonly WrittenEntry[];
}

export interface WrittenEntry {
  readonly row: Omit<RowOf<"events">, "id">;
  /** The entry, once its place in the log is known. */
  readonly entryAt: (id: number) => Entry;
}

/** Proves with a write that its writer still holds the lease that entitles to it. */
export interface Fence {
  readonly key: string;
  /** This host, by a name that no other has or had. */
  readonly holder: string;
  /** Increases whenever the lease goes to another holder. */
  readonly epoch: number;
}

export interface Commit {
  readonly changes: readonly Change[];
  readonly writes: readonly WrittenChange[];
  /** The lease that the commit needs; null for a change that a request asked for. */
  readonly under: Fence | null;
}

/** A commit to be stored. Refuses with `STORAGE_FAILED` what no JSON can hold; throws for a change without events. */
export function writeCommit(changes: readonly Change[], at: number, under: Fence | null = null): Result<Commit> {
  const silent = changes.find(({ events }) => events.length === 0);
  if (silent) throw new Error(`the change of ${silent.aggregate} ${silent.id} has no event: nobody would hear of it`);
  try {
    const time = Math.round(at);
    const writes = changes.map((each) =>
      each.aggregate === "game" ? writtenGame(each, time) : writtenLeague(each, time),
    );
    return accept({ changes, writes, under });
  } catch (error) {
    return storageFailed(error);
  }
}

function writtenGame(change: GameChange, at: number): WrittenChange {
  const { id, path } = change;
  const { alias, ...columns } = change.columns;
  const terms = [columns.first_name, columns.second_name, columns.opening, alias];
  const search = foldText(terms.filter((part) => typeof part === "string").join(" "));
  return {
    ...writtenRow(change, { ...columns, search }),
    paths: path === undefined ? [] : [{ game_id: id, path }],
    parts: [],
    entries: change.events.map((event, index) => {
      const seq = change.expectedVersion + index + 1;
      const row = { game_id: id, league_id: null, seq, at, body: toJson(event) };
      return { row, entryAt: (place) => ({ id: place, gameId: id, seq, at, event }) };
    }),
  };
}

function writtenLeague(change: LeagueChange, at: number): WrittenChange {
  const { id } = change;
  return {
    ...writtenRow(change, change.columns),
    paths: [],
    parts: change.parts.map(({ part, number, data }) => ({ league_id: id, part, number, data: toJson(data) })),
    entries: change.events.map((event, index) => {
      const seq = change.expectedVersion + index + 1;
      const row = { game_id: null, league_id: id, seq, at, body: toJson(event) };
      return { row, entryAt: (place) => ({ id: place, leagueId: id, seq, at, event }) };
    }),
  };
}

function writtenRow(
  { aggregate, id, expectedVersion, snapshot: { form, data }, events }: Change,
  columns: StoredColumns,
) {
  const version = expectedVersion + events.length;
  const row: StoredColumns & { version: number } = {
    ...columns,
    id,
    version,
    snapshot_form: form,
    snapshot: toJson(data),
  };
  for (const [name, value] of Object.entries(columns)) if (typeof value === "number") row[name] = Math.round(value);
  return { aggregate, id, expectedVersion, row };
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
  for (const { aggregate, id, expectedVersion, entries } of changes) {
    const name = `${aggregate} ${id}`;
    const version = next.get(name) ?? versionOf(aggregate, id);
    if (version !== expectedVersion) return conflict(name, expectedVersion, version);
    next.set(name, version + entries.length);
  }
  return null;
}

const conflict = (name: string, expectedVersion: number, version: number): Refusal =>
  refuse(
    "CONFLICT",
    expectedVersion === 0
      ? `There is a ${name} already, so none was made under that number. Choose another`
      : `${name} is at version ${version}, and this was decided on version ${expectedVersion}, so it did not happen. Look again and decide anew`,
  );

/** The refusal of work whose lease another host has, perhaps since a moment ago. */
export const elsewhere: Refusal = refuse("ELSEWHERE", "Another host is responsible for this, so nothing was done here");

/** The refusal of a commit of which nobody can tell whether it was stored. */
export const outcomeUnknown = (error: unknown, remedy = ""): Refusal =>
  refuse(
    "OUTCOME_UNKNOWN",
    `It is not known whether this was saved (${messageOf(error)}). ${remedy}Look at what there is before you try again`,
  );

/** The refusal of a commit that failed: the reason, and what to do about it. */
export const storageFailed = (error: unknown, remedy = "Nothing is lost; try again"): Refusal =>
  refuse("STORAGE_FAILED", `This could not be saved, so it did not happen (${messageOf(error)}). ${remedy}`);
