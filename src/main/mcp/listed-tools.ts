import type { JSONRPCMessage, McpServer } from "@modelcontextprotocol/server";
import { showsApps } from "./chat-board.ts";

/**
 * Has a server list the tools of these names to those clients alone that say that they show MCP Apps. To all others they
 * would be tokens that their models read for nothing. Each tool can be called by every client.
 */
export function listForApps(server: McpServer, names: ReadonlySet<string>): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) =>
      send(showsApps(server.server.getClientCapabilities()) ? message : without(message, names), options);
    return connect(transport);
  };
  return server;
}

/** An answer to `tools/list` without some tools; any other message as it is. */
function without(message: JSONRPCMessage, names: ReadonlySet<string>): JSONRPCMessage {
  if (!("result" in message)) return message;
  const { tools } = message.result;
  if (!Array.isArray(tools)) return message;
  return { ...message, result: { ...message.result, tools: tools.filter((tool) => !names.has(tool?.name)) } };
}
