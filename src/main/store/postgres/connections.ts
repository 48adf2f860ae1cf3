import { Client, type ClientConfig, Pool, types } from "pg";
import { messageOf, type Refusal, refuse, Unavailable } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";
import type { DatabaseAddress } from "../address.ts";
import type { Ask, Row } from "../columns.ts";
import { storageFailed } from "../commit.ts";

/** PostgreSQL's five-character error code (its manual, appendix A); null for anything else. */
function sqlStateOf(error: unknown): string | null {
  const code = error instanceof Error && "code" in error ? error.code : null;
  return typeof code === "string" && /^(?!E[A-Z]{4}$)[0-9A-Z]{5}$/.test(code) ? code : null;
}

/** States in which the database ended the connection: shut down, crashed, starting, or it had been silent for too long. */
const disconnectStates = /^(08|57P|25P03|25P04)/;

/** Whether the connection is lost, as opposed to a statement that the database refused. */
export function isGone(error: unknown): boolean {
  const state = sqlStateOf(error);
  return state === null || disconnectStates.test(state);
}

/** Whether all connections of a pool stayed busy for too long, for which pg-pool has no code: none of them is lost. */
const areBusy = (error: unknown): boolean => messageOf(error) === "timeout exceeded when trying to connect";

/** Whether the same may succeed when it is tried again: others were in the way. */
export const isPassing = (error: unknown): boolean => /^40(001|P01)$/.test(sqlStateOf(error) ?? "");

/** Whether the database says that it has not reached a transaction's number yet. */
export const isOfTheFuture = (error: unknown): boolean =>
  sqlStateOf(error) === "22023" && /is in the future/.test(messageOf(error));

const tookTooLong = "the database took too long: see what keeps it busy";
const adviceByError: readonly (readonly [RegExp, string])[] = [
  [disconnectStates, "start the database again or wait until it is back"],
  [/^28/, "see to the user and password in the database's address"],
  [/^3D000/, "make the database, or name another"],
  [/^53100/, "free some disk space where the database is"],
  [/^53/, "give the database more room or more connections"],
  [/^25006/, "the database takes no writes: name the one that does"],
  [/^42501/, "give the database's user the right to do that"],
  [/^57014|^55P03/, tookTooLong],
];

/** The remedy for a failure. */
function adviceFor(error: unknown): string | undefined {
  const state = sqlStateOf(error);
  if (areBusy(error)) return tookTooLong;
  if (state === null) return "see whether the database runs and can be reached";
  return adviceByError.find(([pattern]) => pattern.test(state))?.[1];
}

/** The failure as a refusal that says what to do. */
export function refusalFor(error: unknown): Refusal {
  const advice = adviceFor(error);
  return storageFailed(messageOf(error), advice && `Nothing is lost; ${advice}, then try again`);
}

/** The failure of a read as a refusal. */
const failedRead = (error: unknown): Refusal =>
  refuse(
    "STORAGE_FAILED",
    `The database does not answer (${messageOf(error)}). Nothing is lost; ${adviceFor(error) ?? "see to it"}, then try again`,
  );

/** Wraps a query so that it rejects with `Unavailable`. */
export const orUnavailable =
  (ask: Ask): Ask =>
  async (text, values) => {
    try {
      return await ask(text, values);
    } catch (error) {
      throw new Unavailable(failedRead(error), error);
    }
  };

/** The refusal of a pooler in transaction mode. */
export const POOLED =
  "a pooler stands before it that gives each transaction another connection: name the database itself, or a pooler in session mode";

/** The reason why a database cannot be used, and what to do. */
export function obstacleOf(error: unknown): string {
  // Poolers say so about settings that they do not pass on; the database itself accepts all of ours.
  if (error instanceof Error && /unsupported startup parameter/.test(error.message))
    return `a pooler stands before it that does not take what is set for a connection (${error.message}): name the database itself`;
  // Our own errors already say what to do.
  if (sqlStateOf(error) === null && error instanceof Error && !("code" in error)) return error.message;
  const advice = adviceFor(error);
  return advice === undefined ? messageOf(error) : `${messageOf(error)}. To go on, ${advice}`;
}

/** Milliseconds in which a connection is to be made. */
const CONNECT_MS = 5_000;
/** Milliseconds of silence after which the other end is probed. */
const KEEP_ALIVE_MS = 10_000;
/** Connections for reading, each with one query at a time. */
const MOST_READERS = 8;

/**
 * Limits of a statement, in milliseconds: `statement` by the database's clock, after which it gives up, and `answer` by
 * this one, after which the connection is ended; and `idle` of a transaction, which the database ends then: a host that
 * stands still in the middle of one blocks the others for two seconds at most.
 */
const statementLimits = {
  writing: { statement: 4_000, answer: 5_000, idle: 2_000 },
  /** A search among a million games may take a moment. */
  reading: { statement: 6_000, answer: 7_000, idle: 2_000 },
  /** A host that waits longer than this would lose its leases anyway. */
  leases: { statement: 2_000, answer: 2_500, idle: 2_000 },
  /** A migration of a large database takes as long as it takes. */
  transfer: { statement: 0, answer: 0, idle: 0 },
};

