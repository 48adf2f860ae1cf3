import { randomUUID } from "node:crypto";
import { restAwake } from "../../base/awake-time.ts";
import type { Ask } from "../columns.ts";
import { holdLeases, type LeaseOptions } from "./held-leases.ts";
import { createSharedClock } from "./shared-clock.ts";
import { hostKey, hostPrefix } from "./shares.ts";

/** Milliseconds without a heartbeat after which no host was there; each host gives one a second. */
const STANDSTILL_MS = 2_500;
/** Standstills that are kept for hosts that have not read them. */
const MOST_STANDSTILLS = 50;

/** Inserts the first heartbeat of all. */
const firstSign = `
  INSERT INTO heartbeat SELECT 1, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint
  ON CONFLICT (one) DO NOTHING`;
/** The first host after a standstill records it, and all read it. A host that is alone has missed no other. */
const arriveQuery = `
  WITH before AS MATERIALIZED (
    SELECT greatest(at, $1::bigint) AS at, floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint AS now
    FROM heartbeat WHERE one = 1 FOR UPDATE),
  noted AS (UPDATE heartbeat SET at = greatest(heartbeat.at, before.now) FROM before WHERE one = 1)
  INSERT INTO standstills (since, until)
  SELECT at, now FROM before WHERE now - at > CASE WHEN EXISTS (
    SELECT FROM leases WHERE starts_with(key, $2) AND key <> $3 AND expires_at > clock_timestamp()
  ) THEN $4::bigint ELSE 0 END`;
const recentStandstills = `SELECT since, until FROM standstills ORDER BY until DESC LIMIT ${MOST_STANDSTILLS}`;

const agreeOnSecretQuery = "INSERT INTO seat_secret VALUES (1, $1) ON CONFLICT (one) DO NOTHING";

interface MemberOptions extends Pick<LeaseOptions, "remark" | "free" | "times"> {
  /** Over a connection of its own: a host that waits for others would lose its leases. */
  readonly ask: Ask;
  /** The same, rejecting with `Unavailable`. */
  readonly urgent: Ask;
  /** For frequent reads, which must not delay urgent ones. Rejects with `Unavailable`. */
  readonly poll: Ask;
}

/** This host, as one of the cluster. */
export function createMember(options: MemberOptions) {
  const { ask, urgent, poll, ...others } = options;
  const holder = randomUUID();
  const clock = createSharedClock();
  const { close: leave, ...leases } = holdLeases({ ...others, ask, holder, clock });
  const { publishAgain, close, ...comers } = createConnectionPublisher(urgent, poll, holder);
  return {
    ...comers,
    ...leases,
    now: clock.now,
    leapt: clock.leapt,
    arrive: async (awakeUntil: number | null) => {
      if (awakeUntil !== null) publishAgain();
      const from = performance.now();
      const [row] = await urgent("SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time");
      // The machine may have slept, and our own clock with it.
      clock.noteTime(Number(row?.time), from, performance.now());
      await urgent(firstSign);
      await urgent(arriveQuery, [Math.floor(awakeUntil ?? 0), hostPrefix, hostKey(holder), STANDSTILL_MS]);
      const rows = await urgent(recentStandstills);
      return rows.map(({ since, until }) => ({ from: Number(since), until: Number(until) })).reverse();
    },
    seatsAreOf: async (mark: string): Promise<boolean> => {
      await urgent(agreeOnSecretQuery, [mark]);
      const [row] = await urgent("SELECT mark FROM seat_secret");
      return row?.mark === mark;
    },
    /** Gives its leases back. */
    close: async (): Promise<void> => {
      await close();
      await leave();
    },
  };
}

/** Milliseconds before a failed statement is repeated. */
const AGAIN_MS = 1_000;

const comeQuery = "INSERT INTO comers (connection, host) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING";
const goQuery = "DELETE FROM comers WHERE connection = ANY($1) AND host = $2";
const presentQuery = `
  SELECT DISTINCT connection FROM comers JOIN leases ON leases.key = $2 || comers.host
  WHERE connection = ANY($1) AND expires_at > clock_timestamp()`;
/** Removes rows of hosts whose leases are long gone. */
const clearHostsQuery = "DELETE FROM comers WHERE NOT EXISTS (SELECT FROM leases WHERE key = $1 || host)";

/** Publishes to the other hosts which connections are open at this one, with all pending changes in one statement. */
function createConnectionPublisher(ask: Ask, poll: Ask, holder: string) {
  /** Changes that are not published yet: whether each connection is open. */
  let queue = new Map<string, boolean>();
  const own = new Set<string>();
  let telling: Promise<void> | null = null;
  const closing = new AbortController();

  const tell = async () => {
    while (queue.size > 0 && !closing.signal.aborted) {
      const batch = queue;
      queue = new Map();
      const those = (are: boolean) => [...batch].flatMap(([connection, there]) => (there === are ? [connection] : []));
      try {
        if (those(true).length > 0) await ask(comeQuery, [those(true), holder]);
        if (those(false).length > 0) await ask(goQuery, [those(false), holder]);
      } catch {
        queue = new Map([...batch, ...queue]);
        await restAwake(AGAIN_MS, closing.signal);
      }
    }
    telling = null;
  };
  const note = (connection: string, isThere: boolean) => {
    queue.set(connection, isThere);
    if (!closing.signal.aborted) telling ??= tell();
  };

  void ask(clearHostsQuery, [hostPrefix]).catch(() => {});
  return {
    noteOpen: (connection: string): void => {
      own.add(connection);
      note(connection, true);
    },
    noteClose: (connection: string): void => {
      own.delete(connection);
      note(connection, false);
    },
    openAmong: async (connections: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await poll(presentQuery, [connections, hostPrefix]);
      return new Set(rows.map(({ connection }) => String(connection)));
    },
    /** Publishes all open connections again: after a long absence of this host, its rows may have been removed. */
    publishAgain: (): void => {
      for (const connection of own) note(connection, true);
    },
    close: async (): Promise<void> => {
      closing.abort();
      // The rows become void with this host's lease.
      await telling;
    },
  };
}
