import { type McpServer, ProtocolError, ProtocolErrorCode, type Resource } from "@modelcontextprotocol/server";
import { pgnType } from "../../games/kibitz.ts";
import { definitionOf } from "../../games/register.ts";
import { disarmed } from "../../shared/text.ts";
import type { Games } from "../games/games.ts";
import type { GameState } from "../games/machine/game-state.ts";
import { formatCursor, readCursor } from "../live/cursor.ts";
import { gameTitle } from "../views/game-svg.ts";

/** Games in one page of the list; each is two or three resources. */
const PAGE = 50;

/** The forms in which a game can be read. */
const forms: readonly { suffix: string; mimeType: string; has: (state: GameState) => boolean }[] = [
  { suffix: "", mimeType: "application/json", has: () => true },
  { suffix: "/pgn", mimeType: pgnType, has: ({ kind }) => definitionOf(kind).records !== undefined },
  { suffix: "/board.svg", mimeType: "image/svg+xml", has: () => true },
];

/** Lists the resources in pages: first those given, then the games, newest first. */
export function listInPages(
  server: McpServer,
  liveGames: Pick<Games, "list">,
  first: () => Promise<readonly Resource[]>,
  uriOf: (id: string) => string,
) {
  server.server.setRequestHandler("resources/list", async ({ params }) => {
    const after = readCursor(params?.cursor);
    if (!after.ok) throw new ProtocolError(ProtocolErrorCode.InvalidParams, after.message);
    const page = await liveGames.list({ status: "all", limit: PAGE, after: after.value });
    const games = page.games.flatMap((state) =>
      forms
        .filter(({ has }) => has(state))
        .map(({ suffix, mimeType }) => ({
          uri: `${uriOf(state.id)}${suffix}`,
          name: `game ${state.id}${suffix}`,
          title: disarmed(gameTitle(state)),
          mimeType,
        })),
    );
    return {
      resources: after.value === null ? [...(await first()), ...games] : games,
      ...(page.next ? { nextCursor: formatCursor(page.next) } : {}),
    };
  });
}
