/** A seat token that a caller has shown. */
export interface ShownToken {
  readonly gameId: string;
  readonly token: string;
}

/** Most tokens that are remembered for a connection, and most connections. */
const MOST_TOKENS = 200;
const MOST_CONNECTIONS = 5_000;

/** Remembers which seat tokens came over which connection, so that a conversation finds its games again. */
export interface ShownTokens {
  shown(connection: string | null, token: ShownToken): void;
  of(connection: string): readonly ShownToken[];
}

export function createShownTokens(): ShownTokens {
  const byConnection = new Map<string, Map<string, ShownToken>>();
  return {
    shown: (connection, token) => {
      if (connection === null) return;
      const tokens = byConnection.get(connection) ?? new Map<string, ShownToken>();
      byConnection.delete(connection);
      byConnection.set(connection, tokens);
      tokens.delete(token.token);
      tokens.set(token.token, token);
      for (const map of [tokens, byConnection]) {
        const [oldest] = map.keys();
        if (oldest !== undefined && map.size > (map === tokens ? MOST_TOKENS : MOST_CONNECTIONS)) map.delete(oldest);
      }
    },
    of: (connection) => [...(byConnection.get(connection)?.values() ?? [])],
  };
}
