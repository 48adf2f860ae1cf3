import { Client, type ClientConfig, Pool, types } from "pg";
import { messageOf } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";
import type { DatabaseAddress } from "../address.ts";
import type { Ask, Row } from "../columns.ts";
import { areBusy, isGone, orUnavailable } from "./failure.ts";

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
const limits = {
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

const configFor = ({ text }: DatabaseAddress, work: keyof typeof limits): ClientConfig => ({
  connectionString: text,
  application_name: `kibitz ${version}`,
  connectionTimeoutMillis: CONNECT_MS,
  keepAlive: true,
  keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
  statement_timeout: limits[work].statement,
  query_timeout: limits[work].answer,
  idle_in_transaction_session_timeout: limits[work].idle,
  types: asNumbers,
});

/** A connection for transactions: statements are sent without waiting for the answers before. */
export type Connection = Client;

async function connect(config: ClientConfig): Promise<Connection> {
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
export const connectAlone = (address: DatabaseAddress): Promise<Connection> =>
  connect({ ...configFor(address, "writing"), pipeline: true });

export const connectForTransfer = (address: DatabaseAddress): Promise<Connection> =>
  connect(configFor(address, "transfer"));

/** One connection for a single user, opened on demand and again when it was lost. */
export function keepConnected(open: () => Promise<Connection>) {
  let current: Promise<Connection> | null = null;
  return {
    /** Rejects where it cannot be opened. The cause may be gone by the next call, which tries again. */
    current: (): Promise<Connection> => {
      current ??= open().catch((error: unknown) => {
        current = null;
        throw error;
      });
      return current;
    },
    /** Has the next call open another one, unless another was opened since. */
    lose: (client: Promise<Connection> | null): void => {
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
export function abandon(client: Connection): void {
  void client.end().catch(() => {});
  client.connection.stream.destroy();
}

/** Runs work in a transaction. Rejects with the work's error after rolling back. */
export async function transaction(db: Connection, work: () => Promise<void>): Promise<void> {
  await db.query("BEGIN ISOLATION LEVEL READ COMMITTED");
  try {
    await work();
    await db.query("COMMIT");
  } catch (error) {
    await db.query("ROLLBACK").catch(() => {});
    throw error;
  }
}
