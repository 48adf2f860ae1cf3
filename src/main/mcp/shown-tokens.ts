import { RecentMap } from "../../shared/recent-map.ts";

/** A seat token that a caller has shown. */
interface ShownToken {
  readonly gameId: string;
  readonly token: string;
}

/** Most tokens that are remembered for a connection, and most connections. */
const MOST_TOKENS = 200;
const MOST_CONNECTIONS = 5_000;

export type ShownTokens = ReturnType<typeof createShownTokens>;

/** Remembers which seat tokens came over which connection, so that a conversation finds its games again. */
export function createShownTokens() {
  const byConnection = new RecentMap<string, Map<string, ShownToken>>(MOST_CONNECTIONS);
  return {
    note: (connection: string | null, token: ShownToken): void => {
      if (connection === null) return;
      const tokens = byConnection.get(connection) ?? new RecentMap<string, ShownToken>(MOST_TOKENS);
      byConnection.set(connection, tokens.set(token.token, token));
    },
    of: (connection: string): readonly ShownToken[] => [...(byConnection.get(connection)?.values() ?? [])],
  };
}
