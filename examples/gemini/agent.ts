// A Gemini model plays on Kibitz by function calling.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { KIBITZ_URL = "http://127.0.0.1:7397/mcp?toolsets=play", KIBITZ_TOKEN = "" } = process.env;
const { GEMINI_BASE_URL = "https://generativelanguage.googleapis.com/v1beta", GEMINI_API_KEY = "" } = process.env;
const { MODEL = "" } = process.env;
const task =
  process.argv[2] ?? "Play a game of tic-tac-toe on Kibitz against the computer, to its end. Then say how it went.";

const kibitz = new Client({ name: "gemini", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const requestInit = { headers: { authorization: `Bearer ${KIBITZ_TOKEN}` } };
await kibitz.connect(new StreamableHTTPClientTransport(new URL(KIBITZ_URL), { requestInit }));
const functionDeclarations = (await kibitz.listTools()).tools.map(({ name, description, inputSchema }) => ({
  name,
  description,
  parametersJsonSchema: inputSchema,
}));

interface Part {
  readonly text?: string;
  readonly functionCall?: {
    readonly id?: string;
    readonly name: string;
    readonly args?: Readonly<Record<string, unknown>>;
  };
}

/** A tool's answer, or the reason why there is none, such as an unknown tool: the model reads either, and goes on. */
async function use(name: string, args: () => Record<string, unknown>) {
  try {
    const { content, isError } = await kibitz.callTool({ name, arguments: args() });
    const text = content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    return { text, isError: isError === true };
  } catch (error) {
    return { text: `Error: ${error instanceof Error ? error.message : String(error)}`, isError: true };
  }
}

/** Asks the service, again after as long as it says where it has too much to do. */
async function send(url: string, init: RequestInit) {
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(url, init);
    if (response.ok) return response.json();
    const text = await response.text();
    if (response.status !== 429 || tries === 5) throw new Error(`the model answered ${response.status}: ${text}`);
    const seconds = Number(response.headers.get("retry-after") ?? 2 ** tries);
    const ms = 1000 * (Number.isFinite(seconds) ? seconds : 2 ** tries);
    await new Promise((resolve) => setTimeout(resolve, ms));
  }
}

async function ask(contents: readonly unknown[]): Promise<{ readonly parts?: readonly Part[] }> {
  const answer = await send(`${GEMINI_BASE_URL}/models/${MODEL}:generateContent`, {
    method: "POST",
    headers: { "content-type": "application/json", "x-goog-api-key": GEMINI_API_KEY },
    body: JSON.stringify({ contents, tools: [{ functionDeclarations }] }),
  });
  return answer.candidates[0].content;
}

const contents: unknown[] = [{ role: "user", parts: [{ text: task }] }];
for (;;) {
  const content = await ask(contents);
  // Handed back as it came: the model wants its own signatures in it again.
  contents.push(content);
  const answers: unknown[] = [];
  for (const { text, functionCall } of content.parts ?? []) {
    if (text) console.log(text);
    if (!functionCall) continue;
    const { id, name, args } = functionCall;
    console.log(`> ${name} ${JSON.stringify(args)}`);
    const { text: result } = await use(name, () => ({ ...args }));
    answers.push({ functionResponse: { ...(id ? { id } : {}), name, response: { result } } });
  }
  if (answers.length === 0) break;
  contents.push({ role: "user", parts: answers });
}
await kibitz.close();
