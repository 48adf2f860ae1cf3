import {
  type McpServer,
  type Resource,
  ResourceNotFoundError,
  ResourceTemplate,
  type Variables,
} from "@modelcontextprotocol/server";
import { pgnType } from "../../games/kibitz.ts";
import { definitions, findDefinition } from "../../games/register.ts";
import { boardUri } from "../../shared/chat-board.ts";
import { disarmed, disarmedIn } from "../../shared/text.ts";
import { runInSlices } from "../base/run-in-slices.ts";
import type { LiveGame } from "../games/live-game.ts";
import { gamePgnForAgents } from "../views/game-pgn.ts";
import { gameSvg } from "../views/game-svg.ts";
import { summaryOf } from "../views/game-view.ts";
import { knownOf, lastOf, leagueReport } from "../views/league-view.ts";
import { publicGame } from "../views/public-game.ts";
import type { Services } from "./call.ts";
import { completeIds, completeLeagueIds } from "./complete-ids.ts";
import { toldMove } from "./output.ts";
import { listInPages } from "./resource-list.ts";

const LISTED = 50;
/** Limits for a league that a host reads into a model's context. */
const LEAGUE = { matches: 1_000, crossed: 24 };

const gamesUri = "kibitz://games";
const gameUri = (id: string) => `${gamesUri}/${id}`;

const leaguesUri = "kibitz://leagues";
/** The resource that a change of a league makes stale. */
export const leagueUri = (id: string): string => `${leaguesUri}/${id}`;

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

/** @param skills that are listed with them, and registered already */
export function registerResources(server: McpServer, services: Services, skills: readonly Resource[]): void {
  const recent = async () => (await services.games.list({ status: "all", limit: LISTED, after: null })).games;
  const recentLeagues = async () =>
    (await services.leagues.list({ status: "all", limit: LISTED, after: null })).leagues;
  const gameTemplate = (part: string) =>
    new ResourceTemplate(`${gamesUri}/{id}${part}`, {
      list: undefined,
      complete: { id: (start) => completeIds(services.games, "all", start) },
    });
  const gameAt = async (uri: URL, { id }: Variables): Promise<LiveGame> => {
    const found = await services.games.get(String(id));
    if (!found.ok) throw new ResourceNotFoundError(uri.href, found.message);
    return found.value;
  };

  server.registerResource(
    "games",
    gamesUri,
    { title: "Games", description: "The newest games at this table, as JSON.", mimeType: "application/json" },
    async (uri) => json(uri, { games: (await recent()).map(summaryOf) }),
  );
  server.registerResource(
    "game",
    gameTemplate(""),
    { title: "Game", description: "One game as a spectator sees it, as JSON.", mimeType: "application/json" },
    async (uri, variables) => {
      const { history, ...game } = publicGame(await gameAt(uri, variables), services.now());
      return json(uri, { ...game, history: history.map(toldMove) });
    },
  );
  server.registerResource(
    "game-pgn",
    gameTemplate("/pgn"),
    { title: "Game as PGN", description: "A game in PGN.", mimeType: pgnType },
    async (uri, variables) => {
      const pgn = gamePgnForAgents(await gameAt(uri, variables));
      if (pgn === null) throw new ResourceNotFoundError(uri.href, "Games of this kind have no PGN");
      return { contents: [{ uri: uri.href, mimeType: pgnType, text: pgn }] };
    },
  );
  server.registerResource(
    "game-board",
    gameTemplate("/board.svg"),
    { title: "Board", description: "The position as a picture.", mimeType: "image/svg+xml" },
    async (uri, variables) => {
      const text = disarmed(gameSvg(await gameAt(uri, variables)));
      return { contents: [{ uri: uri.href, mimeType: "image/svg+xml", text }] };
    },
  );
  server.registerResource(
    "league",
    new ResourceTemplate(`${leaguesUri}/{id}`, {
      list: undefined,
      complete: { id: (start) => completeLeagueIds(services.leagues, start) },
    }),
    {
      title: "League",
      description:
        "A league's schedule, table and results, as JSON; of a large one the last rounds: getLeague has the others.",
      mimeType: "application/json",
    },
    async (uri, { id }) => {
      const found = await services.leagues.get(String(id));
      if (!found.ok) throw new ResourceNotFoundError(uri.href, found.message);
      const live = found.value;
      const known = await knownOf(live, services);
      return json(uri, await runInSlices(leagueReport(live, known, lastOf(live.league, LEAGUE))));
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
          text: services.boardPage() ?? pageMissing,
          _meta: { ui: boardUi },
        },
      ],
    }),
  );
  server.registerResource(
    "rules",
    new ResourceTemplate("kibitz://rules/{game}", {
      list: undefined,
      complete: { game: (start) => definitions.map(({ kind }) => kind).filter((kind) => kind.startsWith(start)) },
    }),
    { title: "Rules", description: "The rules of a game as they are played here.", mimeType: "text/markdown" },
    (uri, { game }) => {
      const found = findDefinition(String(game));
      if (!found)
        throw new ResourceNotFoundError(
          uri.href,
          `There are rules for ${definitions.map(({ kind }) => kind).join(", ")}`,
        );
      return { contents: [{ uri: uri.href, mimeType: "text/markdown", text: found.words.rules }] };
    },
  );
  const first = async () => [
    ...alwaysThere,
    ...skills,
    ...(await recentLeagues()).map(({ id, name }) => ({
      uri: leagueUri(id),
      name: `league ${id}`,
      title: disarmed(name),
      mimeType: "application/json",
    })),
  ];
  listInPages(server, services.games, first, gameUri);
}

const alwaysThere = [
  { uri: gamesUri, name: "games", title: "Games", mimeType: "application/json" },
  { uri: boardUri, name: "chat-board", title: "Board", mimeType: "text/html;profile=mcp-app" },
  ...definitions.map(({ kind }) => ({
    uri: `kibitz://rules/${kind}`,
    name: `rules of ${kind}`,
    mimeType: "text/markdown",
  })),
];

const json = (uri: URL, value: unknown) => ({
  contents: [{ uri: uri.href, mimeType: "application/json", text: JSON.stringify(disarmedIn(value), null, 2) }],
});
