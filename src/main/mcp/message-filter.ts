import { type JSONRPCMessage, type McpServer, SERVER_INFO_META_KEY } from "@modelcontextprotocol/server";
import { type Fields, fieldsOf } from "../../shared/fields.ts";
import { mcpHostOf } from "../../shared/mcp-hosts.ts";
import type { BoardUse } from "./chat-board.ts";
import { type Client, clientInEnvelope, clientInHandshake, knowsTasks, showsApps } from "./client.ts";
import { listenForLate, showsForms } from "./forms.ts";
import { inPlainWords, type ToolName } from "./plain-errors.ts";
import { asSent } from "./tasks/methods.ts";

interface ToolListing extends ToolName {
  readonly inBackground: string;
  readonly inEveryGame: boolean;
  readonly ui: BoardUse | undefined;
  readonly needsForms: boolean;
}

/**
 * Removes from a server's messages what the client has no use for, so that no model reads it for nothing: tools that
 * only a board calls and icons of tools go only to clients that show MCP Apps, and tools that ask the person to clients
 * that show forms. Every client can call every tool. Descriptions and instructions fit the client's way of waiting. Where
 * a tool says so, a task is sent in place of its result; errors are sent in plain words, and name tools for models alone.
 */
export function filterMessages(
  server: McpServer,
  tools: readonly ToolListing[],
  instructions: (background: boolean) => string,
): McpServer {
  // Tools that only a chat board calls are named in no error.
  const forModels = tools.filter(({ ui }) => ui !== "for-board");
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    // Over a stream, the SDK knows a newer client's capabilities only while a request is handled.
    let lastClient: Client | null = null;
    const lateForms = listenForLate();
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if ("method" in message && describing.has(message.method)) {
        const client = clientInEnvelope(message.params?._meta ?? {});
        if (client.revision !== "") lastClient = client;
      }
      if (!lateForms.takeReply(message)) receive?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      lateForms.noteSent(message);
      const client = lastClient ?? clientInHandshake(server);
      const useful = withoutServerIcons(withInstructions(withTools(message, tools, client), client, instructions));
      return send(inPlainWords(asSent(useful), forModels), options);
    };
    return connect(transport);
  };
  return server;
}

/** Requests of later clients, which describe themselves in each, whose answers depend on the client. */
const describing: ReadonlySet<string> = new Set(["server/discover", "tools/list"]);

/** An answer with the instructions for clients whose waits go on in the background, where that is so. */
function withInstructions(
  message: JSONRPCMessage,
  client: Client,
  instructions: (background: boolean) => string,
): JSONRPCMessage {
  if (!("result" in message) || message.result["instructions"] === undefined || !knowsTasks(client)) return message;
  return { ...message, result: { ...message.result, instructions: instructions(true) } };
}

/** The key by which Claude Code is asked not to hide a tool behind its search (seen in 2.1.328, 2026-11-29). */
const ALWAYS_LOAD = "anthropic/alwaysLoad";

/** An answer to `tools/list` without the unneeded tools and icons; any other message unchanged. */
function withTools(message: JSONRPCMessage, all: readonly ToolListing[], client: Client): JSONRPCMessage {
  if (!("result" in message)) return message;
  const { tools } = message.result;
  if (!Array.isArray(tools)) return message;
  const { name: program, version, capabilities } = client;
  const [apps, forms] = [showsApps(capabilities), showsForms(capabilities)];
  const [background, searches] = [knowsTasks(client), mcpHostOf(program, version)?.toolSearch];
  const extra = all.filter(({ ui, needsForms }) => (ui === "for-board" && !apps) || (needsForms && !forms));
  const without = new Set(extra.map(({ name }) => name));
  const describe = (tool: Fields): Fields => {
    const { inBackground, inEveryGame } = all.find(({ name }) => name === tool["name"]) ?? {};
    return {
      ...tool,
      ...(background ? { description: inBackground } : {}),
      ...(searches && inEveryGame ? { _meta: { ...fieldsOf(tool["_meta"]), [ALWAYS_LOAD]: true } } : {}),
    };
  };
  const listing = tools.filter((tool) => !without.has(tool?.name)).map(describe);
  return {
    ...message,
    result: { ...message.result, tools: apps ? listing : listing.map(({ icons: _, ...tool }) => tool) },
  };
}

/**
 * In the newer revision each result describes its server: the icons are sent once, where the client asks for the
 * description.
 */
function withoutServerIcons(message: JSONRPCMessage): JSONRPCMessage {
  if (!("result" in message) || "supportedVersions" in message.result) return message;
  const serverInfo = message.result._meta?.[SERVER_INFO_META_KEY];
  if (typeof serverInfo !== "object" || serverInfo === null || !("icons" in serverInfo)) return message;
  const { icons: _, ...info } = serverInfo;
  const _meta = { ...message.result._meta, [SERVER_INFO_META_KEY]: info };
  return { ...message, result: { ...message.result, _meta } };
}
