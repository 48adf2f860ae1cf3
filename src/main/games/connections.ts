/** The open connections, by their hash: an agent over one of them may return to its seats. */
export type Connections = ReturnType<typeof createConnections>;

export function createConnections() {
  /** How many streams each has: a shim may come back before its old one is gone. */
  const open = new Map<string, number>();
  return {
    /** To be called when a connection opens; returns a function to call when it ends. */
    open: (connection: string | null): (() => void) => {
      if (connection === null) return () => {};
      open.set(connection, (open.get(connection) ?? 0) + 1);
      let isOver = false;
      return () => {
        if (isOver) return;
        isOver = true;
        const count = (open.get(connection) ?? 1) - 1;
        if (count > 0) open.set(connection, count);
        else open.delete(connection);
      };
    },
    /** Whether a connection is open here, or may be at another host: for those, the last known state. */
    isOpen: (connection: string): boolean => open.has(connection),
    /** Asks which connections are open at any host. Rejects with `Unavailable`. */
    lookUp: async (_connections: readonly string[]): Promise<void> => {},
  };
}
