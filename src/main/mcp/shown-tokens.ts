import { RecentMap } from "../../shared/recent-map.ts";

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
  const byConnection = new RecentMap<string, Map<string, ShownToken>>(MOST_CONNECTIONS);
  return {
    shown: (connection, token) => {
      if (connection === null) return;
      const tokens = byConnection.get(connection) ?? new RecentMap<string, ShownToken>(MOST_TOKENS);
      byConnection.set(connection, tokens.set(token.token, token));
    },
    of: (connection) => [...(byConnection.get(connection)?.values() ?? [])],
  };
}
