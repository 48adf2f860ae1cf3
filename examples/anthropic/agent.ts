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

async function ask(messages: readonly unknown[]) {
  const response = await fetch(`${ANTHROPIC_BASE_URL}/v1/messages`, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "x-api-key": ANTHROPIC_API_KEY,
      "anthropic-version": "2023-06-01",
    },
    body: JSON.stringify({ model: MODEL, max_tokens: 4096, messages, tools }),
  });
  if (!response.ok) throw new Error(`the model answered ${response.status}: ${await response.text()}`);
  return response.json();
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
    const answer = await kibitz.callTool({ name: block.name, arguments: block.input });
    const text = answer.content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
    const is_error = answer.isError === true;
    results.push({ type: "tool_result", tool_use_id: block.id, content: text, is_error });
  }
  if (results.length === 0) break;
  messages.push({ role: "user", content: results });
}
await kibitz.close();
