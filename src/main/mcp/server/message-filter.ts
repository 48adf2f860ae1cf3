import * as mcp from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Fields, fieldsOf, jsonIn } from "../../../shared/fields.ts";
import { mcpHostOf } from "../../../shared/mcp-hosts.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import type { BoardUse } from "../board/chat-board.ts";
import { noteForm, showsForms, takeLateReply } from "../forms/forms.ts";
import type { Task } from "../tasks/tasks.ts";
import { type Client, clientInEnvelope, clientInHandshake, knowsTasks, showsApps } from "./client.ts";

interface ToolListing {
  readonly name: string;
  readonly title: string;
  readonly description: string;
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
  server: mcp.McpServer,
  tools: readonly ToolListing[],
  instructions: (background: boolean) => string,
): mcp.McpServer {
  // Tools that only a chat board calls are named in no error.
  const forModels = tools.filter(({ ui }) => ui !== "for-board");
  const connect = server.connect.bind(server);
  server.connect = (transport) => {
    // Over a stream, the SDK knows a newer client's capabilities only while a request is handled.
    let lastClient: Client | null = null;
    const receive = transport.onmessage;
    transport.onmessage = (message, extra) => {
      if ("method" in message && selfDescribingRequests.has(message.method)) {
        const client = clientInEnvelope(message.params?._meta ?? {});
        if (client.revision !== "") lastClient = client;
      }
      if (!takeLateReply(transport, message)) receive?.(message, extra);
    };
    const send = transport.send.bind(transport);
    transport.send = (message, options) => {
      noteForm(transport, message);
      const client = lastClient ?? clientInHandshake(server);
      const useful = withoutServerIcons(withInstructions(withTools(message, tools, client), client, instructions));
      return send(inPlainWords(withReplacement(useful), forModels), options);
    };
    return connect(transport);
  };
  return server;
}

/** Requests of later clients, which describe themselves in each, whose answers depend on the client. */
const selfDescribingRequests: ReadonlySet<string> = new Set(["server/discover", "tools/list"]);

/** An answer with the instructions for clients whose waits go on in the background, where that is so. */
function withInstructions(message: mcp.JSONRPCMessage, client: Client, instructions: (background: boolean) => string) {
  if (!("result" in message) || message.result["instructions"] === undefined || !knowsTasks(client)) return message;
  return { ...message, result: { ...message.result, instructions: instructions(true) } };
}

/** The key by which Claude Code is asked not to hide a tool behind its search (seen in 2.1.328, 2026-11-29). */
const ALWAYS_LOAD = "anthropic/alwaysLoad";

