import { createParser } from "eventsource-parser";
import { z } from "zod";
import { calledTools } from "../../../shared/league-protocol.ts";
import { clip } from "../../../shared/text.ts";
import { waryFetch } from "../wary-fetch.ts";

/** Most events up to the one that answers. */
const MOST_EVENTS = 1_000;
/** Longest introduction of a server, in characters, without its instructions. */
const LONGEST_GREETING = 8 * 1024;
/** Characters that are kept of an error of its own. */
const LONGEST_ERROR = 1_000;
const ourTools: readonly string[] = Object.values(calledTools).flat();

const idSchema = z.union([z.string(), z.number()]);
const requestSchema = z.object({ id: idSchema, method: z.string() });
/** By which a server says that it speaks other revisions. */
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

/** A page of a list of tools: the names of those that a player has. */
export const toolPage = z.object({
  resultType,
  tools: z.array(z.unknown()).transform((tools) => {
    const names = new Set(tools.map((tool) => fieldIn(tool, "name")));
    return ourTools.filter((name) => names.has(name)).map((name) => ({ name, inputSchema: { type: "object" } }));
  }),
  nextCursor: z.string().max(1_000).optional(),
});
/** Resources that a player has, as far as they are looked through; the one that is called `status` says how it is. */
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
/** A resource's text: the first that it has, as far as it is read. */
export const resourceText = z.object({
  resultType,
  contents: z.array(z.unknown()).transform((parts) => {
    const text = parts.map((part) => fieldIn(part, "text")).find((each) => typeof each === "string");
    return text === undefined ? [] : [{ uri: "", text: text.slice(0, LONGEST_RESOURCE) }];
  }),
});
const LONGEST_RESOURCE = 8_000;
/** What a tool answered: of its content the first text, and nothing that would have to be looked through. */
export const toolAnswer = z.object({
  resultType,
  isError: z.boolean().optional(),
  structuredContent: z.unknown().optional(),
  content: z
    .array(z.unknown())
    .default([])
    .transform((parts) => {
      const text = parts.map((part) => fieldIn(part, "text")).find((each) => typeof each === "string");
      return text === undefined ? [] : [{ type: "text" as const, text }];
    }),
});
const greeting = z
  .record(z.string(), z.unknown())
  .transform(({ instructions, ...said }) => said)
  .refine((said) => JSON.stringify(said).length <= LONGEST_GREETING, "it introduces itself at too great length");

/**
 * `fetch` for an MCP server that is not ours, as the SDK's client is given it. The client checks messages part by part and
 * reports each that is wrong, which takes seconds for what a quarter of a mebibyte can hold; and all others wait. So what
 * is answered is read here, up to its end or to the event that answers, and the client is given what is used of it, in the
 * form that it ought to have. Rejects where the answer is too long or breaks off; one that is none is empty. Events beside
 * the answer are left out, and nobody listens for more.
 */
export const mcpFetch: typeof fetch = async (input, init) => {
  if (init?.method === "GET") return new Response(null, { status: 405 });
  const asked = requestSchema.safeParse(jsonIn(typeof init?.body === "string" ? init.body : "")).data;
  const answer = await waryFetch(input, init);
  const { status, ok, headers } = answer;
  if (!asked) {
    await answer.body?.cancel();
    return new Response(null, { status });
  }
  const read = messageIn(answer, asked.id);
  // What a refusal says beside its status is of no use where it cannot be read.
  const message = ok ? await read : await read.catch(() => null);
  const session = headers.get("mcp-session-id");
  return new Response(message && JSON.stringify(tamed(message, asked.method)), {
    status,
    headers: { "content-type": "application/json", ...(session === null ? {} : { "mcp-session-id": session }) },
  });
};

type Message = z.infer<typeof answerSchema>;

/** The message that answers a question; null where there is none. */
async function messageIn({ body, headers }: Response, id: Message["id"]): Promise<Message | null> {
  const answered = (text: string): Message | null => {
    const said = jsonIn(text);
    const found = Array.isArray(said) ? said.find((each) => fieldIn(each, "id") === id) : said;
    return fieldIn(found, "id") === id ? (answerSchema.safeParse(found).data ?? null) : null;
  };
  const decoder = new TextDecoder();
  if (!headers.get("content-type")?.startsWith("text/event-stream")) {
    const chunks: string[] = [];
    for await (const chunk of body ?? []) chunks.push(decoder.decode(chunk, { stream: true }));
    return answered(chunks.join(""));
  }
  let found: Message | null = null;
  let events = 0;
  const parser = createParser({
    onEvent: ({ data }) => {
      events += 1;
      if (found === null && events <= MOST_EVENTS) found = answered(data);
    },
  });
  let wasReturn = false;
  for await (const chunk of body ?? []) {
    // The parser looks for a carriage return from each line anew, through all that it was given.
    const text = decoder.decode(chunk, { stream: true });
    parser.feed((wasReturn && text.startsWith("\n") ? text.slice(1) : text).replace(/\r\n?/g, "\n"));
    wasReturn = text.endsWith("\r");
    if (found) break;
    if (events > MOST_EVENTS) throw new Error("it tells of too much beside its answer");
  }
  return found;
}

/** What is read of an answer, by the method that was asked. */
const answers = new Map<string, z.ZodType<object>>([
  ["tools/list", toolPage],
  ["tools/call", toolAnswer],
  ["resources/list", resourcePage],
  ["resources/read", resourceText],
]);
/** Answers that have to say how long they may be kept. */
const cacheable = new Set(["tools/list", "resources/list", "resources/read"]);

/** A message in the form that the client expects. Throws where its result has not what is used of it. */
function tamed({ id, result, error }: Message, method: string): object {
  if (error) return { jsonrpc: "2.0", id, error };
  const schema = answers.get(method) ?? greeting;
  const cached = cacheable.has(method) ? { ttlMs: 0, cacheScope: "private" } : {};
  return { jsonrpc: "2.0", id, result: { ...cached, ...schema.parse(result) } };
}

const fieldIn = (value: unknown, name: string): unknown =>
  typeof value === "object" && value !== null ? Reflect.get(value, name) : undefined;

function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
