import { randomBytes } from "node:crypto";
import * as mcp from "@modelcontextprotocol/server";
import { z } from "zod";
import { type Fields, fieldIn } from "../../../shared/fields.ts";
import { type Client, clientInEnvelope, clientOf, knowsTasks, TASKS } from "../server/client.ts";
import type { ServedClient, Services } from "../tools/call.ts";
import { allTools } from "../tools/index.ts";
import type { TaskRef } from "./task-ids.ts";
import { type Resume, type Tasks, usualPace } from "./tasks.ts";

export const tasksMissing = () =>
  new mcp.MissingRequiredClientCapabilityError({ requiredCapabilities: { extensions: { [TASKS]: {} } } });

const taskParams = z.looseObject({ taskId: z.string().max(10_000) });

export function serveTasks(mcpServer: mcp.McpServer, services: Services, audience: ServedClient): void {
  const { server } = mcpServer;
  const { tasks } = services;
  const serve = (context: mcp.ServerContext): Client => {
    const client = clientOf(mcpServer, context);
    if (!knowsTasks(client)) throw tasksMissing();
    return client;
  };
  server.setRequestHandler("tasks/get", { params: taskParams }, async ({ taskId: id }, context) =>
    tasks.get(id, audience, resumeFor(services, audience, serve(context))),
  );
  server.setRequestHandler("tasks/update", { params: taskParams }, async ({ taskId: id }, context) => {
    serve(context);
    // The SDK takes the answers out of the parameters, as it does where a call brings them.
    await tasks.update(id, audience, { ...context.mcpReq.inputResponses });
    return {};
  });
  server.setRequestHandler("tasks/cancel", { params: taskParams }, async ({ taskId: id }, context) => {
    serve(context);
    await tasks.cancel(id, audience);
    return {};
  });
}

/** Repeats a task's call; its caller is identified as before, or by its token where its connection has changed. */
const resumeFor =
  (services: Services, audience: ServedClient, client: Client): Resume =>
  async (ref, run) => {
    const tool = allTools.find(({ name }) => name === ref.tool);
    if (!tool)
      throw new mcp.ProtocolError(mcp.ProtocolErrorCode.InternalError, `${ref.tool} is no tool of this version`);
    run.waits({ ...ref, label: "" }, usualPace);
    const needsToken = ref.byToken || (ref.connection !== null && ref.connection !== audience.connection);
    const token = needsToken ? await tokenOf(ref, services) : {};
    const subject = ref.tool === "waitForNextMatch" ? { league_id: ref.subject } : { game_id: ref.subject };
    return tool.again({ ...subject, ...token }, services, audience, client, run);
  };

/** The token of the former holder, so that a caller whose seat was freed is told so. */
async function tokenOf({ subject, holder }: TaskRef, { games, authority, entrantTokens }: Services) {
  if (holder === null) return {};
  if ("entrant" in holder) {
    const { entrant: number, generation } = holder;
    return { entrant_token: entrantTokens.tokenOf({ league: subject, number, generation }) };
  }
  const game = await games.get(subject);
  if (!game.ok) return {};
  const { state } = game.value;
  const seatState = state.seats[holder.seat];
  const former = { ...seatState, kind: "agent", name: seatState.name ?? "", generation: holder.generation } as const;
  const token = authority.tokenOf(state, former);
  return token === null ? {} : { seat_token: token };
}

/*
 * Subscriptions to tasks. The SDK knows those to lists and resources alone, so on its way through it a task is a resource
 * under a scheme that nobody can guess: its limits, its keeping alive and its ends are those of all subscriptions.
 */

const SCHEME = `kibitz-task-${randomBytes(12).toString("hex")}:`;
/** The URI under which the SDK reports a task's changes to subscribers. */
export const taskUri = (id: string): string => `${SCHEME}${id}`;
const idIn = (uri: string): string | null => (uri.startsWith(SCHEME) ? uri.slice(SCHEME.length) : null);

const taskRequest = z.looseObject({
  id: z.union([z.string(), z.number()]),
  method: z.literal("subscriptions/listen"),
  params: z.looseObject({
    _meta: z.record(z.string(), z.unknown()).default({}),
    notifications: z.looseObject({
      taskIds: z.array(z.string().max(10_000)).max(100),
      resourceSubscriptions: z.array(z.string()).default([]),
    }),
  }),
});

