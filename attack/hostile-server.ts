// A program of its own, so that what it does takes no time from who measures: players' servers and models that mean harm,
// a port each, until its standard input ends. Prints one line of JSON: the address of each, by what it does.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { hostileModels, hostilities } from "./hostilities.ts";

const KiB = 1024;
// biome-ignore lint/suspicious/noExplicitAny: JSON-RPC of whatever comes
type Question = any;
type Answers = (question: Question, response: ServerResponse) => void;

const json = (response: ServerResponse, body: string | Buffer, headers: Record<string, string> = {}) =>
  void response.writeHead(200, { "content-type": "application/json", ...headers }).end(body);
const result = (response: ServerResponse, { id }: Question, value: object) =>
  json(response, JSON.stringify({ jsonrpc: "2.0", id, result: { resultType: "complete", ...value } }));
const tools = (extra: object = {}, more: readonly object[] = []) => ({
  ttlMs: 0,
  cacheScope: "private",
  tools: [{ name: "make_move", inputSchema: { type: "object" }, ...extra }, ...more],
});
/** Answers the question with a move that is one, or would be. */
const move = (question: Question, fields: object = {}) => {
  const { league_id, conversation_id, auth_token, game_state } = question.params.arguments;
  return {
    protocol: "league.v1",
    message_type: "MOVE_RESPONSE",
    league_id,
    conversation_id,
    auth_token,
    sender: "player:H",
    timestamp: "",
    move: game_state?.legal_moves?.[0] ?? "1",
    ...fields,
  };
};
const plays =
  (fields: object = {}): Answers =>
  (question, response) =>
    result(response, question, { content: [], structuredContent: move(question, fields) });
/** Its tools are as usual, its answers to calls are not. */
const answering = (calls: Answers, list: object = tools()) => ({
  calls,
  list: (question: Question, response: ServerResponse) => result(response, question, list),
});
const raw = (body: (question: Question) => string | Buffer, headers: Record<string, string> = {}) =>
  answering((question, response) => json(response, body(question), headers));
const envelope = ({ id }: Question, rest: string) =>
  `{"jsonrpc":"2.0","id":${id},"result":{"resultType":"complete",${rest}}}`;
const many = (text: string, times: number) => Array.from({ length: times }, () => text).join(",");
const endless =
  (head: string, piece: string): Answers =>
  (_, response) => {
    response.writeHead(200, { "content-type": "text/event-stream" }).write(head);
    const chunk = piece.repeat(Math.ceil((16 * KiB) / piece.length));
    const more = () => {
      if (response.destroyed) return;
      response.write(chunk, () => setTimeout(more, 1));
    };
    more();
  };
const bomb = gzipSync(Buffer.alloc(64 * KiB * KiB, " "));
// As much as is read of an answer: what is longer is broken off before anything looks at it.
const objects = Array.from({ length: 12_000 }, (_, at) => ({ at }));
const wide = (length: number) =>
  Object.fromEntries(Array.from({ length }, (_, at) => [`p${at}`, { type: "string", minLength: at }]));
const escapes = "make\n2026-01-01T00:00:00.000Z error forged\u001b[2J\u001b]0;owned\u0007\u202e";

