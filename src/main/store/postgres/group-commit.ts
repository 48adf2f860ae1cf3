import { type Commit, storageFailed } from "../commit.ts";
import { isGone, refusalFor } from "./failure.ts";
import type { Teller } from "./teller.ts";
import type { Answer, Writer } from "./writer.ts";

/** Commits that share a transaction at most. */
const MOST_TOGETHER = 500;
/**
 * The same of those that nobody asked for, in the time after somebody asked for one, in milliseconds: whoever asks again
 * waits for them. And the transactions of what was asked for that such commits wait for at most.
 */
const MOST_UNASKED = 1;
const ASKED_MS = 1_000;
const MOST_AHEAD = 3;

export interface GroupCommit {
  /** Resolves when the commit is stored and published, or with the refusal. */
  add(commit: Commit): Promise<Answer>;
  /** Stores the waiting commits and refuses new ones. */
  close(): Promise<void>;
}

interface Waiting {
  readonly commit: Commit;
  readonly done: (answer: Answer) => void;
}

/** The answers to commits, or the reason why none of them could be stored. */
interface Kept {
  readonly answers: readonly Answer[];
  readonly failure: unknown;
}

async function keep(writer: Writer, batch: readonly Waiting[]): Promise<Kept> {
  try {
    return { answers: await writer.keep(batch.map(({ commit }) => commit)), failure: null };
  } catch (failure) {
    return { answers: batch.map(() => refusalFor(failure)), failure };
  }
}

/**
 * Commits that arrive while a transaction is under way share the next one, those that somebody asked for first: the more there is to do, the fewer round
 * trips and disk flushes each commit costs. `done` is called at the end of each transaction with what it stored.
 */
export function createGroupCommit(
  writer: Writer,
  teller: Teller,
  done: (stored: readonly Commit[]) => void,
): GroupCommit {
  let waiting: Waiting[] = [];
  let working: Promise<void> | null = null;
  let closed = false;

  const keepBatch = async (batch: readonly Waiting[]) => {
    const together = await keep(writer, batch);
    // One commit that cannot be stored must not take the others with it; but where nothing can be stored, each would
    // wait in vain.
    const apart = together.failure !== null && !isGone(together.failure);
    const stored: Commit[] = [];
    for (const [index, each] of batch.entries()) {
      const alone = apart && batch.length > 1 ? (await keep(writer, [each])).answers[0] : undefined;
      const answer = alone ?? together.answers[index] ?? storageFailed("it was not answered");
      if (answer.ok) {
        stored.push(each.commit);
        await teller.own({ entries: answer.value, changes: each.commit.changes });
      }
      each.done(answer);
    }
    if (stored.length > 0) done(stored);
  };
  let ahead = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** The next commits to be stored together: first what somebody asked for. */
  const nextBatch = (): readonly Waiting[] => {
    const isAsked = ({ commit }: Waiting) => commit.under === null;
    const asked = waiting.filter(isAsked).slice(0, MOST_TOGETHER);
    ahead = asked.length > 0 && ahead < MOST_AHEAD ? ahead + 1 : 0;
    if (asked.length > 0) askedAt = performance.now();
    const most = performance.now() - askedAt < ASKED_MS ? MOST_UNASKED : MOST_TOGETHER;
    const unasked = ahead > 0 ? [] : waiting.filter((each) => !isAsked(each)).slice(0, most);
    const batch = [...asked, ...unasked];
    const taken = new Set(batch);
    waiting = waiting.filter((each) => !taken.has(each));
    return batch;
  };
  const work = async () => {
    while (waiting.length > 0) {
      const batch = nextBatch();
      await teller.alone(() => keepBatch(batch));
    }
    working = null;
  };

  return {
    add: (commit) =>
      new Promise((done) => {
        if (closed) return done(storageFailed("the store is closed"));
        waiting.push({ commit, done });
        // Commits from this pass of the event loop join the same transaction.
        working ??= new Promise((begun) => setImmediate(begun)).then(work);
      }),
    close: async () => {
      closed = true;
      await working;
    },
  };
}