/** A subscription as it is passed to the SDK, and the function that ends the one to its tasks. */
export type Listening =
  | { readonly message: mcp.JSONRPCMessage; readonly release: () => void }
  | { readonly refusal: mcp.JSONRPCMessage };

export type TasksRequest = z.infer<typeof taskRequest>;

export const isListening = (message: unknown): boolean => fieldIn(message, "method") === "subscriptions/listen";

/** A message that asks to be told of tasks; null for every other. */
export const tasksRequestIn = (message: unknown): TasksRequest | null =>
  isListening(message) ? (taskRequest.safeParse(message).data ?? null) : null;

/** Subscribes a client to its tasks, resuming those that are not in memory. */
export async function listenToTasks(
  { params, ...rest }: TasksRequest,
  services: Services,
  audience: ServedClient,
): Promise<Listening> {
  const { taskIds, resourceSubscriptions, ...others } = params.notifications;
  const client = clientInEnvelope(params._meta);
  if (!knowsTasks(client)) return { refusal: { jsonrpc: "2.0", id: rest.id, error: errorIn(tasksMissing()) } };
  const subscriptions = await Promise.all(
    [...new Set(taskIds)].map((id) =>
      services.tasks.attend(id, audience, resumeFor(services, audience, client)).then(
        (release) => [{ id, release }],
        () => [],
      ),
    ),
  );
  const own = subscriptions.flat();
  const uris = [...resourceSubscriptions, ...own.map(({ id }) => taskUri(id))];
  const notifications = { ...others, resourceSubscriptions: uris };
  return {
    message: { ...rest, jsonrpc: "2.0", params: { ...params, notifications } },
    release: () => {
      for (const { release } of own) release();
    },
  };
}

const errorIn = ({ code, message, data }: mcp.ProtocolError) => ({ code, message, data });

/** The messages that a subscriber is sent in place of one from the SDK: the states of its tasks. */
export function toldOfTasks(message: mcp.JSONRPCMessage, tasks: Pick<Tasks, "now">): readonly mcp.JSONRPCMessage[] {
  if (!("method" in message)) return [message];
  const tell = (id: string, _meta: Fields | undefined): mcp.JSONRPCMessage[] => {
    const task = tasks.now(id);
    return task
      ? [{ jsonrpc: "2.0", method: "notifications/tasks", params: { ...task, ...(_meta ? { _meta } : {}) } }]
      : [];
  };
  if (mcp.isSpecType.ResourceUpdatedNotification(message)) {
    const id = idIn(message.params.uri);
    return id === null ? [message] : tell(id, message.params._meta);
  }
  if (!mcp.isSpecType.SubscriptionsAcknowledgedNotification(message)) return [message];
  const { _meta, notifications } = message.params;
  const { resourceSubscriptions = [], ...others } = notifications;
  const ids = resourceSubscriptions.flatMap((uri) => idIn(uri) ?? []);
  if (ids.length === 0) return [message];
  const uris = resourceSubscriptions.filter((uri) => idIn(uri) === null);
  const grant = { ...others, ...(uris.length > 0 ? { resourceSubscriptions: uris } : {}), taskIds: ids };
  // A task may have changed before the subscription began.
  return [{ ...message, params: { ...message.params, notifications: grant } }, ...ids.flatMap((id) => tell(id, _meta))];
}

const encoder = new TextEncoder();

/** The stream of a subscription over HTTP, in which a blank line ends each event. */
export function toldOverHttp(response: Response, tasks: Pick<Tasks, "now">): Response {
  if (!response.body || !response.headers.get("content-type")?.startsWith("text/event-stream")) return response;
  let rest = "";
  const output = new TransformStream<string, Uint8Array>({
    transform: (chunk, controller) => {
      const events = `${rest}${chunk}`.split(/(?<=\n\n)/);
      rest = events.at(-1)?.endsWith("\n\n") ? "" : (events.pop() ?? "");
      for (const event of events) {
        const data = /^data: (.*)$/m.exec(event)?.[1];
        const messages = data === undefined ? null : toldOfTasks(JSON.parse(data), tasks);
        const text = messages
          ? messages.map((each) => `event: message\ndata: ${JSON.stringify(each)}\n\n`).join("")
          : event;
        if (text !== "") controller.enqueue(encoder.encode(text));
      }
    },
  });
  const { status, headers } = response;
  return new Response(response.body.pipeThrough(new TextDecoderStream()).pipeThrough(output), { status, headers });
}
