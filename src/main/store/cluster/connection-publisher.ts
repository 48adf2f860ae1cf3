import type { Ask } from "../ask.ts";
import { hostPrefix } from "./shares.ts";

/** Milliseconds before a failed statement is repeated. */
const AGAIN_MS = 1_000;

const coming = "INSERT INTO comers (connection, host) SELECT unnest($1::text[]), $2 ON CONFLICT DO NOTHING";
const going = "DELETE FROM comers WHERE connection = ANY($1) AND host = $2";
const open = `
  SELECT DISTINCT connection FROM comers JOIN leases ON leases.key = $2 || comers.host
  WHERE connection = ANY($1) AND expires_at > clock_timestamp()`;
/** Removes rows of hosts whose leases are long gone. */
const clearing = "DELETE FROM comers WHERE NOT EXISTS (SELECT FROM leases WHERE key = $1 || host)";

/** Publishes to the other hosts which connections are open at this one, with all pending changes in one statement. */
export function createConnectionPublisher(ask: Ask, read: Ask, holder: string) {
  /** Changes that are not published yet: whether each connection is open. */
  let untold = new Map<string, boolean>();
  const here = new Set<string>();
  let telling: Promise<void> | null = null;
  let again: NodeJS.Timeout | null = null;
  let closed = false;

  const tell = async () => {
    while (untold.size > 0 && !closed) {
      const told = untold;
      untold = new Map();
      const those = (are: boolean) => [...told].flatMap(([connection, there]) => (there === are ? [connection] : []));
      try {
        if (those(true).length > 0) await ask(coming, [those(true), holder]);
        if (those(false).length > 0) await ask(going, [those(false), holder]);
      } catch {
        untold = new Map([...told, ...untold]);
        again = setTimeout(start, AGAIN_MS).unref();
        return;
      }
    }
  };
  const start = () => {
    again = null;
    telling = tell().finally(() => {
      telling = null;
      if (untold.size > 0 && !again && !closed) start();
    });
  };
  const note = (connection: string, isThere: boolean) => {
    untold.set(connection, isThere);
    if (!telling && !again && !closed) start();
  };

  void ask(clearing, [hostPrefix]).catch(() => {});
  return {
    opened: (connection: string): void => {
      here.add(connection);
      note(connection, true);
    },
    closed: (connection: string): void => {
      here.delete(connection);
      note(connection, false);
    },
    openAmong: async (connections: readonly string[]): Promise<ReadonlySet<string>> => {
      const rows = await read(open, [connections, hostPrefix]);
      return new Set(rows.map(({ connection }) => String(connection)));
    },
    /**
     * Publishes all open connections again: while this host was away for long, another one may have removed its rows.
     */
    publishAgain: (): void => {
      for (const connection of here) note(connection, true);
    },
    close: async (): Promise<void> => {
      closed = true;
      if (again) clearTimeout(again);
      // The rows become void with this host's lease.
      await telling;
    },
  };
}
