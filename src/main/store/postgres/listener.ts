import type { DatabaseAddress } from "./address.ts";
import { abandon, type Connection, connectAlone } from "./connections.ts";

/** Milliseconds until a lost connection is opened anew, and between two checks that it is still there. */
const AGAIN_MS = 1_000;
const LOOK_MS = 5_000;
/** One channel for all changes: a notification only says that there is something new. */
const CHANNEL = "kibitz_news";
/** The prefix of another host's request for priority. */
const TURN = "turn ";

export interface Listener {
  /**
   * Tells the other hosts that there is something new. Calls while one notification is on its way are combined into one
   * more.
   */
  notify(): void;
  /** Asks the other hosts for priority with an aggregate. */
  requestPriority(league: string): void;
  onPriorityRequest(listener: (league: string) => void): () => void;
  close(): Promise<void>;
}

/**
 * Listens for other hosts' changes over a connection of its own, and tells them of this host's. `heard` is called after
 * each connection as well, since notifications before it were missed.
 */
export function listen(address: DatabaseAddress, heard: () => void): Listener {
  const turnListeners = new Set<(league: string) => void>();
  let connection: Connection | null = null;
  let closed = false;
  let timer: NodeJS.Timeout | null = null;
  let telling = false;
  let more = false;

  const later = (work: () => Promise<void>, ms: number) => {
    if (closed) return;
    timer = setTimeout(() => {
      working = work();
    }, ms).unref();
  };
  const lose = () => {
    if (connection) abandon(connection);
    connection = null;
  };
  const open = async () => {
    try {
      const made = await connectAlone(address);
      if (closed) return abandon(made);
      connection = made;
      const own = (await made.query<{ pid: number }>("SELECT pg_backend_pid() AS pid")).rows[0]?.pid;
      made.on("notification", ({ processId, payload }) => {
        if (processId === own) return;
        if (!payload?.startsWith(TURN)) return heard();
        for (const listener of [...turnListeners]) listener(payload.slice(TURN.length));
      });
      await made.query(`LISTEN ${CHANNEL}`);
      heard();
      later(look, LOOK_MS);
    } catch {
      lose();
      later(open, AGAIN_MS);
    }
  };
  /** A connection that died in silence would be listened to for ever. */
  const look = async () => {
    try {
      await connection?.query("SELECT 1");
      later(look, LOOK_MS);
    } catch {
      lose();
      await open();
    }
  };
  let working = open();

  const tell = async () => {
    telling = true;
    // A host that misses the notification finds the entry at its next regular look.
    while (more && !closed) {
      more = false;
      await connection?.query(`NOTIFY ${CHANNEL}`).catch(() => {});
    }
    telling = false;
  };

  return {
    notify: () => {
      more = true;
      if (!telling) void tell();
    },
    requestPriority: (league) => {
      connection?.query("SELECT pg_notify($1, $2)", [CHANNEL, `${TURN}${league}`]).catch(() => {});
    },
    onPriorityRequest: (listener) => {
      turnListeners.add(listener);
      return () => void turnListeners.delete(listener);
    },
    close: async () => {
      closed = true;
      if (timer) clearTimeout(timer);
      lose();
      await working;
    },
  };
}
