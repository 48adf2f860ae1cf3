// A model behind any API of OpenAI's form (chat completions) plays on Kibitz by function calling.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { KIBITZ_URL = "http://127.0.0.1:7397/mcp?toolsets=play", KIBITZ_TOKEN = "" } = process.env;
const { OPENAI_BASE_URL = "https://api.openai.com/v1", OPENAI_API_KEY = "", MODEL = "" } = process.env;
const task =
  process.argv[2] ?? "Play a game of tic-tac-toe on Kibitz against the computer, to its end. Then say how it went.";

const kibitz = new Client({ name: "openai-functions", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const requestInit = { headers: { authorization: `Bearer ${KIBITZ_TOKEN}` } };
await kibitz.connect(new StreamableHTTPClientTransport(new URL(KIBITZ_URL), { requestInit }));
const tools = (await kibitz.listTools()).tools.map(({ name, description, inputSchema }) => ({
  type: "function",
  function: { name, description, parameters: inputSchema },
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
  const answer = await send(`${OPENAI_BASE_URL}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: MODEL, messages, tools }),
  });
  return answer.choices[0].message;
}

const messages: unknown[] = [{ role: "user", content: task }];
for (;;) {
  const message = await ask(messages);
  messages.push(message);
  if (message.content) console.log(message.content);
  if (!message.tool_calls?.length) break;
  for (const { id, function: asked } of message.tool_calls) {
    console.log(`> ${asked.name} ${asked.arguments}`);
    const { text } = await use(asked.name, () => JSON.parse(asked.arguments || "{}"));
    messages.push({ role: "tool", tool_call_id: id, content: text });
  }
}
await kibitz.close();
