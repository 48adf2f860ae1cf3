import { type Commit, storageFailed } from "../commit.ts";
import { isGone, refusalFor } from "./failure.ts";
import type { Teller } from "./teller.ts";
import type { Answer, Writer } from "./writer.ts";

/** Commits that share a transaction at most. */
const MOST_TOGETHER = 500;
/** Milliseconds after a commit that somebody asked for in which unasked ones, of leagues and drivers, are held back. */
const ASKED_MS = 1_000;
/** Unasked commits that share a transaction in that time: whoever asks next waits for them. */
const MOST_UNASKED = 1;
/** Transactions of asked-for commits in a row that an unasked commit waits for at most. */
const MOST_AHEAD = 3;

interface Waiting {
  readonly commit: Commit;
  readonly done: (answer: Answer) => void;
}

/** The answers to commits, and the reason where none of them could be stored. */
async function keep(writer: Writer, batch: readonly Waiting[]) {
  try {
    return { answers: await writer.keep(batch.map(({ commit }) => commit)), failure: null };
  } catch (failure) {
    return { answers: batch.map(() => refusalFor(failure)), failure };
  }
}

/**
 * Commits that arrive while a transaction is under way share the next one: the more there is to do, the fewer round
 * trips and disk flushes each commit costs. Commits that somebody asked for, those without a lease, go first, and those
 * of leagues last. `done` is called at the end of each transaction with the commits that it stored.
 */
export function createGroupCommit(writer: Writer, teller: Teller, done: (stored: readonly Commit[]) => void) {
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
    const isOfLeague = ({ commit }: Waiting) => commit.under?.key === "leagues";
    const asked = waiting.filter(isAsked).slice(0, MOST_TOGETHER);
    ahead = asked.length > 0 && ahead < MOST_AHEAD ? ahead + 1 : 0;
    if (asked.length > 0) askedAt = performance.now();
    const most = performance.now() - askedAt < ASKED_MS ? MOST_UNASKED : MOST_TOGETHER;
    const others = ahead > 0 ? [] : waiting.filter((each) => !isAsked(each));
    const unasked = [...others.filter((each) => !isOfLeague(each)), ...others.filter(isOfLeague)].slice(0, most);
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
    /** Resolves when the commit is stored and published, or with the refusal. */
    add: (commit: Commit): Promise<Answer> =>
      new Promise((done) => {
        if (closed) return done(storageFailed("the store is closed"));
        waiting.push({ commit, done });
        // Commits from this pass of the event loop join the same transaction.
        working ??= new Promise((begun) => setImmediate(begun)).then(work);
      }),
    /** Stores the waiting commits and refuses new ones. */
    close: async (): Promise<void> => {
      closed = true;
      await working;
    },
  };
}
