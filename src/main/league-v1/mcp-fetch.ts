import { createParser } from "eventsource-parser";
import { z } from "zod";
import { fieldIn, jsonIn } from "../../shared/fields.ts";
import { clip } from "../../shared/text.ts";
import { streamOf } from "../base/stream-of.ts";
import { fetchUntrusted } from "../players/fetch-untrusted.ts";
import { calledTools } from "./protocol.ts";

/** Most events before the one that answers. */
const MOST_EVENTS = 1_000;
/** Longest description of a server, in characters, without its instructions. */
const LONGEST_GREETING = 8 * 1024;
/** Characters of a server's error that are kept. */
const LONGEST_ERROR = 1_000;
const ourTools: readonly string[] = Object.values(calledTools).flat();

const idSchema = z.union([z.string(), z.number()]);
const requestSchema = z.object({ id: idSchema, method: z.string() });
/** The form in which a server says that it speaks other revisions. */
const errorData = z.object({
  supported: z.array(z.unknown()).transform((all) => all.slice(0, 20)),
  requested: z.string(),
});
const answerSchema = z.object({
  id: idSchema,
  result: z.record(z.string(), z.unknown()).optional(),
  error: z
    .object({
      code: z.int(),
      message: z.string().transform((text) => clip(text, LONGEST_ERROR)),
      data: errorData.optional().catch(undefined),
    })
    .optional(),
});
/** `complete`, or what the client refuses; absent before the 2026-07-28 revision. */
const resultType = z.string().max(40).optional();

/** A page of a list of tools, of which only the names are read. */
export const toolPage = z.object({
  resultType,
  tools: z.array(z.unknown()).transform((tools) => {
    const names = new Set(tools.map((tool) => fieldIn(tool, "name")));
    return ourTools.filter((name) => names.has(name)).map((name) => ({ name, inputSchema: { type: "object" } }));
  }),
  nextCursor: z.string().max(1_000).optional(),
});
/** Most resources of a player that are read; the one called `status` is its status. */
const MOST_RESOURCES = 200;
export const resourcePage = z.object({
  resultType,
  resources: z.array(z.unknown()).transform((all) =>
    all.slice(0, MOST_RESOURCES).flatMap((each) => {
      const { data } = z.object({ uri: z.string().max(500), name: z.string().max(100) }).safeParse(each);
      return data ? [data] : [];
    }),
  ),
});
/** The first text of an answer's parts, where there is one. */
const firstText = (parts: readonly unknown[]): readonly string[] =>
  parts
    .map((part) => fieldIn(part, "text"))
    .filter((text) => typeof text === "string")
    .slice(0, 1);
/** A resource's text: the first one, up to a limit. */
export const resourceText = z.object({
  resultType,
  contents: z
    .array(z.unknown())
    .transform((parts) => firstText(parts).map((text) => ({ uri: "", text: text.slice(0, LONGEST_RESOURCE) }))),
});
const LONGEST_RESOURCE = 8_000;
/** An answer whose content is not used. */
export const emptyAnswer = z.object({ resultType });
/** A tool's answer: only the first text of its content, so that nothing else has to be validated. */
export const toolAnswer = z.object({
  resultType,
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
  content: z
    .array(z.unknown())
    .default([])
    .transform((parts) => firstText(parts).map((text) => ({ type: "text" as const, text }))),
});
const greetingSchema = z
  .record(z.string(), z.unknown())
  .transform(({ instructions, ...said }) => said)
  .refine((info) => JSON.stringify(info).length <= LONGEST_GREETING, "it introduces itself at too great length");

/**
 * `fetch` for an MCP server that is not ours, as the SDK's client is given it. The client checks messages part by part and
 * reports each that is wrong, which takes seconds for what a quarter of a mebibyte can hold; and all others wait. So what
 * is answered is read here, up to its end or to the event that answers, and the client is given what is used of it, in the
 * form that it ought to have. Rejects where the answer is too long or breaks off; one that is none is empty. Events beside
 * the answer are left out, and nobody listens for more than changes of resources that were asked for.
 */
export const mcpFetch: typeof fetch = async (input, init) => {
  if (init?.method === "GET") return new Response(null, { status: 405 });
  const request = requestSchema.safeParse(jsonIn(typeof init?.body === "string" ? init.body : "")).data;
  const answer = await fetchUntrusted(input, init);
  const { status, ok, headers } = answer;
  if (ok && request?.method === "subscriptions/listen" && isStream(answer))
    return new Response(streamOf(relayUpdates(answer.body, request.id)), {
      headers: { "content-type": "text/event-stream" },
    });
  if (!request) {
    await answer.body?.cancel();
    return new Response(null, { status });
  }
  const reply = messageIn(answer, request.id);
  // An unreadable explanation of a refusal is dropped.
  const message = ok ? await reply : await reply.catch(() => null);
  const session = headers.get("mcp-session-id");
  return new Response(message && JSON.stringify(sanitizeMessage(message, request.method)), {
    status,
    headers: { "content-type": "application/json", ...(session === null ? {} : { "mcp-session-id": session }) },
  });
};

