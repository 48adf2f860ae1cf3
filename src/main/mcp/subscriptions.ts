import type { McpServer } from "@modelcontextprotocol/server";
import { leagueUri, staleUris } from "./resources.ts";
import type { Services } from "./tool.ts";

/** Most resources that one connection may watch. */
const MOST_WATCHED = 500;

/**
 * Tells a connection of its own about changed resources. A 2025-era client subscribes to each URI; for a later one
 * the SDK keeps the list and lets through what was asked for. Returns what to call when the connection ends.
 */
export function watchResources(
  server: McpServer,
  { tables, leagues }: Pick<Services, "tables" | "leagues">,
  era: "legacy" | "modern",
): () => void {
  const watched = new Set<string>();
  if (era === "legacy") {
    server.server.setRequestHandler("resources/subscribe", ({ params: { uri } }) => {
      if (watched.size >= MOST_WATCHED)
        throw new Error(`A connection watches at most ${MOST_WATCHED} resources. Unsubscribe from some first`);
      watched.add(uri);
      return {};
    });
    server.server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
      watched.delete(uri);
      return {};
    });
  }
  const tell = (uris: readonly string[]) => {
    for (const uri of uris) {
      if (era === "legacy" && !watched.has(uri)) continue;
      // A connection that is going away needs no news.
      server.server.sendResourceUpdated({ uri }).catch(() => {});
    }
  };
  const stops = [
    tables.listen(({ game }) => {
      if (era === "modern" || watched.size > 0) tell(staleUris(game.table.id));
    }),
    leagues.listen(({ live }) => tell([leagueUri(live.league.id)])),
  ];
  return () => {
    for (const stop of stops) stop();
  };
}
