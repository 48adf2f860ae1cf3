import {
  type CallToolResult,
  type McpServer,
  MissingRequiredClientCapabilityError,
} from "@modelcontextprotocol/server";
import { z } from "zod";
import { TASKS } from "../client.ts";
import type { Task } from "./tasks.ts";

export const tasksMissing = () =>
  new MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });

/** The key in `_meta` of the message that replaces a tool's result, since a result never has the form of a task. */
const INSTEAD = "kibitz/instead";
type Instead =
  | { readonly result: Readonly<Record<string, unknown>> }
  | { readonly error: { readonly code: number; readonly message: string; readonly data?: unknown } };

/** A tool's result that stands for something else. The SDK does not check an error against the output schema. */
export const insteadOf = (instead: Instead): CallToolResult => ({
  content: [],
  isError: true,
  _meta: { [INSTEAD]: instead },
});

export const taskResult = (task: Task): CallToolResult => insteadOf({ result: { ...task, resultType: "task" } });

const replacedResponse = z.object({ result: z.object({ _meta: z.object({ [INSTEAD]: z.looseObject({}) }) }) });

/** A message as it is sent to the client. */
export function asSent<Message extends object>(message: Message): Message {
  const { data } = "result" in message ? replacedResponse.safeParse(message) : {};
  if (!data) return message;
  const { result: _, ...envelope } = { result: null, ...message };
  return { ...envelope, ...data.result._meta[INSTEAD] } as unknown as Message;
}

/** Makes a server say that it knows tasks. */
export const declareTasks = ({ server }: McpServer): void =>
  server.registerCapabilities({ extensions: { [TASKS]: {} } });
