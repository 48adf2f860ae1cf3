import * as mcp from "@modelcontextprotocol/server";
import type { Fields } from "../../../shared/fields.ts";
import { type MessageTool, messageServer } from "../message-server.ts";

/**
 * The MCP server of a player or a referee that is a program of its own, at `/mcp`, for callers that use this machine's own
 * name: tools that take messages, and a resource `status`, as JSON. A player's can be subscribed to.
 */
export function createProgramServer(role: "player" | "referee", tools: readonly MessageTool[], status: () => Fields) {
  const uri = `kibitz-${role}://status`;
  const about = { title: "Status", description: "Where it is in its life, as JSON.", mimeType: "application/json" };
  const handler = mcp.createMcpHandler(({ era }) => {
    const server = messageServer(`kibitz-${role}`, tools);
    // A client of an earlier revision has no session here, so it cannot be notified.
    if (role === "player" && era === "modern") server.server.registerCapabilities({ resources: { subscribe: true } });
    server.registerResource("status", uri, about, () => ({
      contents: [{ uri, mimeType: "application/json", text: JSON.stringify(status()) }],
    }));
    return server;
  });
  let isClosing = false;
  return {
    fetch: async (request: Request): Promise<Response> => {
      if (new URL(request.url).pathname !== "/mcp") return new Response(`The ${role} is at /mcp\n`, { status: 404 });
      if (request.headers.has("origin")) return new Response(`No page calls a ${role}\n`, { status: 403 });
      const refusal = mcp.hostHeaderValidationResponse(request, mcp.localhostAllowedHostnames());
      const answer = refusal ?? (isClosing ? null : await handler.fetch(request));
      // A caller that is told so asks again, as this may be a restart.
      return answer && (answer.ok || !isClosing) ? answer : new Response(`The ${role} is closing\n`, { status: 503 });
    },
    /** Tells subscribers that the status has changed. */
    statusChanged: () => handler.notify.resourceUpdated(uri),
    close: () => {
      isClosing = true;
      return handler.close();
    },
  };
}
