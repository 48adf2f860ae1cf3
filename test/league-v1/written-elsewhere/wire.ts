// What the three parts share that were written from the table of `league.v1` alone: tools that take messages, served and
// called with the official SDK. Nothing here, or in the files beside it, comes from Kibitz.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

export type Message = Readonly<Record<string, unknown>>;
/** What a part does with a message: gives the fields of its answer, with the answer's own type. */
export type Handler = (message: Message) => Message | Promise<Message>;
/** By message type. */
export type Handlers = Readonly<Record<string, Handler>>;

export interface Served {
  readonly endpoint: string;
  /** Every message that came, as it came. */
  readonly heard: Message[];
  close(): Promise<void>;
}

/** Serves one tool for each message type, named as the type in small letters; each request stands alone. */
export async function serve(
  name: string,
  sender: string,
  handlers: Handlers,
  port = 0,
  status?: () => string,
): Promise<Served> {
  const heard: Message[] = [];
  const makeServer = () => {
    const server = new McpServer({ name, version: "1.0.0" });
    for (const [type, handle] of Object.entries(handlers))
      server.registerTool(
        type.toLowerCase(),
        { description: `Takes ${type}.`, inputSchema: z.looseObject({ message_type: z.literal(type) }) },
        async (message) => {
          heard.push(message);
          const answer = {
            ...{ protocol: "league.v1", league_id: message["league_id"], conversation_id: message["conversation_id"] },
            ...{ sender, timestamp: new Date().toISOString(), ...(await handle(message)) },
          };
          return { content: [{ type: "text", text: JSON.stringify(answer) }] };
        },
      );
    if (status)
      server.registerResource(
        "status",
        `${name}://status`.toLowerCase(),
        { description: "How it is." },
        ({ href }) => ({
          contents: [{ uri: href, text: status() }],
        }),
      );
    return server;
  };
  const http = createServer(async (request, response) => {
    const server = makeServer();
    const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
    response.once("close", () => void transport.close().then(() => server.close()));
    await server.connect(transport);
    await transport.handleRequest(request, response);
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    heard,
    close: async () => {
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Sends a message to the tool of its type, and gives the answer. Throws where none comes in time. */
export async function send(
  address: string,
  message: Message & { readonly message_type: string },
  { headers = {}, limitMs = 10_000 }: { readonly headers?: Record<string, string>; readonly limitMs?: number } = {},
): Promise<Message> {
  const client = new Client({ name: "league.v1", version: "1.0.0" });
  await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
  try {
    const { tools } = await client.listTools();
    const names = [message.message_type.toLowerCase(), "make_move"];
    const name = names.find((each) => tools.some((tool) => tool.name === each)) ?? names[0] ?? "";
    const params = { name, arguments: { ...message } };
    const { content, isError } = await client.callTool(params, undefined, { timeout: limitMs });
    const [part] = z.array(z.object({ text: z.string() })).parse(content);
    if (isError || !part) throw new Error(`${message.message_type} was refused: ${part?.text}`);
    return z.record(z.string(), z.unknown()).parse(JSON.parse(part.text));
  } finally {
    await client.close();
  }
}

/** A message with what every message carries. */
export const messageOf = (
  type: string,
  league: string,
  conversation: string,
  sender: string,
  fields: Message,
): Message & { readonly message_type: string } => ({
  ...{ protocol: "league.v1", message_type: type, league_id: league, conversation_id: conversation },
  ...{ sender, timestamp: new Date().toISOString() },
  ...fields,
});
