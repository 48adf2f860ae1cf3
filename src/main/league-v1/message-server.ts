import { McpServer } from "@modelcontextprotocol/server";
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
export function messageServer(name: string, tools: readonly MessageTool[]): McpServer {
  const server = new McpServer({ name, version });
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
