import { type McpServer, ProtocolError, ProtocolErrorCode, type Resource } from "@modelcontextprotocol/server";
import { pgnType } from "../../games/kibitz.ts";
import { gameOf } from "../../games/register.ts";
import { disarmed } from "../../shared/text.ts";
import { formatCursor, readCursor } from "../live/cursor.ts";
import type { Table } from "../tables/machine/table.ts";
import type { Tables } from "../tables/tables.ts";
import { gameTitle } from "../views/game-svg.ts";

/** Games in one page of the list; each is two or three resources. */
const PAGE = 50;

/** The forms in which a game can be read. */
const forms: readonly { suffix: string; mimeType: string; has: (table: Table) => boolean }[] = [
  { suffix: "", mimeType: "application/json", has: () => true },
  { suffix: "/pgn", mimeType: pgnType, has: ({ kind }) => gameOf(kind).records !== undefined },
  { suffix: "/board.svg", mimeType: "image/svg+xml", has: () => true },
];

/** Lists the resources in pages: what comes first, and then, newest first, the games. */
export function listInPages(
  server: McpServer,
  tables: Pick<Tables, "list">,
  first: () => Promise<readonly Resource[]>,
  uriOf: (id: string) => string,
) {
  server.server.setRequestHandler("resources/list", async ({ params }) => {
    const after = readCursor(params?.cursor);
    if (!after.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, after.message);
    const page = await tables.list({ status: "all", limit: PAGE, after: after.value });
    const games = page.tables.flatMap((table) =>
      forms
        .filter(({ has }) => has(table))
        .map(({ suffix, mimeType }) => ({
          uri: `${uriOf(table.id)}${suffix}`,
          name: `game ${table.id}${suffix}`,
          title: disarmed(gameTitle(table)),
          mimeType,
        })),
    );
    return {
      resources: after.value === null ? [...(await first()), ...games] : games,
      ...(page.next ? { nextCursor: formatCursor(page.next) } : {}),
    };
  });
}
