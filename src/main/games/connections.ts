import { RecentMap } from "../../shared/recent-map.ts";
import type { ConnectionRegistry } from "../store/cluster/cluster.ts";

/** Connections whose state elsewhere is remembered. */
const MOST_KNOWN = 10_000;

/** The open connections, by their hash: an agent over one of them may return to its seats. */
export type Connections = ReturnType<typeof createConnections>;

/** @param hosts the connections of other hosts; absent where there are none */
export function createConnections(hosts?: ConnectionRegistry) {
  /** How many streams each has: a shim may come back before its old one is gone. */
  const open = new Map<string, number>();
  const elsewhere = new RecentMap<string, boolean>(MOST_KNOWN);
  return {
    /** To be called when a connection opens; returns a function to call when it ends. */
    open: (connection: string | null): (() => void) => {
      if (connection === null) return () => {};
      if (!open.has(connection)) hosts?.noteOpen(connection);
      open.set(connection, (open.get(connection) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const count = (open.get(connection) ?? 1) - 1;
        if (count > 0) open.set(connection, count);
        else {
          open.delete(connection);
          if (hosts) elsewhere.set(connection, false);
          hosts?.noteClose(connection);
        }
      };
    },
    /**
     * Whether a connection is open here, or may be at another host: for those, the last known state. An unknown
     * connection counts as open, so that nobody takes its place.
     */
    isOpen: (connection: string): boolean =>
      open.has(connection) || (hosts !== undefined && (elsewhere.get(connection) ?? true)),
    /** Asks which connections are open at any host. Rejects with `Unavailable`. */
    lookUp: async (connections: readonly string[]): Promise<void> => {
      const unknown = connections.filter((connection) => !open.has(connection));
      if (!hosts || unknown.length === 0) return;
      const openConnections = await hosts.openAmong(unknown);
      for (const connection of unknown) elsewhere.set(connection, openConnections.has(connection));
    },
  };
}
