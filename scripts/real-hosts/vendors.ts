import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gunzipSync, zstdDecompressSync } from "node:zlib";
import { z } from "zod";
import { type Fields, fieldIn } from "../../src/shared/fields.ts";
import type { Prompt, Reply } from "./model.ts";

/** Stands in for the APIs of vendors of models, on one port: Anthropic, OpenAI (both of its own) and Google. */
export interface Vendors {
  /** Has a model answer all requests below an address, which is returned. */
  serve(id: string, answer: (prompt: Prompt) => Reply): string;
  [Symbol.asyncDispose](): Promise<void>;
}

/** How a vendor's API answers. The events of a stream are named where they have a type. */
interface Api {
  readonly path: RegExp;
  readonly stream: (reply: Reply, id: string, body: unknown) => readonly Fields[];
  /** The line after the last event. */
  readonly end?: string;
  /** The answer where none is streamed; absent where programs always stream. */
  readonly whole?: (reply: Reply, id: string) => Fields;
}

const listIn = (value: unknown, name: string): readonly unknown[] => {
  const list = fieldIn(value, name);
  return Array.isArray(list) ? list : [];
};
const nameIn = (value: unknown): string => String(fieldIn(value, "name") ?? fieldIn(value, "type") ?? "");

/** Reads a request in the form of any of these APIs. */
function promptIn(body: unknown): Prompt {
  const tools = listIn(body, "tools").flatMap((tool): readonly unknown[] => {
    const inner = [...listIn(tool, "tools"), ...listIn(tool, "functionDeclarations")];
    return inner.length > 0 ? inner : [fieldIn(tool, "function") ?? tool];
  });
  const turns = ["messages", "input", "contents"].flatMap((name) => listIn(body, name)).filter((turn) => !isRule(turn));
  const said = (some: readonly unknown[]) =>
    some
      .filter((turn) => !isModels(turn))
      .map(textIn)
      .join("\n");
  return {
    tools: tools.map(nameIn),
    calls: turns.flatMap(callsIn),
    heard: said(turns),
    news: said(turns.slice(turns.findLastIndex(isModels) + 1)),
  };
}

const isRule = (turn: unknown): boolean => ["system", "developer"].includes(String(fieldIn(turn, "role")));
const isModels = (turn: unknown): boolean =>
  ["assistant", "model"].includes(String(fieldIn(turn, "role"))) ||
  /^reasoning$|_call$/.test(String(fieldIn(turn, "type")));

/** The text in a turn or a part of it. */
function textIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(textIn).join("\n");
  const holders = ["text", "output", "content", "parts", "functionResponse", "response"];
  const holder = holders.find((name) => fieldIn(value, name) !== undefined);
  return holder === undefined ? "" : textIn(fieldIn(value, holder));
}

/** The names of the tools that are called in a turn. */
function callsIn(turn: unknown): readonly string[] {
  const parts = [turn, ...listIn(turn, "content"), ...listIn(turn, "parts"), ...listIn(turn, "tool_calls")];
  return parts.flatMap((part) => {
    if (["tool_use", "function_call"].includes(String(fieldIn(part, "type")))) return nameIn(part);
    const call = fieldIn(part, "functionCall") ?? fieldIn(part, "function");
    return call === undefined ? [] : nameIn(call);
  });
}

const inputOf = (reply: Reply): string => ("tool" in reply ? JSON.stringify(reply.input) : "");

const anthropicMessage = (reply: Reply, id: string) => ({
  id: `msg_${id}`,
  type: "message",
  role: "assistant",
  model: "stub",
  content: [
    "tool" in reply
      ? { type: "tool_use", id: `toolu_${id}`, name: reply.tool, input: reply.input }
      : { type: "text", text: reply.text },
  ],
  stop_reason: "tool" in reply ? "tool_use" : "end_turn",
  stop_sequence: null,
  usage: { input_tokens: 10, output_tokens: 5 },
});
const anthropic: Api = {
  path: /\/messages$/,
  stream: (reply, id) => {
    const { content, stop_reason, ...message } = anthropicMessage(reply, id);
    const delta =
      "tool" in reply
        ? { type: "input_json_delta", partial_json: inputOf(reply) }
        : { type: "text_delta", text: reply.text };
    return [
      { type: "message_start", message: { ...message, content: [], stop_reason: null } },
      {
        type: "content_block_start",
        index: 0,
        content_block: { ...content[0], ...("tool" in reply ? { input: {} } : { text: "" }) },
      },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason, stop_sequence: null }, usage: { output_tokens: 5 } },
      { type: "message_stop" },
    ];
  },
  whole: anthropicMessage,
};

