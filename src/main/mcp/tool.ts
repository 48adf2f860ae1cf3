import type { CallToolResult, McpServer, ServerContext, ToolAnnotations } from "@modelcontextprotocol/server";
import type { z } from "zod";
import { describeIssues } from "../../shared/issues.ts";
import type { Refusal } from "../../shared/result.ts";
import { refuse } from "../../shared/result.ts";
import type { Log } from "../log.ts";
import type { Authority, Credentials } from "../tables/authority.ts";
import type { Tables } from "../tables/tables.ts";
import type { NextAction } from "./output.ts";
import { cachedOutput, lenientInput } from "./schema.ts";

/** What the tools stand on; the same for every connection. */
export interface Kibitz {
  readonly tables: Tables;
  readonly authority: Authority;
  readonly log: Log;
  readonly now: () => number;
  /** How long a wait holds when the caller does not say, in seconds. */
  readonly waitSeconds: () => number;
  /** Where a person finds a game. */
  readonly boardUrl: (gameId: string) => string;
  readonly random: () => number;
}

/** One call, as a tool sees it. */
export interface Call extends Kibitz {
  /** Hash of the connection the call came over; null where each request stands alone. */
  readonly connection: string | null;
  /** The MCP client's own name. */
  readonly clientName: string | null;
  readonly signal: AbortSignal;
  /** Tells a client that asked for it how far a wait is; does nothing otherwise. */
  readonly progress: ((seconds: number, total: number, message: string) => void) | null;
  readonly credentials: (token: string | undefined) => Credentials;
}

export interface ToolAnswer {
  readonly text: string;
  readonly structured: Record<string, unknown>;
  readonly failed?: boolean;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly annotations: ToolAnnotations;
  readonly input: Input;
  readonly output: z.ZodType;
  readonly run: (args: z.infer<Input>, call: Call) => Promise<ToolAnswer> | ToolAnswer;
}

/** A refusal as the model reads it: what is wrong, and what to call next. */
export function refusalAnswer(refusal: Refusal, next: NextAction): ToolAnswer {
  const { code, message } = refusal;
  const spoken = /^(Invalid move|Move rejected)/.test(message) ? message : `Error: ${message}`;
  const sentence = /[.!?…)]$/.test(spoken) ? spoken : `${spoken}.`;
  const lines = [sentence, next ? `**Next Action:** ${next.text}` : "No further actions needed."];
  return { text: lines.join("\n\n"), structured: { error: { code, message }, next_action: next }, failed: true };
}

const PROGRESS_NAME = "notifications/progress";

/** Makes a tool ready to be registered on any number of servers. */
export function prepareTool<Input extends z.ZodObject>(tool: Tool<Input>) {
  const inputSchema = lenientInput(tool.input);
  const outputSchema = cachedOutput(tool.output);
  const { name, title, description, annotations } = tool;

  return (server: McpServer, kibitz: Kibitz, connection: string | null): void => {
    server.registerTool(
      name,
      { title, description, annotations, inputSchema, outputSchema },
      async (parsed, context): Promise<CallToolResult> => {
        const call = callOf(server, kibitz, connection, context);
        const answer = parsed.success
          ? await tool.run(parsed.data, call)
          : refusalAnswer(refuse("INVALID_ARGUMENT", `${name} cannot take these arguments. ${describeIssues(parsed.error)}`), {
              tool: name,
              arguments: {},
              text: `Call \`${name}\` again with arguments that fit its schema.`,
            });
        return {
          content: [{ type: "text", text: answer.text }],
          structuredContent: answer.structured,
          ...(answer.failed ? { isError: true } : {}),
        };
      },
    );
  };
}

function callOf(server: McpServer, kibitz: Kibitz, connection: string | null, context: ServerContext): Call {
  const token = context.mcpReq._meta?.progressToken;
  const envelope: Record<string, unknown> = { ...context.mcpReq.envelope };
  return {
    ...kibitz,
    connection,
    clientName: nameIn(envelope["io.modelcontextprotocol/clientInfo"]) ?? server.server.getClientVersion()?.name ?? null,
    signal: context.mcpReq.signal,
    progress:
      token === undefined
        ? null
        : (progress, total, message) => {
            const params = { progressToken: token, progress, total, message };
            // A client that has gone away needs no news; the wait ends by its own signal.
            context.mcpReq.notify({ method: PROGRESS_NAME, params }).catch(() => {});
          },
    credentials: (given) => ({ token: given, connection }),
  };
}

function nameIn(clientInfo: unknown): string | null {
  if (typeof clientInfo !== "object" || clientInfo === null || !("name" in clientInfo)) return null;
  return typeof clientInfo.name === "string" ? clientInfo.name : null;
}
