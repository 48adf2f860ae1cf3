import type { DatabaseAddress } from "../address.ts";
import type { Ask } from "../columns.ts";
import { type Commit, elsewhere, storageFailed, writeCommit } from "../commit.ts";
import { createReader, taskCanceller } from "../reader.ts";
import { type Database, readLeague, readParts } from "../rows.ts";
import { createSubscribers, type Store } from "../store.ts";
import { connectAlone, isGone, openLine, openReaders, orUnavailable, refusalFor } from "./connections.ts";
import type { LeaseTimes } from "./held-leases.ts";
import { listen } from "./listener.ts";
import { createMember } from "./member.ts";
import { openDatabase, unusableDatabase } from "./open.ts";
import { audienceOf, createHeardEntries, createPublisher, type Publisher } from "./publisher.ts";
import { type CommitAnswer, createWriter, type Writer } from "./writer.ts";

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
  readonly resolve: (answer: CommitAnswer) => void;
}

/** The answers to commits, and the reason where none of them could be stored. */
async function keep(writer: Pick<Writer, "keep">, batch: readonly Waiting[]) {
  try {
    return { answers: await writer.keep(batch.map(({ commit }) => commit)), failure: null };
  } catch (failure) {
    return { answers: batch.map(() => refusalFor(failure)), failure };
  }
}

/**
 * Commits that arrive while a transaction is under way share the next one: the more there is to do, the fewer round
 * trips and disk flushes each commit costs. Commits that somebody asked for, those without a lease, go first, and those
 * of leagues last. `onStored` is called at the end of each transaction with the commits that it stored.
 */
export function createGroupCommit(
  writer: Pick<Writer, "keep">,
  publisher: Publisher,
  onStored: (commits: readonly Commit[]) => void,
) {
  let waiting: Waiting[] = [];
  let working: Promise<void> | null = null;
  let isClosed = false;

  const keepBatch = async (batch: readonly Waiting[]) => {
    const together = await keep(writer, batch);
    // One commit that cannot be stored must not take the others with it; but where nothing can be stored, each would
    // wait in vain.
    const apart = together.failure !== null && !isGone(together.failure);
    const commits: Commit[] = [];
    for (const [index, each] of batch.entries()) {
      const alone = apart && batch.length > 1 ? (await keep(writer, [each])).answers[0] : undefined;
      const answer = alone ?? together.answers[index] ?? storageFailed("it was not answered");
      if (answer.ok) {
        commits.push(each.commit);
        await publisher.own({ entries: answer.value, changes: each.commit.changes });
      }
      each.resolve(answer);
    }
    if (commits.length > 0) onStored(commits);
  };
  let ahead = 0;
  let askedAt = Number.NEGATIVE_INFINITY;
  /** The next commits to be stored together: first what somebody asked for. */
  const nextBatch = (): readonly Waiting[] => {
    const isAsked = ({ commit }: Waiting) => commit.under === null;
    const isOfLeague = ({ commit }: Waiting) => commit.under?.key === "leagues";
    const requests = waiting.filter(isAsked).slice(0, MOST_TOGETHER);
    ahead = requests.length > 0 && ahead < MOST_AHEAD ? ahead + 1 : 0;
    if (requests.length > 0) askedAt = performance.now();
    const most = performance.now() - askedAt < ASKED_MS ? MOST_UNASKED : MOST_TOGETHER;
    const others = ahead > 0 ? [] : waiting.filter((each) => !isAsked(each));
    const background = [...others.filter((each) => !isOfLeague(each)), ...others.filter(isOfLeague)].slice(0, most);
    const batch = [...requests, ...background];
    const batchSet = new Set(batch);
    waiting = waiting.filter((each) => !batchSet.has(each));
    return batch;
  };
  const work = async () => {
    while (waiting.length > 0) {
      const batch = nextBatch();
      await publisher.alone(() => keepBatch(batch));
    }
    working = null;
  };

  return {
    /** Resolves when the commit is stored and published, or with the refusal. */
    add: (commit: Commit): Promise<CommitAnswer> =>
      new Promise((resolve) => {
        if (isClosed) return resolve(storageFailed("the store is closed"));
        waiting.push({ commit, resolve });
        // Commits from this pass of the event loop join the same transaction.
        working ??= new Promise((start) => setImmediate(start)).then(work);
      }),
    /** Stores the waiting commits and refuses new ones. */
    close: async (): Promise<void> => {
      isClosed = true;
      await working;
    },
  };
}