const servers: Record<(typeof hostilities)[number], { calls: Answers; list: Answers }> = {
  "a pattern that backtracks": answering(
    plays({ move: `${"a".repeat(60)}!` }),
    tools({ outputSchema: { type: "object", properties: { move: { type: "string", pattern: "^(a+)+$" } } } }),
  ),
  "unique items": answering(
    (question, response) =>
      result(response, question, { content: [], structuredContent: { ...move(question), objects } }),
    tools({ outputSchema: { type: "object", properties: { objects: { type: "array", uniqueItems: true } } } }),
  ),
  "a schema of 900 KB": answering(plays(), tools({ outputSchema: { type: "object", properties: wide(20_000) } })),
  "a schema of 200 KB": answering(plays(), tools({ outputSchema: { type: "object", properties: wide(4_500) } })),
  "a thousand kinds of content": raw((question) => envelope(question, `"content":[${many("{}", 60_000)}]`)),
  "JSON that is deep": raw((question) =>
    envelope(question, `"content":[],"structuredContent":${"[".repeat(120_000)}${"]".repeat(120_000)}`),
  ),
  "a schema that is deep": {
    calls: plays(),
    list: (question, response) => {
      const schema = `{"type":"object","not":${'{"not":'.repeat(20_000)}{}${"}".repeat(20_000)}}`;
      const rest = `"ttlMs":0,"cacheScope":"private","tools":[{"name":"make_move","inputSchema":${schema}}]`;
      json(response, envelope(question, rest));
    },
  },
  "a list without end": {
    calls: plays(),
    list: (question, response) =>
      result(response, question, {
        ...tools(
          {},
          Array.from({ length: 3_000 }, (_, at) => ({ name: `t${at}`, inputSchema: { type: "object" } })),
        ),
        nextCursor: `after ${String(Math.random())}`,
      }),
  },
  "names with escape sequences": answering(
    plays(),
    tools({}, [{ name: escapes, inputSchema: { type: "object", properties: { a: { "x-mcp-header": "a b" } } } }]),
  ),
  "no tools": { calls: plays(), list: (question, response) => result(response, question, { tools: [] }) },
  "events without end": answering(
    endless("", 'data: {"jsonrpc":"2.0","method":"notifications/progress","params":{}}\n\n'),
  ),
  "an event without end": answering(endless("data: ", "a")),
  "empty lines without end": answering(endless("", `${"\n".repeat(64 * KiB - 1)}\r`)),
  "a batch": raw(
    ({ id }) => `[${many('{"jsonrpc":"2.0","id":9999,"result":{}}', 6_000)},{"jsonrpc":"2.0","id":${id},"result":{}}]`,
  ),
  "what unpacks to more": raw(() => bomb, { "content-encoding": "gzip" }),
  "a byte at a time": answering((_, response) => {
    response.writeHead(200, { "content-type": "application/json" });
    const timer = setInterval(() => response.write(" "), 20);
    response.once("close", () => clearInterval(timer));
  }),
  silence: answering(() => {}),
  redirects: answering((_, response) => void response.writeHead(307, { location: "/mcp" }).end()),
  "questions back": answering((question, response) =>
    result(response, question, {
      resultType: "input_required",
      inputRequests: {
        a: { method: "elicitation/create", params: { message: escapes, requestedSchema: wide(4_500) } },
      },
    }),
  ),
  "refusals of backslashes": answering((question, response) =>
    result(response, question, { isError: true, content: [{ type: "text", text: "\\".repeat(120_000) }] }),
  ),
  "errors that are long": raw(({ id }) =>
    JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32603, message: escapes.repeat(2_000), data: wide(20_000) } }),
  ),
  "moves with long remarks": answering(plays({ metadata: { remarks: Array.from({ length: 20_000 }, (_, at) => at) } })),
};

const model = (body: string, status = 200) => ({
  list: () => {},
  calls: (_: Question, response: ServerResponse) =>
    void response.writeHead(status, { "content-type": "application/json" }).end(body),
});
const said = (message: string) => `{"id":"a","choices":[{"index":0,"finish_reason":"stop","message":${message}}]}`;
const models: Record<(typeof hostileModels)[number], { calls: Answers; list: Answers }> = {
  "a model that calls thousands of tools": model(
    said(`{"role":"assistant","content":"MOVE: 1","tool_calls":[${many("{}", 60_000)}]}`),
  ),
  "a model whose answer is deep": model(
    said(`{"role":"assistant","content":${"[".repeat(120_000)}${"]".repeat(120_000)}}`),
  ),
  "a model that says what no move is": model(
    said(`{"role":"assistant","content":${JSON.stringify("move: \\ ".repeat(20_000))}}`),
  ),
  "a model with a long error": model(`{"error":{"message":"${"model ".repeat(40_000)}"}}`, 400),
  "a model that is a bomb": {
    list: () => {},
    calls: (_, response) => json(response, bomb, { "content-encoding": "gzip" }),
  },
};

async function serve({ calls, list }: { calls: Answers; list: Answers }, hasTools: boolean): Promise<string> {
  const answer = async (incoming: IncomingMessage, response: ServerResponse) => {
    response.on("error", () => {});
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk);
    if (incoming.method !== "POST") return void response.writeHead(405).end();
    const question = JSON.parse(Buffer.concat(chunks).toString());
    if (question.model !== undefined) return calls(question, response);
    if (question.id === undefined) return void response.writeHead(202).end();
    const capabilities = hasTools ? { tools: {} } : {};
    if (question.method === "server/discover")
      return result(response, question, {
        supportedVersions: ["2026-07-28"],
        capabilities,
        ttlMs: 0,
        cacheScope: "private",
        serverInfo: { name: "hostile", version: "1" },
      });
    return (question.method === "tools/list" ? list : calls)(question, response);
  };
  const server = createServer((incoming, response) => void answer(incoming, response).catch(() => response.destroy()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}/mcp`;
}

const addresses: Record<string, string> = {};
for (const [name, server] of Object.entries({ ...servers, ...models }))
  addresses[name] = await serve(server, name !== "no tools");
process.stdout.write(`${JSON.stringify(addresses)}\n`);
process.stdin.resume().on("end", () => process.exit());
