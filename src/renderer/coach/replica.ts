import type { BoardEvent } from "../../shared/coach/board.ts";
import { applyChanges, type Change } from "../../shared/coach/changes.ts";
import type { Lines } from "../../shared/lines.ts";

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

export const newReplica = (version: number, tree: Lines): Replica => ({ version, tree, pending: [], batches: 0 });

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