/** A PostgreSQL database as it is read, over an `ask` that places values by `$1`, `$2` and so on. */
function postgresDatabase(askNumbered: Ask): Database {
  const cache = new Map<string, string>();
  const withNumbers = (text: string): string => {
    let number = 0;
    return text.replaceAll("?", () => `$${++number}`);
  };
  const ask: Ask = async (text, values = []) => {
    // A text with U+0000 is in no row, since PostgreSQL's texts have none, and the database would refuse it.
    if (values.some((value) => typeof value === "string" && /\0|\\u0000/.test(value))) return [];
    const numberedText = cache.get(text) ?? withNumbers(text);
    cache.set(text, numberedText);
    return askNumbered(numberedText, values);
  };
  return {
    ask,
    wholeLeague: async (id, versions = {}) => {
      // In one statement, since other hosts write between two.
      const [row] = await ask(
        `SELECT *, (
           SELECT json_agg(json_build_object('part', part, 'number', number, 'data', data) ORDER BY part, number)
           FROM league_parts WHERE league_id = leagues.id AND number > coalesce((?::json ->> part)::integer, 0)
         ) AS parts FROM leagues WHERE id = ?`,
        [JSON.stringify(versions), id],
      );
      return row ? { ...readLeague(row), parts: readParts(row.parts) } : null;
    },
    noLimit: null,
    position: "strpos",
    textsIn: "SELECT json_array_elements_text(?::json)",
    triplesIn: "SELECT triple ->> 0, triple ->> 1, triple ->> 2 FROM json_array_elements(?::json) AS triple",
    requestTable: "json_to_recordset(?::json) AS wanted (id text, after integer)",
    finishedGames: "games",
    counts: "SELECT status, count(*) AS n FROM games WHERE deleted_at IS NULL GROUP BY status",
    countFinished: null,
    lastEntry: "SELECT id FROM log_end",
  };
}

/** Milliseconds between two looks for all changes, where all are to be heard of; every other one for lost news. */
const POLL_MS = 1_000;

/**
 * A store in a PostgreSQL database, which is upgraded if necessary. Throws with a plain message when it cannot be used.
 * While it is away later, commits are refused. `onDamage` is called for what cannot be read and is left out, and for
 * what makes the database less safe.
 * @param times the durations of leases
 */
export async function openPostgresStore(
  address: DatabaseAddress,
  onDamage: (message: string) => void = () => {},
  times?: LeaseTimes,
): Promise<Store> {
  await openDatabase(address, onDamage);
  const readers = openReaders(address);
  const { ask } = readers;
  const database = postgresDatabase(ask);
  const reader = createReader(database, onDamage);
  const line = openLine(address);
  let free = async (): Promise<void> => {};
  const member = createMember({
    ask: line.ask,
    urgent: orUnavailable(line.ask),
    poll: ask,
    remark: onDamage,
    free: () => free(),
    times,
  });
  const writer = createWriter(() => connectAlone(address));
  const start = async () => {
    const last = await reader.lastEntryId();
    await writer.open();
    await member.start();
    return last;
  };
  const end = await start().catch(async (error) => {
    await Promise.all([readers.close(), line.close(), writer.close()]);
    throw unusableDatabase(address, error);
  });
  const subscribers = createSubscribers();
  const readRemote = createHeardEntries(ask, onDamage);
  const readEntries = (after: number, limit: number) => readRemote(after, limit, listener.channelsEntered());
  const publisher = createPublisher(readEntries, subscribers, end);
  const listener = listen(address, () => publisher.look(), member.lookSoon);
  free = listener.free;
  let lookCount = 0;
  const regularly = setInterval(() => {
    lookCount += 1;
    if (lookCount % 2 === 0 || listener.isAll()) publisher.look();
  }, POLL_MS).unref();
  const group = createGroupCommit(writer, publisher, (commits) => listener.notify(audienceOf(commits)));
  let isClosed = false;

  return {
    ...reader,
    lastEntryId: async () => {
      await publisher.whenIdle();
      return reader.lastEntryId();
    },
    duties: member.duties,
    cluster: {
      ...member,
      hearing: {
        narrow: listener.narrow,
        enter: async (id) => {
          await listener.enter(id);
          // A read of the log that began before does not include the game yet.
          await publisher.whenIdle();
        },
        leave: listener.leave,
      },
      requestPriority: listener.requestPriority,
      onPriorityRequest: listener.onPriorityRequest,
    },
    commit: async (changes, at, duty) => {
      const under = duty && member.fenceOf(duty);
      if (under === null) return elsewhere;
      const commit = writeCommit(changes, at, under);
      return commit.ok ? group.add(commit.value) : commit;
    },
    subscribe: subscribers.listen,
    cancelTask: taskCanceller(database.ask),
    check: async () => {
      await ask("UPDATE heartbeat SET at = at");
    },
    beat: async (now) => {
      await ask(
        "INSERT INTO heartbeat VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET at = greatest(heartbeat.at, excluded.at)",
        [Math.round(now)],
      );
    },
    close: async () => {
      if (isClosed) return;
      isClosed = true;
      clearInterval(regularly);
      await group.close();
      await member.close();
      await listener.close();
      await line.close();
      await publisher.alone(async () => subscribers.clear());
      await writer.close();
      await readers.close();
    },
  };
}