/** Whole numbers are read as numbers; one that is too large stays a text, and counts as damaged. */
const asNumbers: ClientConfig["types"] = {
  getTypeParser: (id, format) =>
    id === types.builtins.INT8
      ? (text: string) => (Number.isSafeInteger(Number(text)) ? Number(text) : text)
      : types.getTypeParser(id, format),
};

const configFor = ({ text }: DatabaseAddress, work: keyof typeof statementLimits): ClientConfig => ({
  connectionString: text,
  application_name: `kibitz ${version}`,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  statement_timeout: statementLimits[work].statement,
  query_timeout: statementLimits[work].answer,
  idle_in_transaction_session_timeout: statementLimits[work].idle,
  types: asNumbers,
});

/** A connection for transactions: statements are sent without waiting for the answers before. */
export type PgClient = Client;

async function connect(config: ClientConfig): Promise<PgClient> {
  const client = new Client(config);
  // The next query reports the failure; without a listener the error would end the program.
  client.on("error", () => {});
  try {
    await client.connect();
    return client;
  } catch (error) {
    abandon(client);
    if (messageOf(error) !== "timeout expired") throw error;
    throw new Error(`it took no connection in ${CONNECT_MS / 1_000} s: see whether it runs and can be reached`, {
      cause: error,
    });
  }
}

/** Opens a connection of its own, for transactions and for notifications. */
export const connectAlone = (address: DatabaseAddress): Promise<PgClient> =>
  connect({ ...configFor(address, "writing"), pipeline: true });

export const connectForTransfer = (address: DatabaseAddress): Promise<PgClient> =>
  connect(configFor(address, "transfer"));

/** One connection for a single user, opened on demand and again when it was lost. */
export function keepConnected(open: () => Promise<PgClient>) {
  let current: Promise<PgClient> | null = null;
  return {
    /** Rejects where it cannot be opened. The cause may be gone by the next call, which tries again. */
    current: (): Promise<PgClient> => {
      current ??= open().catch((error: unknown) => {
        current = null;
        throw error;
      });
      return current;
    },
    /** Has the next call open another one, unless another was opened since. */
    lose: (client: Promise<PgClient> | null): void => {
      client?.then(abandon, () => {});
      if (client === current) current = null;
    },
    close: async (): Promise<void> => {
      const closing = await current?.catch(() => null);
      current = null;
      await closing?.end();
    },
  };
}

/** A connection for questions one by one, opened on demand and again when it was lost. */
export function openLine(address: DatabaseAddress) {
  const { current, lose, close } = keepConnected(() => connect({ ...configFor(address, "leases"), pipeline: true }));
  const ask: Ask = async (text, values = []) => {
    const used = current();
    try {
      return (await (await used).query<Row>(text, [...values])).rows;
    } catch (error) {
      if (isGone(error)) lose(used);
      throw error;
    }
  };
  return { ask, close };
}

/** Connections for reading. When one is lost, others may be, without knowing it: all are opened anew. */
export function openReaders(address: DatabaseAddress) {
  let pool = openPool(address);
  let isClosed = false;
  const once: Ask = async (text, values = []) => {
    const used = pool;
    try {
      return await used.ask(text, values);
    } catch (error) {
      if (pool === used && !isClosed && isGone(error) && !areBusy(error)) {
        pool = openPool(address);
        void used.retire();
      }
      throw error;
    }
  };
  return {
    /**
     * Asks over any free connection. A question without an answer, since the connection was lost or none was free for
     * five seconds, is asked once more. Rejects with `Unavailable`.
     */
    ask: orUnavailable((text, values) =>
      once(text, values).catch((error: unknown) => {
        if (isClosed || !isGone(error)) throw error;
        return once(text, values);
      }),
    ),
    close: async (): Promise<void> => {
      isClosed = true;
      await pool.close();
    },
  };
}

function openPool(address: DatabaseAddress) {
  const pool = new Pool({ ...configFor(address, "reading"), max: MOST_READERS });
  pool.on("error", () => {});
  const requests = new Set<Promise<unknown>>();
  const ask: Ask = async (text, values = []) => {
    const answer = pool.query<Row>(text, [...values]);
    requests.add(answer);
    return (await answer.finally(() => requests.delete(answer))).rows;
  };
  return {
    ask,
    /** Ends it when the last question is answered, after which nothing may be asked. */
    retire: async () => {
      // Callers that wait for a connection of a closed pool would wait for ever.
      await Promise.allSettled(requests);
      await pool.end();
    },
    close: () => pool.end(),
  };
}

/** Ends a connection without waiting for the other end. */
export function abandon(client: PgClient): void {
  void client.end().catch(() => {});
  client.connection.stream.destroy();
}

/** Runs work in a transaction. Rejects with the work's error after rolling back. */
export async function transaction(db: PgClient, work: () => Promise<void>): Promise<void> {
  await db.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await work();
    await db.query("COMMIT");
  } catch (error) {
    await db.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