type McpAnswer = z.infer<typeof answerSchema>;

/** The message that answers a request; null for none. */
async function messageIn(response: Response, id: McpAnswer["id"]): Promise<McpAnswer | null> {
  const parseMessage = (text: string): McpAnswer | null => {
    const json = jsonIn(text);
    const message = Array.isArray(json) ? json.find((each) => fieldIn(each, "id") === id) : json;
    return fieldIn(message, "id") === id ? (answerSchema.safeParse(message).data ?? null) : null;
  };
  if (!isStream(response)) return parseMessage(await response.text());
  let count = 0;
  for await (const events of eventsIn(response.body))
    for (const event of events) {
      count += 1;
      if (count > MOST_EVENTS) throw new Error("it tells of too much beside its answer");
      const message = parseMessage(event);
      if (message) return message;
    }
  return null;
}

const isStream = ({ headers }: Pick<Response, "headers">): boolean =>
  headers.get("content-type")?.startsWith("text/event-stream") === true;

/** The data of a stream's events, in groups that arrived together. */
async function* eventsIn(body: Response["body"]): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder();
  let events: string[] = [];
  const parser = createParser({ onEvent: ({ data }) => events.push(data) });
  let wasReturn = false;
  for await (const chunk of body ?? []) {
    // The parser searches for a carriage return from each line anew, through all of its input.
    const text = decoder.decode(chunk, { stream: true });
    parser.feed((wasReturn && text.startsWith("\n") ? text.slice(1) : text).replace(/\r\n?/g, "\n"));
    wasReturn = text.endsWith("\r");
    yield events;
    events = [];
  }
}

const updatedSchema = z.object({
  method: z.literal("notifications/resources/updated"),
  params: z.object({ uri: z.string().max(500) }),
});

/**
 * The resources that a server reports as changed, in a stream of its own (2025-era `GET`): each once in a group that
 * arrived together. Ends with the stream, which rejects once it is longer than an answer may be.
 */
export async function* updatesIn(stream: Response): AsyncGenerator<ReadonlySet<string>> {
  for await (const events of eventsIn(stream.body)) {
    const uris = events.flatMap((event) => updatedSchema.safeParse(jsonIn(event)).data?.params.uri ?? []);
    if (uris.length > 0) yield new Set(uris);
  }
}

/** The used parts of the answer to `subscriptions/listen`, in the form that the client expects. */
async function* relayUpdates(body: Response["body"], id: McpAnswer["id"]): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  const about = { _meta: { [SUBSCRIPTION_ID]: id } };
  for await (const events of eventsIn(body)) {
    const messages = events.flatMap((event) => {
      const json = jsonIn(event);
      if (fieldIn(json, "method") === "notifications/subscriptions/acknowledged")
        return { method: "notifications/subscriptions/acknowledged", params: { ...about, notifications: {} } };
      const update = updatedSchema.safeParse(json).data;
      if (update) return { ...update, params: { ...about, ...update.params } };
      const answer = answerSchema.safeParse(json).data;
      if (answer?.id !== id) return [];
      return { id, ...(answer.error ? { error: answer.error } : { result: { resultType: "complete", ...about } }) };
    });
    for (const message of messages) yield encoder.encode(`data: ${JSON.stringify({ jsonrpc: "2.0", ...message })}\n\n`);
  }
}

/** The field by which a message of the 2026-07-28 revision names its subscription. */
const SUBSCRIPTION_ID = "io.modelcontextprotocol/subscriptionId";

/** The part of an answer that is read, by the method that was called. */
const answerSchemas = new Map<string, z.ZodType<object>>([
  ["tools/list", toolPage],
  ["tools/call", toolAnswer],
  ["resources/list", resourcePage],
  ["resources/read", resourceText],
  ["resources/subscribe", emptyAnswer],
]);
/** Answers that have to say how long they may be cached. */
const cacheableMethods = new Set(["tools/list", "resources/list", "resources/read"]);

/** A message in the form that the client expects. Throws where its result lacks a used part. */
function sanitizeMessage({ id, result, error }: McpAnswer, method: string): object {
  if (error) return { jsonrpc: "2.0", id, error };
  const schema = answerSchemas.get(method) ?? greetingSchema;
  const cacheFields = cacheableMethods.has(method) ? { ttlMs: 0, cacheScope: "private" } : {};
  return { jsonrpc: "2.0", id, result: { ...cacheFields, ...schema.parse(result) } };
}
