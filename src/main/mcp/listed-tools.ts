import type { JSONRPCMessage, McpServer } from "@modelcontextprotocol/server";
import { showsApps } from "./chat-board.ts";
import { showsForms } from "./forms.ts";
import { asSent } from "./tasks/methods.ts";

interface Listed {
  readonly name: string;
  readonly ui: "shows-board" | "for-board" | undefined;
  readonly needsForms: boolean;
}

/**
 * Has a server send tasks in place of results where its tools say so, and list what only a board in the chat calls to clients alone that say that they show MCP Apps, and what asks
 * the person to those that show forms. To all others they would be tokens that their models read for nothing. Each tool
 * can be called by every client.
 */
export function listByCapability(server: McpServer, tools: readonly Listed[]): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const capabilities = server.server.getClientCapabilities();
      const [apps, forms] = [showsApps(capabilities), showsForms(capabilities)];
      const unlisted = tools.filter(({ ui, needsForms }) => (ui === "for-board" && !apps) || (needsForms && !forms));
      return send(asSent(without(message, new Set(unlisted.map(({ name }) => name)))), options);
    };
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
