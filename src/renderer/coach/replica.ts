import type { BoardEvent } from "../../shared/coach/board.ts";
import { applyChanges, type Change, changesBetween, keyOf, type NotesChange } from "../../shared/coach/changes.ts";
import { type Lines, mergeComments } from "../../shared/lines.ts";

/** Changes that a page made at once, and the version of the board that it had seen. */
export interface Batch {
  /** Counts the page's batches, from 1. */
  readonly number: number;
  readonly after: number;
  readonly changes: readonly Change[];
}

/** A page's copy of a shared board: the host's tree at a version, and the page's own changes since. */
export interface Replica {
  readonly version: number;
  readonly tree: Lines;
  /** The changes that the host has not told of yet, oldest first. */
  readonly pending: readonly Batch[];
  readonly batches: number;
}

/** @param batches how many batches the page has sent already, also of boards before */
export const newReplica = (version: number, tree: Lines, batches = 0): Replica => ({
  version,
  tree,
  pending: [],
  batches,
});

/** The tree that the page shows: the host's, with its own changes in advance. */
export const shownLines = ({ tree, pending }: Replica): Lines =>
  applyChanges(
    tree,
    pending.flatMap(({ changes }) => changes),
  );

/** The replica after a change by its person, and the batch to send. */
export function withChanges(replica: Replica, changes: readonly Change[]) {
  const batch: Batch = { number: replica.batches + 1, after: replica.version, changes };
  return { batch, replica: { ...replica, batches: batch.number, pending: [...replica.pending, batch] } };
}

/** The replica without a batch, and those before it: they were refused, or told of. */
export const withoutBatch = (replica: Replica, number: number): Replica => ({
  ...replica,
  pending: replica.pending.filter((batch) => batch.number > number),
});

/** The replica after an event; the same one after an event that it has; null where one was missed in between. */
export function afterEvent(replica: Replica, { version, by, changes }: BoardEvent, writer: string): Replica | null {
  if (version <= replica.version) return replica;
  if (version !== replica.version + 1) return null;
  const next = { ...replica, version, tree: applyChanges(replica.tree, changes) };
  return by?.writer === writer ? withoutBatch(next, by.batch) : next;
}

/** The replica on another copy of the host's tree, read after events were missed; what is pending is made on it again. */
export const rereadTree = (replica: Replica, version: number, tree: Lines): Replica => ({ ...replica, version, tree });

/** The notes that a change writes at its place; null for one that writes none. */
const notesOf = (change: Change): NotesChange | null =>
  change.type === "note" ? change.notes : change.type === "add" ? change.move : null;

/** Whether any of these changes is at a place or after it. */
const isAnyFrom = (changes: readonly Change[], { path: from }: Change): boolean =>
  changes.some(({ path }) => from.every((code, at) => code === path[at]));

/**
 * The changes that bring into a tree what its person changed in a copy of its own: `base` is what both began with. Nothing
 * that was written in the tree since is removed or replaced; where both have a comment, the tree gets both.
 */
export function changesOnto(tree: Lines, base: Lines, own: Lines): readonly Change[] {
  const [mine, theirs] = [changesBetween(base, own), changesBetween(base, tree)];
  const myNotes = mine.filter(notesOf);
  // A move that was taken out of the tree comes back where the person wrote at it or after it.
  const adds = changesBetween(tree, own).filter((change) => change.type === "add" && isAnyFrom(myNotes, change));
  const notes = myNotes.map((change): Change => {
    const { comment, nags, assistant } = notesOf(change) ?? {};
    const sameAt = theirs.find((each) => notesOf(each) && keyOf(each.path) === keyOf(change.path));
    const their = (sameAt && notesOf(sameAt)) ?? {};
    return {
      type: "note",
      path: change.path,
      notes: {
        comment: comment === undefined ? comment : mergeComments(their.comment, comment),
        nags: their.nags ? undefined : nags,
        assistant: their.assistant === undefined ? assistant : undefined,
      },
    };
  });
  const others = mine.filter(
    (change) => change.type === "lead" || (change.type === "remove" && !isAnyFrom(theirs, change)),
  );
  return changesBetween(tree, applyChanges(tree, [...adds, ...notes, ...others]));
}
