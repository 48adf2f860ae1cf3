import { applyChange, type Change, keyOf, keysOf, type Path, pathIn, placeAt } from "../../shared/coach/changes.ts";
import { type Lines, MOST_LINE_MOVES, mainLine } from "../../shared/lines.ts";
import type { Result } from "../../shared/result.ts";

/** The writer of a change: a page by a name of its own, or the assistant. */
export type Writer = string;
export const ASSISTANT: Writer = "assistant";

interface Writing {
  readonly by: Writer;
  readonly version: number;
}

/** Most places that a board has had, those that were taken out included: each keeps its number. */
const MOST_PLACES = 50_000;

/** The result of changes that somebody asked for. */
export interface Merge {
  readonly changes: readonly Change[];
  readonly refusals: readonly Change[];
}

export type SharedTree = ReturnType<typeof createSharedTree>;

/**
 * A tree that several write in, of which this is the truth. A change is made where it harms nothing that its writer has
 * not seen: nobody removes or replaces by it what somebody else has written there since.
 * A writer of changes says up to which version it has seen the tree.
 * @param legal the move of a path as the rules write it; refuses one that cannot be played
 */
export function createSharedTree(first: Lines, legal: (path: Path) => Result<{ readonly text: string }>) {
  let lines = first;
  let version = 0;
  /** The last writing at each place: of its move and the person's notes, and of the assistant's. */
  const own = new Map<string, Writing>();
  const assistants = new Map<string, Writing>();
  /** The number of each place that there has been, by its key: 0 for the start, and on the main line the ply. */
  const numbers = new Map([["", 0]]);
  const keys = [""];
  const number = (key: string): void => {
    if (numbers.has(key)) return;
    numbers.set(key, keys.length);
    keys.push(key);
  };
  const all = keysOf(first);
  for (const place of mainLine(first)) number(all[place] ?? "");
  for (const key of all) number(key);

  const isNews = (writing: Writing | undefined, by: Writer, seenVersion: number): boolean =>
    writing !== undefined && writing.by !== by && writing.version > seenVersion;

  /** The moves to a path that are not there, as changes that add them; null where one cannot be added. */
  const missing = (path: Path): readonly Change[] | null => {
    const adds: Change[] = [];
    for (let length = 1; length <= path.length; length += 1) {
      const part = path.slice(0, length);
      if (adds.length === 0 && placeAt(lines, part) !== null) continue;
      const move = legal(part);
      const isFull = lines.moves.length + adds.length >= MOST_LINE_MOVES || keys.length + adds.length >= MOST_PLACES;
      if (!move.ok || isFull) return null;
      adds.push({ type: "add", path: part, move: { text: move.value.text } });
    }
    return adds;
  };

  /** The changes by which a change may be made; null for one that may not. */
  const permit = (change: Change, by: Writer, seenVersion: number): readonly Change[] | null => {
    const key = keyOf(change.path);
    switch (change.type) {
      case "add": {
        if (placeAt(lines, change.path) !== null) return [change];
        // Somebody may have taken out the moves before it meanwhile: they come back with it.
        const adds = missing(change.path);
        const last = adds?.at(-1);
        if (!adds || last?.type !== "add") return null;
        return [...adds.slice(0, -1), { ...change, move: { ...change.move, text: last.move.text } }];
      }
      case "note": {
        const adds = missing(change.path);
        if (!adds || (adds.length > 0 && !change.notes.comment && !change.notes.nags?.length)) return null;
        const { assistant, ...others } = change.notes;
        if (Object.keys(others).length > 0 && isNews(own.get(key), by, seenVersion)) return null;
        return [...adds, isNews(assistants.get(key), by, seenVersion) ? { ...change, notes: others } : change];
      }
      case "remove": {
        const below = [...own, ...assistants].some(
          ([each, writing]) => (each === key || each.startsWith(`${key}\n`)) && isNews(writing, by, seenVersion),
        );
        return below ? null : [change];
      }
      case "lead":
        return placeAt(lines, change.path) === null ? null : [change];
    }
  };

  const note = (change: Change, by: Writer): void => {
    const key = keyOf(change.path);
    const writing = { by, version };
    if (change.type === "add") {
      number(key);
      if (change.move.assistant) assistants.set(key, writing);
      own.set(key, writing);
    }
    if (change.type !== "note") return;
    const { assistant, ...others } = change.notes;
    if (assistant !== undefined) assistants.set(key, writing);
    if (Object.keys(others).length > 0) own.set(key, writing);
  };

  return {
    lines: () => lines,
    version: () => version,
    /** The number of a place, which no other place ever has. */
    numberOf: (path: Path): number => numbers.get(keyOf(path)) ?? 0,
    /** The place with a number; null where there was none, or it is gone. */
    pathOf: (place: number): Path | null => {
      const key = keys[place];
      if (key === undefined) return null;
      const path = pathIn(key);
      return placeAt(lines, path) === null ? null : path;
    },
    /** Counts an event that changes no move. */
    count: () => {
      version += 1;
    },
    /** Makes the changes that may be made, as one event. */
    merge: (changes: readonly Change[], by: Writer, seenVersion: number): Merge => {
      version += 1;
      const applications: Change[] = [];
      const refusals: Change[] = [];
      for (const change of changes) {
        const may = permit(change, by, seenVersion);
        if (!may) {
          refusals.push(change);
          continue;
        }
        for (const each of may) {
          lines = applyChange(lines, each);
          note(each, by);
        }
        applications.push(...may);
      }
      return { changes: applications, refusals };
    },
  };
}
