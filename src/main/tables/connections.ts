/** The connections that are open now, by their hash: who sits at the other end may come back to its seats. */
export interface Connections {
  /** To be called when one opens; gives what to call when it ends. */
  opened(connection: string | null): () => void;
  isOpen(connection: string): boolean;
}

export function createConnections(): Connections {
  /** How many streams each has: a shim may come back before its old one is gone. */
  const open = new Map<string, number>();
  return {
    opened: (connection) => {
      if (connection === null) return () => {};
      open.set(connection, (open.get(connection) ?? 0) + 1);
      let ended = false;
      return () => {
        if (ended) return;
        ended = true;
        const left = (open.get(connection) ?? 1) - 1;
        if (left > 0) open.set(connection, left);
        else open.delete(connection);
      };
    },
    isOpen: (connection) => open.has(connection),
  };
}
