import { type McpServer, ResourceNotFoundError, ResourceTemplate, type Variables } from "@modelcontextprotocol/server";
import { boardUri } from "../../shared/chat-board.ts";
import { gameKinds } from "../../shared/games.ts";
import type { Table } from "../games/table.ts";
import type { Sitting } from "../tables/sitting.ts";
import { gamePgn } from "../views/game-pgn.ts";
import { gameSvg, gameTitle } from "../views/game-svg.ts";
import { publicGame } from "../views/public-game.ts";
import { summary } from "../views/summary.ts";
import { rulesText } from "./rules-text.ts";
import type { Kibitz } from "./tool.ts";

const LISTED = 50;

const gamesUri = "kibitz://games";
const gameUri = (id: string) => `${gamesUri}/${id}`;

/** The page loads nothing and connects to nothing. */
const boardUi = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
const pageMissing =
  "<!doctype html><meta charset=utf-8><title>Kibitz</title><p>The board's page was not built. Run npm run build in Kibitz.</p>";

/** The resources that a change of a game makes stale. */
export const staleUris = (gameId: string): readonly string[] => [
  gamesUri,
  gameUri(gameId),
  `${gameUri(gameId)}/pgn`,
  `${gameUri(gameId)}/board.svg`,
];

export function registerResources(server: McpServer, kibitz: Kibitz): void {
  const recent = () => kibitz.tables.list({ status: "all", limit: LISTED, after: null });
  const completeId = (start: string) =>
    recent()
      .map(({ id }) => id)
      .filter((id) => id.startsWith(start));
  const sittingAt = (uri: URL, { id }: Variables): Sitting => {
    const found = kibitz.tables.get(String(id));
    if (!found.ok) throw new ResourceNotFoundError(uri.href, found.message);
    return found.value;
  };
  const listed = (suffix: string, mimeType: string, only: (table: Table) => boolean) => () => ({
    resources: recent()
      .filter(only)
      .map((table) => ({
        uri: `${gameUri(table.id)}${suffix}`,
        name: `game ${table.id}${suffix}`,
        title: gameTitle(table),
        mimeType,
      })),
  });

  server.registerResource(
    "games",
    gamesUri,
    { title: "Games", description: "The newest games at this table, as JSON.", mimeType: "application/json" },
    (uri) => json(uri, { games: recent().map(summary) }),
  );
  server.registerResource(
    "game",
    new ResourceTemplate(`${gamesUri}/{id}`, {
      list: listed("", "application/json", () => true),
      complete: { id: completeId },
    }),
    { title: "Game", description: "One game as a spectator sees it, as JSON.", mimeType: "application/json" },
    (uri, variables) => json(uri, publicGame(sittingAt(uri, variables), kibitz.now())),
  );
  server.registerResource(
    "game-pgn",
    new ResourceTemplate(`${gamesUri}/{id}/pgn`, {
      list: listed("/pgn", "application/vnd.chess-pgn", ({ kind }) => kind === "chess"),
      complete: { id: completeId },
    }),
    { title: "Game as PGN", description: "A chess game in PGN.", mimeType: "application/vnd.chess-pgn" },
    (uri, variables) => {
      const pgn = gamePgn(sittingAt(uri, variables));
      if (pgn === null) throw new ResourceNotFoundError(uri.href, "Only chess games have a PGN");
      return { contents: [{ uri: uri.href, mimeType: "application/vnd.chess-pgn", text: pgn }] };
    },
  );
  server.registerResource(
    "game-board",
    new ResourceTemplate(`${gamesUri}/{id}/board.svg`, {
      list: listed("/board.svg", "image/svg+xml", () => true),
      complete: { id: completeId },
    }),
    { title: "Board", description: "The position as a picture.", mimeType: "image/svg+xml" },
    (uri, variables) => {
      const sitting = sittingAt(uri, variables);
      return { contents: [{ uri: uri.href, mimeType: "image/svg+xml", text: gameSvg(sitting) }] };
    },
  );
  server.registerResource(
    "chat-board",
    boardUri,
    {
      title: "Board",
      description: "The interactive board, for hosts that show MCP Apps.",
      mimeType: "text/html;profile=mcp-app",
      _meta: { ui: boardUi },
    },
    (uri) => ({
      contents: [
        {
          uri: uri.href,
          mimeType: "text/html;profile=mcp-app",
          text: kibitz.boardPage() ?? pageMissing,
          _meta: { ui: boardUi },
        },
      ],
    }),
  );
  server.registerResource(
    "rules",
    new ResourceTemplate("kibitz://rules/{game}", {
      list: () => ({
        resources: gameKinds.map((kind) => ({
          uri: `kibitz://rules/${kind}`,
          name: `rules of ${kind}`,
          mimeType: "text/markdown",
        })),
      }),
      complete: { game: (start) => gameKinds.filter((kind) => kind.startsWith(start)) },
    }),
    { title: "Rules", description: "The rules of a game as they are played here.", mimeType: "text/markdown" },
    (uri, { game }) => {
      const kind = gameKinds.find((each) => each === String(game));
      if (!kind) throw new ResourceNotFoundError(uri.href, `There are rules for ${gameKinds.join(", ")}`);
      return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: rulesText[kind] }] };
    },
  );
}

const json = (uri: URL, value: unknown) => ({
  contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(value, null, 2) }],
});
