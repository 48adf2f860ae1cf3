import { type AssistantNote, followersOf, type LineMove, type Lines, mergedMove, pathTo } from "../lines.ts";

/** A place in a tree: the codes of the moves from the start to it. It stays the same whatever else is changed. */
export type Path = readonly string[];

/** The notes at a place, for a change: an empty text, list or note takes one out, as does null; an absent one stays. */
export interface NotesChange {
  readonly comment?: string | undefined;
  readonly nags?: readonly number[] | undefined;
  readonly assistant?: AssistantNote | null | undefined;
}

/**
 * One change of a tree. Each names its place by the moves that lead there, so that it means the same after any other
 * change: a move can come to stand nowhere else, and a change that was made already changes nothing.
 */
export type Change =
  /** Adds a move after its path's other moves; `move` has its text and notes. */
  | { readonly type: "add"; readonly path: Path; readonly move: Omit<LineMove, "after" | "code"> }
  /** Changes the notes at a place; those of the start with an empty path. */
  | { readonly type: "note"; readonly path: Path; readonly notes: NotesChange }
  /** Removes a move and all that follows it. */
  | { readonly type: "remove"; readonly path: Path }
  /** Makes a move the first of its alternatives. */
  | { readonly type: "lead"; readonly path: Path };

/** A tree of moves, and the shown place in it. */
export interface TreeSpot {
  readonly lines: Lines;
  /** −1 for the start. */
  readonly node: number;
}

/** The place of a path in a tree, −1 for the start; null where it is not there. */
export function placeAt({ moves }: Lines, path: Path): number | null {
  let place = -1;
  for (const code of path) {
    const next = moves.findIndex((move, index) => index > place && move.after === place && move.code === code);
    if (next < 0) return null;
    place = next;
  }
  return place;
}

/** The path of a place in a tree. */
export const pathOf = (lines: Lines, place: number): Path =>
  pathTo(lines, place).map((each) => lines.moves[each]?.code ?? "");

/** A place of a tree by its path, or the last one before it that is still there. */
export function nearestPlace(lines: Lines, path: Path): number {
  for (let length = path.length; length > 0; length -= 1) {
    const place = placeAt(lines, path.slice(0, length));
    if (place !== null) return place;
  }
  return -1;
}

/** A path as one text, which no other path has. */
export const keyOf = (path: Path): string => path.join("\n");
export const pathIn = (key: string): Path => (key === "" ? [] : key.split("\n"));

/** The key of each place of a tree. */
export function keysOf({ moves }: Lines): readonly string[] {
  const keys: string[] = [];
  for (const { after, code } of moves) keys.push(after < 0 ? code : `${keys[after]}\n${code}`);
  return keys;
}

/** Rebuilds the tree line by line with another order of alternatives at each place; `node` is adjusted. */
export function withOrder(
  { lines, node }: TreeSpot,
  order: (places: readonly number[]) => readonly number[],
): TreeSpot {
  const next = followersOf(lines);
  const moves: LineMove[] = [];
  const places = new Map([[-1, -1]]);
  const due = order(next(-1)).toReversed();
  for (let place = due.pop(); place !== undefined; place = due.pop()) {
    const move = lines.moves[place];
    if (!move) continue;
    places.set(place, moves.length);
    moves.push({ ...move, after: places.get(move.after) ?? -1 });
    due.push(...order(next(place)).toReversed());
  }
  return { lines: { ...lines, moves }, node: places.get(node) ?? -1 };
}

/** A move or a start with other notes. */
function withNotes<Place extends Pick<LineMove, "comment" | "nags" | "assistant">>(place: Place, notes: NotesChange) {
  const { comment: oldComment, nags: oldNags, assistant: oldAssistant, ...rest } = place;
  const { comment = oldComment, nags = oldNags, assistant = oldAssistant } = notes;
  return {
    ...rest,
    ...(comment ? { comment } : {}),
    ...(nags?.length ? { nags } : {}),
    ...(assistant && !isEmptyNote(assistant) ? { assistant } : {}),
  };
}

const withMove = (lines: Lines, place: number, move: LineMove): Lines => ({
  ...lines,
  moves: lines.moves.map((each, index) => (index === place ? move : each)),
});

/** Whether nothing is left of a note. */
const isEmptyNote = ({ added, comment, nags = [], shapes = [] }: AssistantNote): boolean =>
  !added && !comment && nags.length === 0 && shapes.length === 0;

