import * as mcp from "@modelcontextprotocol/server";
import { pgnType } from "../../../games/kibitz.ts";
import { definitions, findDefinition } from "../../../games/register.ts";
import { boardUri } from "../../../shared/chat-board.ts";
import type { Result } from "../../../shared/result.ts";
import { disarm, disarmedIn } from "../../../shared/text.ts";
import { runInSlices } from "../../base/run-in-slices.ts";
import type { Games } from "../../games/games.ts";
import type { LiveGame } from "../../games/live-game.ts";
import type { GameState, GameStatus } from "../../games/machine/game-state.ts";
import type { Leagues } from "../../league/leagues.ts";
import { formatCursor, readCursor } from "../../live/cursor.ts";
import { gamePgnForAgents, hasPgn } from "../../views/export/game-pgn.ts";
import { gameSvg, gameTitle } from "../../views/game/game-svg.ts";
import { publicGame, summaryOf } from "../../views/game/game-view.ts";
import { knownOf, lastOf, leagueReport } from "../../views/league/league-view.ts";
import type { Services } from "../tools/call.ts";
import { toldMove } from "../tools/fields.ts";

/** Games in one page of the list, each of which is two or three resources, and leagues before the first one. */
const LISTED = 50;
/** Limits for a league that a host reads into a model's context. */
const LEAGUE = { matches: 1_000, crossed: 24 };

const gamesUri = "kibitz://games";
const gameUri = (id: string) => `${gamesUri}/${id}`;

const leaguesUri = "kibitz://leagues";
/** The resource that a change of a league makes stale. */
export const leagueUri = (id: string): string => `${leaguesUri}/${id}`;

const boardType = "text/html;profile=mcp-app";
/** The page loads nothing and connects to nothing. */
const boardUi = { csp: { connectDomains: [], resourceDomains: [] }, prefersBorder: true };
const pageMissing =
  "<!doctype html><meta charset=utf-8><title>Kibitz</title><p>The board's page was not built. Run npm run build in Kibitz.</p>";

const gameResourceForms: readonly { suffix: string; mimeType: string; has: (state: GameState) => boolean }[] = [
  { suffix: "", mimeType: "application/json", has: () => true },
  { suffix: "/pgn", mimeType: pgnType, has: ({ kind }) => hasPgn(kind) },
  { suffix: "/board.svg", mimeType: "image/svg+xml", has: () => true },
];

/** The resources that a change of a game makes stale. */
export const staleUris = (gameId: string): readonly string[] => [
  gamesUri,
  ...gameResourceForms.map(({ suffix }) => `${gameUri(gameId)}${suffix}`),
];

/** @param skills that are listed with them, and registered already */
export function registerResources(server: mcp.McpServer, services: Services, skills: readonly mcp.Resource[]): void {
  const gameTemplate = (part: string) =>
    templateOf(`${gamesUri}/{id}${part}`, { id: (start) => completeIds(services.games, "all", start) });
  const gameAt = async (uri: URL, { id }: mcp.Variables): Promise<LiveGame> =>
    foundAt(uri, await services.games.get(String(id)));

  server.registerResource(
    "games",
    gamesUri,
    { title: "Games", description: "The newest games at this table, as JSON.", mimeType: "application/json" },
    async (uri) => {
      const { games } = await services.games.list({ status: "all", limit: LISTED, after: null });
      return jsonContents(uri, { games: games.map(summaryOf) });
    },
  );
  server.registerResource(
    "game",
    gameTemplate(""),
    { title: "Game", description: "One game as a spectator sees it, as JSON.", mimeType: "application/json" },
    async (uri, variables) => {
      const { history, ...game } = publicGame(await gameAt(uri, variables), services.now());
      return jsonContents(uri, { ...game, history: history.map(toldMove) });
    },
  );
  server.registerResource(
    "game-pgn",
    gameTemplate("/pgn"),
    { title: "Game as PGN", description: "A game in PGN.", mimeType: pgnType },
    async (uri, variables) => {
      const pgn = gamePgnForAgents(await gameAt(uri, variables));
      if (pgn === null) throw new mcp.ResourceNotFoundError(uri.href, "Games of this kind have no PGN");
      return textContents(uri, pgnType, pgn);
    },
  );
  server.registerResource(
    "game-board",
    gameTemplate("/board.svg"),
    { title: "Board", description: "The position as a picture.", mimeType: "image/svg+xml" },
    async (uri, variables) => textContents(uri, "image/svg+xml", disarm(gameSvg(await gameAt(uri, variables)))),
  );
  server.registerResource(
    "league",
    templateOf(`${leaguesUri}/{id}`, { id: (start) => completeLeagueIds(services.leagues, start) }),
    {
      title: "League",
      description:
        "A league's schedule, table and results, as JSON; of a large one the last rounds: getLeague has the others.",
      mimeType: "application/json",
    },
    async (uri, { id }) => {
      const live = foundAt(uri, await services.leagues.get(String(id)));
      const facts = await knownOf(live, services);
      return jsonContents(uri, await runInSlices(leagueReport(live, facts, lastOf(live.league, LEAGUE))));
    },
  );
  server.registerResource(
    "chat-board",
    boardUri,
    {
      title: "Board",
      description: "The interactive board, for hosts that show MCP Apps.",
      mimeType: boardType,
      _meta: { ui: boardUi },
    },
    (uri) => textContents(uri, boardType, services.boardPage() ?? pageMissing, { _meta: { ui: boardUi } }),
  );
  server.registerResource(
    "rules",
    templateOf("kibitz://rules/{game}", { game: (start) => gameKinds.filter((kind) => kind.startsWith(start)) }),
    { title: "Rules", description: "The rules of a game as they are played here.", mimeType: "text/markdown" },
    (uri, { game }) => {
      const definition = findDefinition(String(game));
      if (!definition) throw new mcp.ResourceNotFoundError(uri.href, `There are rules for ${gameKinds.join(", ")}`);
      return textContents(uri, "text/markdown", `${definition.words.rules}${definition.words.toolRules ?? ""}`);
    },
  );
  const first = async (): Promise<readonly mcp.Resource[]> => {
    const { leagues } = await services.leagues.list({ status: "all", limit: LISTED, after: null });
    const items = leagues.map(({ id, name }) => ({
      uri: leagueUri(id),
      name: `league ${id}`,
      title: disarm(name),
      mimeType: "application/json",
    }));
    return [...alwaysThere, ...skills, ...items];
  };
  server.server.setRequestHandler("resources/list", async ({ params }) => {
    const after = readCursor(params?.cursor);
    if (!after.ok) throw new mcp.ProtocolError(mcp.ProtocolErrorCode.InvalidParams, after.message);
    const page = await services.games.list({ status: "all", limit: LISTED, after: after.value });
    const games = page.games.flatMap(resourcesOf);
    return {
      resources: after.value === null ? [...(await first()), ...games] : games,
      ...(page.next ? { nextCursor: formatCursor(page.next) } : {}),
    };
  });
}

