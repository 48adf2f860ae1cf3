// A Claude model plays on Kibitz by tool use.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { KIBITZ_URL = "http://127.0.0.1:7397/mcp?toolsets=play", KIBITZ_TOKEN = "" } = process.env;
const { ANTHROPIC_BASE_URL = "https://api.anthropic.com", ANTHROPIC_API_KEY = "", MODEL = "" } = process.env;
const task =
  process.argv[2] ?? "Play a game of tic-tac-toe on Kibitz against the computer, to its end. Then say how it went.";

const kibitz = new Client({ name: "anthropic", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const requestInit = { headers: { authorization: `Bearer ${KIBITZ_TOKEN}` } };
await kibitz.connect(new StreamableHTTPClientTransport(new URL(KIBITZ_URL), { requestInit }));
const tools = (await kibitz.listTools()).tools.map(({ name, description, inputSchema }) => ({
  name,
  description,
  input_schema: inputSchema,
}));

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

async function ask(messages: readonly unknown[]) {
  return send(`${ANTHROPIC_BASE_URL}/v1/messages`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": ANTHROPIC_API_KEY,
      "anthropic-version": "2023-06-01",
    },
    body: JSON.stringify({ model: MODEL, max_tokens: 4096, messages, tools }),
  });
}

const messages: unknown[] = [{ role: "user", content: task }];
for (;;) {
  const { content } = await ask(messages);
  messages.push({ role: "assistant", content });
  const results: unknown[] = [];
  for (const block of content) {
    if (block.type === "text") console.log(block.text);
    if (block.type !== "tool_use") continue;
    console.log(`> ${block.name} ${JSON.stringify(block.input)}`);
    const { text, isError } = await use(block.name, () => block.input);
    results.push({ type: "tool_result", tool_use_id: block.id, content: text, is_error: isError });
  }
  if (results.length === 0) break;
  messages.push({ role: "user", content: results });
}
await kibitz.close();
