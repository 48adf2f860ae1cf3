import type { DatabaseSync } from "node:sqlite";
import type { LoggedEvent } from "../../../shared/events.ts";
import type { Result } from "../../../shared/result.ts";
import { type Commit, storageFailed } from "../commit.ts";
import type { News } from "../store.ts";
import { transaction } from "./transaction.ts";
import type { Writer } from "./writer.ts";

type Answer = Result<readonly LoggedEvent[]>;

export interface GroupCommit {
  /** Resolves when the commit is on the disk and has been told of, or with why it is not. */
  add(commit: Commit): Promise<Answer>;
  /** Keeps at once what waits for the end of this turn of the event loop. */
  flush(): void;
}

/** What is asked for in the same turn of the event loop shares one transaction, and so one wait for the disk. */
export function createGroupCommit(db: DatabaseSync, write: Writer, publish: (news: News) => void): GroupCommit {
  type Waiting = { readonly commit: Commit; readonly done: (answer: Answer) => void };
  let waiting: Waiting[] = [];

  const answer = ({ commit, done }: Waiting, kept: Answer) => {
    if (kept.ok) publish({ entries: kept.value, changes: commit.changes });
    done(kept);
  };
  const alone = ({ commit }: Waiting): Answer => {
    try {
      return transaction(db, () => write(commit));
    } catch (error) {
      return storageFailed(error);
    }
  };
  const together = (batch: readonly Waiting[]): readonly Answer[] | null => {
    try {
      return transaction(db, () => batch.map(({ commit }) => write(commit)));
    } catch {
      return null;
    }
  };
  const flush = () => {
    const batch = waiting;
    waiting = [];
    if (batch.length === 0) return;
    const kept = together(batch);
    // One commit that cannot be kept must not take the others with it.
    for (const [index, each] of batch.entries()) answer(each, kept?.[index] ?? alone(each));
  };

  return {
    add: (commit) =>
      new Promise((done) => {
        waiting.push({ commit, done });
        if (waiting.length === 1) setImmediate(flush);
      }),
    flush,
  };
}
