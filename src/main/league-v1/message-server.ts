import * as mcp from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Fields } from "../../shared/fields.ts";
import type { Refusal, Result } from "../../shared/result.ts";
import { version } from "../../shared/version.ts";
import { envelopeOf } from "./protocol.ts";

/** A tool that takes one message of `league.v1`. */
export interface MessageTool {
  readonly tool: string;
  readonly description: string;
  /** The answer to a message, whose schema it checks; a refusal is answered as the tool's error. */
  readonly answer: (message: Fields, signal: AbortSignal) => Promise<Result<Fields>>;
}

/** An MCP server whose tools take the messages of `league.v1`, and answer in text and as structured content. */
export function messageServer(name: string, tools: readonly MessageTool[]): mcp.McpServer {
  const server = new mcp.McpServer({ name, version });
  for (const { tool, description, answer } of tools)
    server.registerTool(tool, { description, inputSchema: z.looseObject({}) }, async (message, { mcpReq }) => {
      const result = await answer(message, mcpReq.signal);
      if (!result.ok) return { content: [{ type: "text", text: result.message }], isError: true };
      return {
        content: [{ type: "text", text: JSON.stringify(result.value) }],
        structuredContent: { ...result.value },
      };
    });
  return server;
}

/**
 * The answer to a message: what came of it, or why it is refused, after the fields that every answer carries. One that
 * the message lacks, or has in another form, is empty.
 * @param sender the signature; by default the league's
 */
export function acknowledge(
  message: Fields,
  type: string,
  now: number,
  result: Result<Fields>,
  sender?: string,
): Fields {
  const field = (name: string): string => {
    const value = message[name];
    return typeof value === "string" ? value.slice(0, 200) : "";
  };
  const league = field("league_id");
  return {
    ...envelopeOf(type, league, field("conversation_id"), sender ?? `league:${league}`, now),
    ...(result.ok ? { success: true, ...result.value } : { success: false, error: errorText(result) }),
  };
}

/** The reason of a refusal, in the protocol's own words where it has some. */
const errorText = ({ message, reason }: Refusal): string => (reason === "league-full" ? "League full" : message);

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
