import type { ConnectionRegistry } from "../store/cluster/cluster.ts";

/** Connections whose state elsewhere is remembered. */
const MOST_KNOWN = 10_000;

/** The connections that are open now, by their hash: who sits at the other end may come back to its seats. */
export interface Connections {
  /** To be called when one opens; gives what to call when it ends. */
  opened(connection: string | null): () => void;
  /** Whether one is open here, or may be at another host: of those there, what was found out last. */
  isOpen(connection: string): boolean;
  /** Finds out which are open at any host. Rejects with `Unavailable`. */
  lookUp(connections: readonly string[]): Promise<void>;
}

/** @param hosts where other hosts' connections are known; absent where there is none */
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
    // Of whom nothing is known nobody takes the place.
    isOpen: (connection) => open.has(connection) || (hosts !== undefined && (elsewhere.get(connection) ?? true)),
    lookUp: async (connections) => {
      const asked = connections.filter((connection) => !open.has(connection));
      if (!hosts || asked.length === 0) return;
      const found = await hosts.openAmong(asked);
      for (const connection of asked) remember(connection, found.has(connection));
    },
  };
}