/** An answer to `tools/list` without the unneeded tools and icons; any other message unchanged. */
function withTools(message: mcp.JSONRPCMessage, all: readonly ToolListing[], client: Client): mcp.JSONRPCMessage {
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

/** In the newer revision each result describes its server: icons are sent once, with the description. */
function withoutServerIcons(message: mcp.JSONRPCMessage): mcp.JSONRPCMessage {
  if (!("result" in message) || "supportedVersions" in message.result) return message;
  const serverInfo = message.result._meta?.[mcp.SERVER_INFO_META_KEY];
  if (typeof serverInfo !== "object" || serverInfo === null || !("icons" in serverInfo)) return message;
  const { icons: _, ...info } = serverInfo;
  const _meta = { ...message.result._meta, [mcp.SERVER_INFO_META_KEY]: info };
  return { ...message, result: { ...message.result, _meta } };
}

const INVALID_PARAMS = -32602;
/** The SDK's form of an error: the request and every finding of its schemas, as JSON over many lines. */
const withIssues = /^(?:[^[]*: )?(\[\s*\{.*\}\s*\])$/s;
const issueSchema = z.array(z.looseObject({ path: z.array(z.union([z.string(), z.number()])), message: z.string() }));

const unknownName = /^Tool (.*) not found$/s;

/** Rewrites the SDK's error of a schema as one line, and that of an unknown tool with the tool to call. */
function inPlainWords(message: mcp.JSONRPCMessage, tools: readonly ToolListing[]): mcp.JSONRPCMessage {
  // Skips the schemas for messages without an error.
  if (!("error" in message) || !mcp.isJSONRPCErrorResponse(message)) return message;
  const { error } = message;
  const name = error.code === INVALID_PARAMS ? unknownName.exec(error.message)?.[1] : undefined;
  if (name !== undefined) return { ...message, error: { ...error, message: unknownTool(name, tools) } };
  const issues = issueSchema.safeParse(jsonIn(withIssues.exec(error.message)?.[1] ?? "")).data ?? [];
  if (issues.length === 0) return message;
  const problems = issues.slice(0, 5).map((issue) => `${issue.path.join(".")}: ${issue.message}`);
  return { ...message, error: { code: INVALID_PARAMS, message: `Invalid request. ${problems.join("; ")}` } };
}

/** Longest name that the answer repeats, in characters. */
const longestName = 60;
/** Least similarity to a known tool, 0 to 1: below it, all tools are listed. */
const nearEnough = 0.25;

/** The answer to a call of an unknown tool: the nearest known one, or all of them, and the way back to a game. */
function unknownTool(unknown: string, tools: readonly ToolListing[]): string {
  const name = clip(cleanLine(unknown.slice(0, 10 * longestName)), longestName);
  const nearest = nearestOf(name, tools);
  const instead = nearest
    ? `The nearest here is ${nearest.name} (${nearest.title})`
    : `There are: ${tools.map((tool) => tool.name).join(", ")}`;
  const leadsBack = nearest?.name !== "myGames" && tools.some((tool) => tool.name === "myGames");
  return `Tool ${name} not found. ${instead}.${leadsBack ? " To find your games, call myGames." : ""}`;
}

/** The words of a text, names in camel and snake case parted, in the singular. */
const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .replace(/(?<=[a-z])(?=[A-Z])/g, " ")
      .toLowerCase()
      .split(/[^a-z]+/)
      .filter((word) => word.length > 1)
      .map((word) => word.replace(/s$/, "")),
  );

/** The first tool whose name, title and first sentence share most words; words that few tools have count most. */
function nearestOf(name: string, tools: readonly ToolListing[]): ToolListing | null {
  const ranking = tools.map((tool) => {
    const [sentence = ""] = tool.description.split(/[.:;]/);
    // Names are written without capitals as well.
    const words = wordsOf(`${tool.name} ${tool.name.toLowerCase()}`);
    return { tool, named: words, told: wordsOf(`${tool.title} ${sentence}`), score: 0 };
  });
  for (const word of wordsOf(name)) {
    const having = ranking.filter(({ named, told }) => named.has(word) || told.has(word));
    for (const each of having) each.score += (each.named.has(word) ? 2 : 1) / having.length;
  }
  const best = ranking.toSorted((one, other) => other.score - one.score)[0];
  return best && best.score >= nearEnough ? best.tool : null;
}

/** The key in `_meta` of the message that replaces a tool's result, since a result never has the form of a task. */
const REPLACEMENT_KEY = "kibitz/instead";
type Replacement =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** A tool's result that stands for something else. The SDK does not check an error against the output schema. */
export const replacementOf = (instead: Replacement): mcp.CallToolResult => ({
  content: [],
  isError: true,
  _meta: { [REPLACEMENT_KEY]: instead },
});

export const taskResult = (task: Task): mcp.CallToolResult =>
  replacementOf({ result: { ...task, resultType: "task" } });

const replacedResponse = z.object({ result: z.object({ _meta: z.object({ [REPLACEMENT_KEY]: z.looseObject({}) }) }) });

function withReplacement<Message extends object>(message: Message): Message {
  const { data } = "result" in message ? replacedResponse.safeParse(message) : {};
  if (!data) return message;
  const { result: _, ...envelope } = { result: null, ...message };
  return { ...envelope, ...data.result._meta[REPLACEMENT_KEY] } as unknown as Message;
}
