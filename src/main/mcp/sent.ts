import {
  type ClientCapabilities,
  type JSONRPCMessage,
  type McpServer,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import { type BoardUse, showsApps } from "./chat-board.ts";
import { clientInEnvelope } from "./client.ts";
import { showsForms } from "./forms.ts";
import { inPlainWords } from "./plain-errors.ts";
import { asSent } from "./tasks/methods.ts";
import type { Known } from "./unknown-tool.ts";

interface Listed extends Known {
  readonly ui: BoardUse | undefined;
  readonly needsForms: boolean;
}

/**
 * Removes from a server's messages what the client has no use for, so that no model reads it for nothing: tools that
 * only a board calls and icons of tools go only to clients that show MCP Apps, and tools that ask the person to clients
 * that show forms. Every client can call every tool. Where a tool says so, a task is sent in place of its result; errors
 * are sent in plain words, and name tools for models alone.
 */
export function sendAsUseful(server: McpServer, tools: readonly Listed[]): McpServer {
  // Tools that only a chat board calls are named in no error.
  const forModels = tools.filter(({ ui }) => ui !== "for-board");
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    // Over a stream, the SDK knows a newer client's capabilities only while a request is handled.
    let said: ClientCapabilities | undefined;
    const hear = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if ("method" in message && message.method === "tools/list")
        said = clientInEnvelope(message.params?._meta ?? {}).capabilities;
      hear?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const useful = withoutServerIcons(withTools(message, tools, said ?? server.server.getClientCapabilities()));
      return send(inPlainWords(asSent(useful), forModels), options);
    };
    return connect(transport);
  };
  return server;
}

/** An answer to `tools/list` without the unneeded tools and icons; any other message unchanged. */
function withTools(
  message: JSONRPCMessage,
  known: readonly Listed[],
  capabilities: ClientCapabilities | undefined,
): JSONRPCMessage {
  if (!("result" in message)) return message;
  const { tools } = message.result;
  if (!Array.isArray(tools)) return message;
  const [apps, forms] = [showsApps(capabilities), showsForms(capabilities)];
  const unlisted = known.filter(({ ui, needsForms }) => (ui === "for-board" && !apps) || (needsForms && !forms));
  const without = new Set(unlisted.map(({ name }) => name));
  const listed = tools.filter((tool) => !without.has(tool?.name));
  return {
    ...message,
    result: { ...message.result, tools: apps ? listed : listed.map(({ icons: _, ...tool }) => tool) },
  };
}

/**
 * In the newer revision each result describes its server: the icons are sent once, where the client asks for the
 * description.
 */
function withoutServerIcons(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || "supportedVersions" in message.result) return message;
  const said = message.result._meta?.[SERVER_INFO_META_KEY];
  if (typeof said !== "object" || said === null || !("icons" in said)) return message;
  const { icons: _, ...info } = said;
  const _meta = { ...message.result._meta, [SERVER_INFO_META_KEY]: info };
  return { ...message, result: { ...message.result, _meta } };
}
