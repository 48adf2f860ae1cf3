import type { ConnectionRegistry } from "../store/cluster/cluster.ts";

/** Connections whose state elsewhere is remembered. */
const MOST_KNOWN = 10_000;

/** The open connections, by their hash: an agent over one of them may return to its seats. */
export interface Connections {
  /** To be called when a connection opens; returns a function to call when it ends. */
  opened(connection: string | null): () => void;
  /** Whether a connection is open here, or may be at another host: for those, the last known state. */
  isOpen(connection: string): boolean;
  /** Asks which connections are open at any host. Rejects with `Unavailable`. */
  lookUp(connections: readonly string[]): Promise<void>;
}

/** @param hosts the connections of other hosts; absent where there are none */
export function createConnections(hosts?: ConnectionRegistry): Connections {
  /** How many streams each has: a shim may come back before its old one is gone. */
  const open = new Map<string, number>();
  const elsewhere = new Map<string, boolean>();
  const remember = (connection: string, isOpen: boolean) => {
    if (!hosts) return;
    if (elsewhere.size >= MOST_KNOWN) elsewhere.clear();
    elsewhere.set(connection, isOpen);
  };
  return {
    opened: (connection) => {
      if (connection === null) return () => {};
      if (!open.has(connection)) hosts?.opened(connection);
      open.set(connection, (open.get(connection) ?? 0) + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (open.get(connection) ?? 1) - 1;
        if (left > 0) open.set(connection, left);
        else {
          open.delete(connection);
          remember(connection, false);
          hosts?.closed(connection);
        }
      };
    },
    // An unknown connection counts as open, so that nobody takes its place.
    isOpen: (connection) => open.has(connection) || (hosts !== undefined && (elsewhere.get(connection) ?? true)),
    lookUp: async (connections) => {
      const asked = connections.filter((connection) => !open.has(connection));
      if (!hosts || asked.length === 0) return;
      const found = await hosts.openAmong(asked);
      for (const connection of asked) remember(connection, found.has(connection));
    },
  };
}