/** The tree after a change; the same one where the change finds nothing to do. */
export function applyChange(lines: Lines, change: Change): Lines {
  const place = placeAt(lines, change.path);
  const move = place === null ? undefined : lines.moves[place];
  switch (change.type) {
    case "add": {
      if (place !== null && move) {
        // A person who plays a move of the assistant's makes it theirs too. Notes are added to those that are there.
        const { added, ...note } = { ...change.move.assistant, ...move.assistant };
        const isAssistants = move.assistant?.added && change.move.assistant?.added;
        const assistant = { ...note, ...(isAssistants && { added }) };
        const both = withNotes(mergedMove(move, change.move), { assistant });
        return notesBetween(move, both) ? withMove(lines, place, both) : lines;
      }
      const after = placeAt(lines, change.path.slice(0, -1));
      const code = change.path.at(-1);
      if (after === null || code === undefined) return lines;
      return { ...lines, moves: [...lines.moves, { ...change.move, after, code }] };
    }
    case "note": {
      if (place === null) return lines;
      if (move) return withMove(lines, place, withNotes(move, change.notes));
      const { nags: _, ...start } = withNotes<Lines & Pick<LineMove, "nags">>(lines, change.notes);
      return start;
    }
    case "remove":
      if (place === null || !move) return lines;
      return withOrder({ lines, node: -1 }, (places) => places.filter((each) => each !== place)).lines;
    case "lead":
      if (place === null || !move || followersOf(lines)(move.after)[0] === place) return lines;
      return withOrder({ lines, node: -1 }, (places) =>
        places.includes(place) ? [place, ...places.filter((each) => each !== place)] : places,
      ).lines;
  }
}

export const applyChanges = (lines: Lines, changes: readonly Change[]): Lines => changes.reduce(applyChange, lines);

type PlaceNotes = Pick<LineMove, "comment" | "nags" | "assistant">;

/** The notes that differ; null where none do. */
function notesBetween(before: PlaceNotes, after: PlaceNotes): NotesChange | null {
  const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
  const notes: NotesChange = {
    ...(isSame(before.comment ?? "", after.comment ?? "") ? {} : { comment: after.comment ?? "" }),
    ...(isSame(before.nags ?? [], after.nags ?? []) ? {} : { nags: after.nags ?? [] }),
    ...(isSame(before.assistant ?? null, after.assistant ?? null) ? {} : { assistant: after.assistant ?? null }),
  };
  return Object.keys(notes).length > 0 ? notes : null;
}

/** The changes that make one tree into the other. */
export function changesBetween(before: Lines, after: Lines): readonly Change[] {
  if (before === after) return [];
  const [oldKeys, newKeys] = [keysOf(before), keysOf(after)];
  const oldPlaces = new Map(oldKeys.map((key, place) => [key, place]));
  const stays = new Set(newKeys);
  const changes: Change[] = [];
  const start = notesBetween(before, after);
  if (start) changes.push({ type: "note", path: [], notes: start });
  for (const [place, key] of oldKeys.entries()) {
    const parent = oldKeys[before.moves[place]?.after ?? -1];
    if (!stays.has(key) && (parent === undefined || stays.has(parent)))
      changes.push({ type: "remove", path: pathIn(key) });
  }
  for (const [place, { after: _, code: __, ...move }] of after.moves.entries()) {
    const key = newKeys[place] ?? "";
    const old = before.moves[oldPlaces.get(key) ?? -1];
    const notes = old && old !== after.moves[place] ? notesBetween(old, move) : null;
    if (!old) changes.push({ type: "add", path: pathIn(key), move });
    else if (notes) changes.push({ type: "note", path: pathIn(key), notes });
  }
  // Added moves come last among their alternatives; where they are to stand elsewhere, each is put first in turn.
  const next = followersOf(after);
  for (const place of [-1, ...after.moves.keys()]) {
    const keys = next(place).map((each) => newKeys[each] ?? "");
    if (keys.length < 2) continue;
    const rank = (key: string) => oldPlaces.get(key) ?? before.moves.length + keys.indexOf(key);
    const isInOrder = keys.every((key, index) => index === 0 || rank(keys[index - 1] ?? "") < rank(key));
    if (!isInOrder) changes.push(...keys.toReversed().map((key): Change => ({ type: "lead", path: pathIn(key) })));
  }
  return changes;
}
