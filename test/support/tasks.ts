import type { McpHttp } from "../../src/main/mcp/server/http.ts";
import { lastMessage, modernHeaders, modernRequest, postRaw } from "../journeys/raw.ts";
import { type Answer, readAnswer } from "./agents.ts";
import type { HostLine } from "./host-process.ts";

/** A client that knows tasks, message by message: the SDK's own takes no task for an answer. */
export interface TaskClient {
  /** The result of a request, as it was sent. */
  ask(method: string, params?: Record<string, unknown>): Promise<Reply>;
  /** Calls a tool. */
  call(tool: string, args?: Record<string, unknown>): Promise<Reply>;
  get(taskId: string): Promise<Reply>;
  /** Asks until a task has this status, and gives what it is then. */
  until(taskId: string, status: string): Promise<Reply>;
}

export interface Reply {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the protocol describes
  readonly result?: any;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

export const TASKS = "io.modelcontextprotocol/tasks";
const knowsTasks = { extensions: { [TASKS]: {} } };

/** The answer in a result, or in that of a task. */
export const answerOf = ({ result }: Reply): Answer => readAnswer(result.result ?? result);

type Send = (body: object, headers: Record<string, string>) => Promise<Reply>;

export function taskClient(
  send: Send,
  capabilities: Record<string, unknown> = {},
  client?: Parameters<typeof modernRequest>[4],
): TaskClient {
  let last = 0;
  const ask: TaskClient["ask"] = (method, params = {}) => {
    const name = params["taskId"] ?? params["name"];
    last += 1;
    const request = modernRequest(method, params, `t${last}`, { ...knowsTasks, ...capabilities }, client);
    return send(request, modernHeaders(method, name === undefined ? undefined : String(name)));
  };
  const get = (taskId: string) => ask("tasks/get", { taskId });
  const until = async (taskId: string, status: string): Promise<Reply> => {
    for (const end = performance.now() + 40_000; performance.now() < end; ) {
      const reply = await get(taskId);
      if (reply.result?.status === status || reply.error) return reply;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
    throw new Error(`the task did not come to be ${status}`);
  };
  return { ask, get, until, call: (name, args = {}) => ask("tools/call", { name, arguments: args }) };
}

/** A client of a host, over HTTP. */
export const taskClientAt = (host: Pick<HostLine, "mcp" | "agentToken">): TaskClient =>
  taskClient(async (body, headers) => (await postRaw(host, JSON.stringify(body), headers)).message);

/** A client of a server that needs no port. */
export const taskClientOf = (
  { fetch }: Pick<McpHttp, "fetch">,
  capabilities: Record<string, unknown> = {},
  authorization: Record<string, string> = {},
  client?: Parameters<typeof modernRequest>[4],
  toolsets = "play,analysis,league",
) =>
  taskClient(
    async (body, more) => {
      const accept = "application/json, text/event-stream";
      const headers = { "content-type": "application/json", accept, ...authorization, ...more };
      const url = `http://127.0.0.1/mcp?toolsets=${toolsets}`;
      const response = await fetch(new Request(url, { method: "POST", body: JSON.stringify(body), headers }));
      return lastMessage(await response.text()) as Reply;
    },
    capabilities,
    client,
  );