const resourcesOf = (state: GameState): readonly mcp.Resource[] =>
  gameResourceForms
    .filter(({ has }) => has(state))
    .map(({ suffix, mimeType }) => ({
      uri: `${gameUri(state.id)}${suffix}`,
      name: `game ${state.id}${suffix}`,
      title: disarm(gameTitle(state)),
      mimeType,
    }));

const gameKinds = definitions.map(({ kind }) => kind);

const alwaysThere = [
  { uri: gamesUri, name: "games", title: "Games", mimeType: "application/json" },
  { uri: boardUri, name: "chat-board", title: "Board", mimeType: boardType },
  ...gameKinds.map((kind) => ({ uri: `kibitz://rules/${kind}`, name: `rules of ${kind}`, mimeType: "text/markdown" })),
];

/** A template whose resources are listed elsewhere, if at all. */
const templateOf = (uri: string, complete: Record<string, mcp.CompleteResourceTemplateCallback>) =>
  new mcp.ResourceTemplate(uri, { list: undefined, complete });

function foundAt<T>(uri: URL, result: Result<T>): T {
  if (!result.ok) throw new mcp.ResourceNotFoundError(uri.href, result.message);
  return result.value;
}

const textContents = (uri: URL, mimeType: string, text: string, more: Pick<mcp.Resource, "_meta"> = {}) => ({
  contents: [{ uri: uri.href, mimeType, text, ...more }],
});
const jsonContents = (uri: URL, value: unknown) =>
  textContents(uri, "application/json", JSON.stringify(disarmedIn(value), null, 2));

/** Most ids in a completion, by the protocol. */
const MOST_TOLD = 100;
const PAGE = 500;

type After = Parameters<Games["list"]>[0]["after"];

/** The ids of games that begin with a text, newest first. */
export const completeIds = (games: Pick<Games, "list">, status: GameStatus | "all", start: string): Promise<string[]> =>
  complete(start, async (after) => {
    const { games: page, next } = await games.list({ status, limit: PAGE, after });
    return { page, next };
  });

/** The ids of leagues that begin with a text, newest first. */
export const completeLeagueIds = (leagues: Leagues, start: string): Promise<string[]> =>
  complete(start, async (after) => {
    const { leagues: page, next } = await leagues.list({ status: "all", limit: PAGE, after });
    return { page, next };
  });

async function complete(
  start: string,
  list: (after: After) => Promise<{ readonly page: readonly { readonly id: string }[]; next: After }>,
): Promise<string[]> {
  const values: string[] = [];
  let after: After = null;
  do {
    const { page, next } = await list(after);
    values.push(...page.map(({ id }) => id).filter((id) => id.startsWith(start)));
    after = next;
  } while (after !== null && values.length < MOST_TOLD);
  return values.slice(0, MOST_TOLD);
}