const responses: Api = {
  path: /\/responses$/,
  stream: (reply, id, body) => {
    // Tools of a server may come in a group, whose name goes with the call.
    const isInGroup = (tool: unknown) =>
      "tool" in reply && listIn(tool, "tools").some((one) => nameIn(one) === reply.tool);
    const group = listIn(body, "tools").find(isInGroup);
    const item =
      "tool" in reply
        ? {
            type: "function_call",
            id: `fc_${id}`,
            call_id: `call_${id}`,
            name: reply.tool,
            ...(group === undefined ? {} : { namespace: nameIn(group) }),
            arguments: inputOf(reply),
          }
        : { type: "message", id: `msg_${id}`, role: "assistant", content: [{ type: "output_text", text: reply.text }] };
    return [
      { type: "response.created", response: { id: `resp_${id}` } },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: `resp_${id}`, usage: null } },
    ];
  },
};

const chat: Api = {
  path: /\/chat\/completions$/,
  stream: (reply, id) => {
    const [choice] = chatCompletion(reply, id).choices;
    const chunk = (delta: unknown, finish_reason: string | null) => ({
      ...chatHead(id),
      object: "chat.completion.chunk",
      choices: [{ index: 0, delta, finish_reason }],
    });
    return [
      chunk(choice?.message, null),
      chunk({}, choice?.finish_reason ?? null),
      { ...chunk({}, null), choices: [], usage },
    ];
  },
  end: "data: [DONE]\n\n",
  whole: chatCompletion,
};
const usage = { prompt_tokens: 10, completion_tokens: 5, total_tokens: 15 };
const chatHead = (id: string) => ({ id: `chatcmpl-${id}`, created: Math.floor(Date.now() / 1000), model: "stub" });
function chatCompletion(reply: Reply, id: string) {
  const call = (name: string) => ({
    index: 0,
    id: `call_${id}`,
    type: "function",
    function: { name, arguments: inputOf(reply) },
  });
  const message =
    "tool" in reply
      ? { role: "assistant", content: null, tool_calls: [call(reply.tool)] }
      : { role: "assistant", content: reply.text };
  const finish_reason = "tool" in reply ? "tool_calls" : "stop";
  return { ...chatHead(id), object: "chat.completion", choices: [{ index: 0, message, finish_reason }], usage };
}

const google: Api = {
  path: /:(streamGenerateContent|generateContent)$/,
  stream: (reply) => [googleAnswer(reply)],
  whole: googleAnswer,
};
function googleAnswer(reply: Reply) {
  const part = "tool" in reply ? { functionCall: { name: reply.tool, args: reply.input } } : { text: reply.text };
  return {
    candidates: [{ content: { role: "model", parts: [part] }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
  };
}

const apis: readonly Api[] = [anthropic, responses, chat, google];
const models = { id: "stub", object: "model", created: 1, owned_by: "stub", name: "stub", context_length: 200_000 };

export async function startVendors(): Promise<Vendors> {
  const answers = new Map<string, (prompt: Prompt) => Reply>();
  let requests = 0;
  const respond = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { pathname } = new URL(request.url ?? "", "http://localhost");
    const api = apis.find(({ path }) => path.test(pathname));
    const answer = answers.get(pathname.split("/")[1] ?? "");
    if (request.method === "GET" && pathname.includes("/models"))
      return writeJson(response, 200, { object: "list", data: [models] });
    if (!api || !answer || request.method !== "POST")
      return writeJson(response, 404, { error: { message: "not here" } });
    const body = await bodyOf(request);
    const reply = answer(promptIn(body));
    requests += 1;
    const id = String(requests).padStart(8, "0");
    const isStreamed = pathname.includes(":stream") || fieldIn(body, "stream") === true;
    if (!isStreamed && api.whole) return writeJson(response, 200, api.whole(reply, id));
    response.writeHead(200, { "content-type": "text/event-stream" });
    for (const event of api.stream(reply, id, body))
      response.write(
        `${event["type"] === undefined ? "" : `event: ${event["type"]}\n`}data: ${JSON.stringify(event)}\n\n`,
      );
    response.end(api.end ?? "");
  };
  const server = createServer((request, response) => {
    respond(request, response).catch((error) => writeJson(response, 500, { error: { message: String(error) } }));
  });
  await once(server.listen(0, "127.0.0.1"), "listening");
  const { port } = z.object({ port: z.number() }).parse(server.address());
  return {
    serve: (id, answer) => {
      answers.set(id, answer);
      return `http://127.0.0.1:${port}/${id}`;
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const raw = Buffer.concat(await request.toArray());
  const packing = request.headers["content-encoding"];
  const bytes = packing === "gzip" ? gunzipSync(raw) : packing === "zstd" ? zstdDecompressSync(raw) : raw;
  return JSON.parse(bytes.toString("utf8"));
}

function writeJson(response: ServerResponse, status: number, body: unknown): void {
  if (!response.headersSent) response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
