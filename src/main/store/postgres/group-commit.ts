import { accept, type Result } from "../../../shared/result.ts";
import { type Commit, storageFailed } from "../commit.ts";
import { refusalFor } from "./failure.ts";
import type { Teller } from "./teller.ts";
import type { Answer, Writer } from "./writer.ts";

/** Commits that share a transaction at most. */
const MOST_TOGETHER = 500;

export interface GroupCommit {
  /** Resolves when the commit is kept and has been told of, or with why it is not. */
  add(commit: Commit): Promise<Answer>;
  /** Keeps what waits and takes no more. */
  close(): Promise<void>;
}

/**
 * What is asked for while a transaction is under way shares the next one: the more there is to do, the fewer ways to
 * the database and waits for its disk there are for each. `kept` hears of each transaction in which something was kept.
 */
export function createGroupCommit(writer: Writer, teller: Teller, kept: () => void): GroupCommit {
  type Waiting = { readonly commit: Commit; readonly done: (answer: Answer) => void };
  let waiting: Waiting[] = [];
  let working: Promise<void> | null = null;
  let closed = false;

  const keep = async (commits: readonly Commit[]): Promise<Result<readonly Answer[]>> => {
    try {
      return accept(await writer.keep(commits));
    } catch (error) {
      return refusalFor(error);
    }
  };
  const keepBatch = async (batch: readonly Waiting[]) => {
    const together = await keep(batch.map(({ commit }) => commit));
    // One commit that cannot be kept must not take the others with it.
    for (const [index, { commit, done }] of batch.entries()) {
      const own = together.ok || batch.length === 1 ? together : await keep([commit]);
      const answer = own.ok ? (own.value[together.ok ? index : 0] ?? storageFailed("it was not answered")) : own;
      if (answer.ok) await teller.own({ entries: answer.value, changes: commit.changes });
      done(answer);
    }
    kept();
  };
  const work = async () => {
    while (waiting.length > 0) {
      const batch = waiting.slice(0, MOST_TOGETHER);
      waiting = waiting.slice(MOST_TOGETHER);
      await teller.alone(() => keepBatch(batch));
    }
    working = null;
  };

  return {
    add: (commit) =>
      new Promise((done) => {
        if (closed) return done(storageFailed("the store is closed"));
        waiting.push({ commit, done });
        // What is asked for in this turn of the event loop goes along.
        working ??= new Promise((begun) => setImmediate(begun)).then(work);
      }),
    close: async () => {
      closed = true;
      await working;
    },
  };
}
