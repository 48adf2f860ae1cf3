// A player for leagues that is an MCP server of its own: Kibitz calls its tool `make_move` (league.v1).
import { serve } from "@hono/node-server";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  localhostAllowedHostnames,
  McpServer,
} from "@modelcontextprotocol/server";
import { z } from "zod";

const port = Number(process.argv[2] ?? "8101");

/** Your own thinking goes here: `state` has the position in words and as data, and the history. */
const choose = (moves: readonly string[], _state: unknown) => moves[Math.floor(Math.random() * moves.length)];

const moveRequest = z.object({
  protocol: z.string(),
  league_id: z.string(),
  conversation_id: z.string(),
  auth_token: z.string(),
  game_state: z.looseObject({ legal_moves: z.array(z.string()).default([]) }),
});

function createPlayer(): McpServer {
  const server = new McpServer({ name: "endpoint-player", version: "1.0.0" });
  const config = { description: "Makes a move: MOVE_REQUEST to MOVE_RESPONSE.", inputSchema: moveRequest };
  server.registerTool("make_move", config, ({ game_state, ...message }) => {
    const move = choose(game_state.legal_moves, game_state);
    // The answer names the question that it is to, and carries the token that came with it.
    const answer = {
      ...message,
      message_type: "MOVE_RESPONSE",
      sender: "player:example",
      timestamp: new Date().toISOString(),
      move,
    };
    return { content: [{ type: "text", text: JSON.stringify(answer) }], structuredContent: answer };
  });
  return server;
}

const handler = createMcpHandler(createPlayer);
const allowed = localhostAllowedHostnames();
const fetch = async (request: Request) =>
  // A page that points a name of its own at this machine is sent away.
  hostHeaderValidationResponse(request, allowed) ?? handler.fetch(request);
serve({ fetch, port, hostname: "127.0.0.1" }, (address) =>
  console.log(`The player listens at http://127.0.0.1:${address.port}/mcp`),
);
