import {
  type ClientCapabilities,
  type JSONRPCMessage,
  type McpServer,
  SERVER_INFO_META_KEY,
} from "@modelcontextprotocol/server";
import type { Fields } from "../../shared/fields.ts";
import { type BoardUse, showsApps } from "./chat-board.ts";
import { type Client, clientInEnvelope } from "./client.ts";
import { listenForLate, showsForms } from "./forms.ts";
import { inPlainWords } from "./plain-errors.ts";
import { asSent, knowsTasks } from "./tasks/methods.ts";
import type { Known } from "./unknown-tool.ts";

interface Listed extends Known {
  readonly inBackground: string;
  readonly ui: BoardUse | undefined;
  readonly needsForms: boolean;
}

/**
 * Removes from a server's messages what the client has no use for, so that no model reads it for nothing: tools that
 * only a board calls and icons of tools go only to clients that show MCP Apps, and tools that ask the person to clients
 * that show forms. Every client can call every tool. Descriptions and instructions fit the client's way of waiting. Where
 * a tool says so, a task is sent in place of its result; errors are sent in plain words, and name tools for models alone.
 */
export function sendAsUseful(
  server: McpServer,
  tools: readonly Listed[],
  instructions: (background: boolean) => string,
): McpServer {
  // Tools that only a chat board calls are named in no error.
  const forModels = tools.filter(({ ui }) => ui !== "for-board");
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    // Over a stream, the SDK knows a newer client's capabilities only while a request is handled.
    let said: Client | null = null;
    const lateForms = listenForLate();
    const hear = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if ("method" in message && describing.has(message.method)) said = clientInEnvelope(message.params?._meta ?? {});
      if (!lateForms.heard(message)) hear?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      lateForms.sent(message);
      const capabilities = said?.capabilities ?? server.server.getClientCapabilities();
      const background = said !== null && knowsTasks(said);
      const listed = withTools(message, tools, { capabilities, background });
      const useful = withoutServerIcons(withInstructions(listed, background ? instructions(true) : null));
      return send(inPlainWords(asSent(useful), forModels), options);
    };
    return connect(transport);
  };
  return server;
}

/** Requests of later clients, which describe themselves in each, whose answers depend on the client. */
const describing: ReadonlySet<string> = new Set(["server/discover", "tools/list"]);

/** An answer with other instructions, where it has any. */
function withInstructions(message: JSONRPCMessage, instructions: string | null): JSONRPCMessage {
  if (instructions === null || !("result" in message) || message.result["instructions"] === undefined) return message;
  return { ...message, result: { ...message.result, instructions } };
}

/** An answer to `tools/list` without the unneeded tools and icons; any other message unchanged. */
function withTools(
  message: JSONRPCMessage,
  known: readonly Listed[],
  { capabilities, background }: { readonly capabilities: ClientCapabilities | undefined; readonly background: boolean },
): JSONRPCMessage {
  if (!("result" in message)) return message;
  const { tools } = message.result;
  if (!Array.isArray(tools)) return message;
  const [apps, forms] = [showsApps(capabilities), showsForms(capabilities)];
  const unlisted = known.filter(({ ui, needsForms }) => (ui === "for-board" && !apps) || (needsForms && !forms));
  const without = new Set(unlisted.map(({ name }) => name));
  const described = (tool: Fields) =>
    background ? { ...tool, description: known.find(({ name }) => name === tool["name"])?.inBackground } : tool;
  const listed = tools.filter((tool) => !without.has(tool?.name)).map(described);
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
