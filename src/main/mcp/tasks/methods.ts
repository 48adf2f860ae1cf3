import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type McpServer,
  MissingRequiredClientCapabilityError,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import type { Resume, Task, Tasks } from "./tasks.ts";

/** The extension by which calls are answered later (SEP-2663). */
const TASKS = "io.modelcontextprotocol/tasks";

const declared = z.object({
  [CLIENT_CAPABILITIES_META_KEY]: z.object({ extensions: z.object({ [TASKS]: z.unknown() }) }),
});

/** Whether the client knows tasks, as it says with this request. Those of 2025 are of another kind. */
export const knowsTasks = ({ mcpReq }: ServerContext): boolean =>
  Object.hasOwn(declared.safeParse(mcpReq.envelope).data?.[CLIENT_CAPABILITIES_META_KEY].extensions ?? {}, TASKS);

export const tasksMissing = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });

/** The name in `_meta` of the message that replaces a tool's result, which never has the form of a task. */
const INSTEAD = "kibitz/instead";
type Instead =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** The place of a tool's result for something else. The SDK checks no error against the output schema. */
export const insteadOf = (instead: Instead): CallToolResult => ({
  content: [],
  isError: true,
  _meta: { [INSTEAD]: instead },
});

export const taskResult = (task: Task): CallToolResult => insteadOf({ result: { ...task, resultType: "task" } });

const replaced = z.object({ result: z.object({ _meta: z.object({ [INSTEAD]: z.looseObject({}) }) }) });

/** A message as it is sent. */
export function asSent<Message extends object>(message: Message): Message {
  const { data } = "result" in message ? replaced.safeParse(message) : {};
  if (!data) return message;
  const { result: _, ...envelope } = { result: null, ...message };
  return { ...envelope, ...data.result._meta[INSTEAD] } as unknown as Message;
}

const taskId = z.string().max(10_000);

/** Makes a server answer requests about tasks. */
export function serveTasks({ server }: McpServer, tasks: Tasks, connection: string | null, resumeFor: ResumeFor): void {
  server.registerCapabilities({ extensions: { [TASKS]: {} } });
  const params = z.looseObject({ taskId });
  const known = (context: ServerContext): void => {
    if (!knowsTasks(context)) throw tasksMissing();
  };
  server.setRequestHandler("tasks/get", { params }, async ({ taskId: id }, context) => {
    known(context);
    return tasks.get(id, connection, resumeFor(context));
  });
  server.setRequestHandler("tasks/update", { params }, async ({ taskId: id }, context) => {
    known(context);
    // The SDK takes the answers out of the parameters, as it does where a call brings them.
    await tasks.update(id, connection, { ...context.mcpReq.inputResponses });
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params }, async ({ taskId: id }, context) => {
    known(context);
    await tasks.cancel(id, connection);
    return {};
  });
}

/** Repeats, on a server, the call that a task stands for. */
export type ResumeFor = (context: ServerContext) => Resume;
