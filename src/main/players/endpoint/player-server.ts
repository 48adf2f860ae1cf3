import {
  type CallToolResult,
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  McpServer,
} from "@modelcontextprotocol/server";
import type { z } from "zod";
import { findGame } from "../../../games/register.ts";
import {
  gameEnd,
  gameInvite,
  gameStart,
  LEAGUE_PROTOCOL,
  moveRequest,
  playerTools,
  roundResult,
  standingsUpdate,
} from "../../../shared/league-protocol.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { version } from "../../../shared/version.ts";

/** What a player that is a server hears, beside what it answers by itself. */
export interface PlayerNews {
  invited(invitation: z.infer<typeof gameInvite>): void;
  ended(match: z.infer<typeof gameEnd>): void;
  standings(update: z.infer<typeof standingsUpdate>): void;
}

export interface PlayerServerOptions {
  readonly name: string;
  /** The strategy of the game that it plays by. */
  readonly strategy: string;
  /** The token that every message must carry; null while it has none. */
  readonly token: () => string | null;
  readonly news: PlayerNews;
  /** In [0, 1). */
  readonly random: () => number;
}

/** A player of `league.v1`: an MCP server that takes every invitation and moves by a strategy. */
export function createPlayerServer({ name, strategy, token, news, random }: PlayerServerOptions) {
  type Told = { readonly league_id: string; readonly conversation_id: string; readonly auth_token: string };

  const answer = (
    { league_id, conversation_id, auth_token }: Told,
    fields: Record<string, unknown>,
  ): CallToolResult => {
    const message = {
      ...{ protocol: LEAGUE_PROTOCOL, league_id, conversation_id, auth_token },
      ...{ sender: `player:${name}`, timestamp: new Date().toISOString() },
      ...fields,
    };
    return { content: [{ type: "text", text: JSON.stringify(message) }], structuredContent: message };
  };
  const refused = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });
  const ours =
    <Message extends Told>(run: (message: Message) => CallToolResult) =>
    (message: Message): CallToolResult =>
      token() === null || message.auth_token === token() ? run(message) : refused("The token is not mine.");

  const makeServer = (): McpServer => {
    const server = new McpServer({ name: "kibitz-player", version });
    const noted = (message: Told) => answer(message, { message_type: "ACKNOWLEDGED" });
    server.registerTool(
      playerTools.MOVE_REQUEST,
      { description: "Makes a move: MOVE_REQUEST to MOVE_RESPONSE.", inputSchema: moveRequest },
      ours((message) => {
        const move = moveFor(message.game_state, strategy, random);
        return move.ok ? answer(message, { message_type: "MOVE_RESPONSE", move: move.value }) : refused(move.message);
      }),
    );
    server.registerTool(
      playerTools.GAME_INVITE,
      { description: "Takes an invitation: GAME_INVITE to GAME_ACCEPT.", inputSchema: gameInvite },
      ours((message) => {
        news.invited(message);
        return answer(message, { message_type: "GAME_ACCEPT", match_id: message.match_id });
      }),
    );
    server.registerTool(
      playerTools.GAME_START,
      { description: "Hears of a game: GAME_START.", inputSchema: gameStart },
      ours(noted),
    );
    server.registerTool(
      playerTools.ROUND_RESULT,
      { description: "Hears how a game went: ROUND_RESULT.", inputSchema: roundResult },
      ours(noted),
    );
    server.registerTool(
      playerTools.GAME_END,
      { description: "Hears how a match went: GAME_END.", inputSchema: gameEnd },
      ours((message) => {
        news.ended(message);
        return noted(message);
      }),
    );
    server.registerTool(
      playerTools.STANDINGS_UPDATE,
      { description: "Hears the table: STANDINGS_UPDATE.", inputSchema: standingsUpdate },
      ours((message) => {
        news.standings(message);
        return noted(message);
      }),
    );
    return server;
  };

  const handler = createMcpHandler(makeServer);
  return {
    /** Answers at `/mcp`, to whoever calls it by this machine's own name. */
    fetch: async (request: Request): Promise<Response> => {
      if (new URL(request.url).pathname !== "/mcp") return new Response("The player is at /mcp\n", { status: 404 });
      if (request.headers.has("origin")) return new Response("No page calls a player\n", { status: 403 });
      return hostHeaderValidationResponse(request, localhostAllowedHostnames()) ?? handler.fetch(request);
    },
    close: () => handler.close(),
  };
}

/** The strategy's move. Refuses with `INVALID_ARGUMENT` a game or a strategy that is not there, and hidden legal moves. */
function moveFor(
  { game: kind, view, your_role, legal_moves }: z.infer<typeof moveRequest>["game_state"],
  name: string,
  random: () => number,
): Result<string> {
  const strategy = findGame(kind)?.strategies[name];
  if (!strategy) return refuse("INVALID_ARGUMENT", `I have no strategy ${name} for ${kind}.`);
  if (!legal_moves?.length) return refuse("INVALID_ARGUMENT", "I need the legal moves.");
  return accept(strategy.choose({ view, seat: your_role, legalMoves: legal_moves, level: 10, random }));
}
