import { type JSONRPCMessage, type McpServer, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { showsApps } from "./chat-board.ts";
import { showsForms } from "./forms.ts";
import { asSent } from "./tasks/methods.ts";

interface Listed {
  readonly name: string;
  readonly ui: "shows-board" | "for-board" | undefined;
  readonly needsForms: boolean;
}

/**
 * Has a server send what its client has a use for. Tools that only a board in the chat calls are listed, and icons of
 * tools told, to clients alone that say that they show MCP Apps; what asks the person, to those that show forms. To all
 * others they would be tokens that their models read for nothing. Each tool can be called by every client. And where a
 * tool says so, a task is sent in place of its result.
 */
export function sendByCapability(server: McpServer, tools: readonly Listed[]): McpServer {
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      const capabilities = server.server.getClientCapabilities();
      const [apps, forms] = [showsApps(capabilities), showsForms(capabilities)];
      const unlisted = tools.filter(({ ui, needsForms }) => (ui === "for-board" && !apps) || (needsForms && !forms));
      const listed = withTools(message, new Set(unlisted.map(({ name }) => name)), apps);
      return send(asSent(withoutServerIcons(listed)), options);
    };
    return connect(transport);
  };
  return server;
}

/** An answer to `tools/list` without some tools, and without icons where nobody sees them; any other message as it is. */
function withTools(message: JSONRPCMessage, without: ReadonlySet<string>, icons: boolean): JSONRPCMessage {
  if (!("result" in message)) return message;
  const { tools } = message.result;
  if (!Array.isArray(tools)) return message;
  const listed = tools.filter((tool) => !without.has(tool?.name));
  return {
    ...message,
    result: { ...message.result, tools: icons ? listed : listed.map(({ icons: _, ...tool }) => tool) },
  };
}

/** In the newer revision each result says what its server is: its icons are told once, where the client asks for that. */
function withoutServerIcons(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || "supportedVersions" in message.result) return message;
  const said = message.result._meta?.[SERVER_INFO_META_KEY];
  if (typeof said !== "object" || said === null || !("icons" in said)) return message;
  const { icons: _, ...info } = said;
  const _meta = { ...message.result._meta, [SERVER_INFO_META_KEY]: info };
  return { ...message, result: { ...message.result, _meta } };
}
