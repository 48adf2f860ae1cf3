import type { DatabaseSync } from "node:sqlite";
import type { Refusal, Result } from "../../../shared/result.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { Commit } from "../commit.ts";
import type { CommitNotification, Entry } from "../store.ts";
import { isBusy, refusalFor } from "./failure.ts";
import { transaction } from "./transaction.ts";
import type { Writer } from "./writer.ts";

/** Milliseconds between two tries while another program holds the lock, and how long a commit waits for it at most. */
const RETRY_MS = 25;
const PATIENCE_MS = 2_000;

type Answer = Result<readonly Entry[]>;

export interface GroupCommitOptions {
  readonly db: DatabaseSync;
  readonly write: Writer;
  readonly publish: (news: CommitNotification) => void;
  /** The reason why nothing can be stored just now; null where all is well. */
  readonly obstacle: () => Refusal | null;
}

/**
 * Commits that arrive in the same pass of the event loop share one transaction, and so one flush to the disk. Another
 * program's lock is waited for on a timer: SQLite's own waiting would block the process.
 */
export function createGroupCommit({ db, write, publish, obstacle }: GroupCommitOptions) {
  type Waiting = { readonly commit: Commit; readonly since: number; readonly done: (answer: Answer) => void };
  let waiting: Waiting[] = [];
  let retry: NodeJS.Timeout | null = null;
  let idle: PromiseWithResolvers<void> | null = null;

  const answer = ({ commit, done }: Waiting, kept: Answer) => {
    if (kept.ok) publish({ entries: kept.value, changes: commit.changes });
    done(kept);
  };
  const alone = ({ commit }: Waiting): Answer => {
    try {
      return obstacle() ?? transaction(db, () => write(commit));
    } catch (error) {
      return refusalFor(error);
    }
  };
  /**
   * Their answers in order; `busy` where another program's lock prevented it, null where they cannot be stored
   * together.
   */
  const together = (batch: readonly Waiting[]): readonly Answer[] | { readonly busy: unknown } | null => {
    try {
      const refusal = obstacle();
      return refusal ? batch.map(() => refusal) : transaction(db, () => batch.map(({ commit }) => write(commit)));
    } catch (error) {
      return isBusy(error) ? { busy: error } : null;
    }
  };
  const keepAll = () => {
    if (retry) clearTimeout(retry);
    retry = null;
    const batch = waiting;
    waiting = [];
    const kept = batch.length === 0 ? [] : together(batch);
    if (kept && "busy" in kept) {
      const latest = awakeTime.now() - PATIENCE_MS;
      waiting = batch.filter(({ since }) => since > latest);
      for (const each of batch) if (each.since <= latest) answer(each, refusalFor(kept.busy));
    } else {
      // One commit that cannot be stored must not take the others with it.
      for (const [index, each] of batch.entries()) answer(each, kept?.[index] ?? alone(each));
    }
    if (waiting.length > 0) {
      retry = setTimeout(keepAll, RETRY_MS);
      return;
    }
    idle?.resolve();
    idle = null;
  };

  return {
    /** Resolves when the commit is on the disk and published, or with the refusal. */
    add: (commit: Commit): Promise<Answer> =>
      new Promise((done) => {
        waiting.push({ commit, since: awakeTime.now(), done });
        if (waiting.length === 1 && !retry) setImmediate(keepAll);
      }),
    /**
     * Stores the waiting commits without waiting for the end of this pass of the event loop. Resolves when none waits.
     */
    flush: (): Promise<void> => {
      idle ??= Promise.withResolvers();
      const { promise } = idle;
      keepAll();
      return promise;
    },
  };
}
