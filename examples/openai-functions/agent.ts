// A model behind any API of OpenAI's form (chat completions) plays on Kibitz by function calling.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";

const { KIBITZ_URL = "http://127.0.0.1:7397/mcp?toolsets=play", KIBITZ_TOKEN = "" } = process.env;
const { OPENAI_BASE_URL = "https://api.openai.com/v1", OPENAI_API_KEY = "", MODEL = "" } = process.env;
const task =
  process.argv[2] ?? "Play a game of tic-tac-toe on Kibitz against the computer, to its end. Then say how it went.";

const kibitz = new Client({ name: "openai-functions", version: "1.0.0" }, { versionNegotiation: { mode: "auto" } });
const requestInit = { headers: { authorization: `Bearer ${KIBITZ_TOKEN}` } };
await kibitz.connect(new StreamableHTTPClientTransport(new URL(KIBITZ_URL), { requestInit }));
// Services of this form insist on `properties`, also where a tool takes none.
const tools = (await kibitz.listTools()).tools.map(({ name, description, inputSchema }) => ({
  type: "function",
  function: { name, description, parameters: { properties: {}, ...inputSchema } },
}));

async function ask(messages: readonly unknown[]) {
  const response = await fetch(`${OPENAI_BASE_URL}/chat/completions`, {
    method: "POST",
    headers: { "content-type": "application/json", authorization: `Bearer ${OPENAI_API_KEY}` },
    body: JSON.stringify({ model: MODEL, messages, tools }),
  });
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`);
  return (await response.json()).choices[0].message;
}

const messages: unknown[] = [{ role: "user", content: task }];
for (;;) {
  const message = await ask(messages);
  messages.push(message);
  if (message.content) console.log(message.content);
  if (!message.tool_calls?.length) break;
  for (const { id, function: asked } of message.tool_calls) {
    console.log(`> ${asked.name} ${asked.arguments}`);
    const answer = await kibitz.callTool({ name: asked.name, arguments: JSON.parse(asked.arguments || "{}") });
    const text = answer.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    messages.push({ role: "tool", tool_call_id: id, content: text });
  }
}
await kibitz.close();
