// Shared by the three parts that were written from the table of `league.v1` alone: tools that take messages, served and
// called with the official SDK. Nothing here, or in the files beside it, comes from Kibitz.
import { randomUUID } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { isInitializeRequest, SubscribeRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { z } from "zod";

export type Message = Readonly<Record<string, unknown>>;
type Sent = Message & { readonly message_type: string };
/** Handles a message: gives the fields of its answer, with the answer's own type. */
export type Handler = (message: Message) => Message | Promise<Message>;
/** By message type. */
export type Handlers = Readonly<Record<string, Handler>>;

export interface Served {
  readonly endpoint: string;
  /** Every message that came, as it came. */
  readonly heard: Message[];
  /** Tells whoever has subscribed to the resource `status` that it says something else now. */
  statusChanged(): void;
  /** Counts the subscribers of `status`. */
  subscribers(): number;
  close(): Promise<void>;
}

export interface ServeOptions {
  readonly port?: number | undefined;
  /** The content of the resource `status`; absent for a part without one. */
  readonly status?: (() => string) | undefined;
  /** Whether that resource can be subscribed to. */
  readonly subscribable?: boolean | undefined;
}

/** Serves one tool for each message type, named as the type in small letters; each client has a session. */
export async function serve(
  name: string,
  sender: string,
  handlers: Handlers,
  { port = 0, status, subscribable = false }: ServeOptions = {},
): Promise<Served> {
  const heard: Message[] = [];
  const uri = `${name}://status`.toLowerCase();
  const subscribed = new Set<McpServer>();
  const makeServer = () => {
    const server = new McpServer({ name, version: "1.0.0" });
    for (const [type, handle] of Object.entries(handlers))
      server.registerTool(
        type.toLowerCase(),
        { description: `Takes ${type}.`, inputSchema: z.looseObject({ message_type: z.literal(type) }) },
        async (message) => {
          heard.push(message);
          const answer = {
            protocol: "league.v1",
            league_id: message["league_id"],
            conversation_id: message["conversation_id"],
            sender,
            timestamp: new Date().toISOString(),
            ...(await handle(message)),
          };
          return { content: [{ type: "text", text: JSON.stringify(answer) }] };
        },
      );
    if (status)
      server.registerResource("status", uri, { description: "How it is." }, ({ href }) => ({
        contents: [{ uri: href, text: status() }],
      }));
    if (subscribable) {
      server.server.registerCapabilities({ resources: { subscribe: true } });
      server.server.setRequestHandler(SubscribeRequestSchema, ({ params }) => {
        if (params.uri === uri) subscribed.add(server);
        return {};
      });
    }
    return server;
  };
  const sessions = new Map<string, StreamableHTTPServerTransport>();
  const openSession = async () => {
    const server = makeServer();
    const transport = new StreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      enableJsonResponse: true,
      onsessioninitialized: (id) => void sessions.set(id, transport),
    });
    transport.onclose = () => {
      sessions.delete(transport.sessionId ?? "");
      subscribed.delete(server);
    };
    await server.connect(transport);
    return transport;
  };
  const http = createServer(async (request, response) => {
    const body = request.method === "POST" ? await json(request) : undefined;
    const known = sessions.get(String(request.headers["mcp-session-id"]));
    const transport = known ?? (isInitializeRequest(body) ? await openSession() : null);
    if (transport) await transport.handleRequest(request, response, body);
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => http.listen(port, "127.0.0.1", resolve));
  return {
    endpoint: `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`,
    heard,
    statusChanged: () => {
      for (const { server } of subscribed) void server.sendResourceUpdated({ uri }).catch(() => {});
    },
    subscribers: () => subscribed.size,
    close: async () => {
      await Promise.all([...sessions.values()].map((transport) => transport.close()));
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

interface SendOptions {
  /** Of the connection to that address. */
  readonly headers?: Record<string, string>;
  readonly limitMs?: number;
}

/** Sends messages, over one connection to each address. */
export function openSender() {
  const connections = new Map<string, Promise<{ readonly client: Client; readonly tools: readonly string[] }>>();
  const connect = async (address: string, headers: Record<string, string>) => {
    const client = new Client({ name: "league.v1", version: "1.0.0" });
    await client.connect(new StreamableHTTPClientTransport(new URL(address), { requestInit: { headers } }));
    const { tools } = await client.listTools();
    return { client, tools: tools.map((tool) => tool.name) };
  };
  const ended = async (address: string) => {
    const connection = connections.get(address);
    connections.delete(address);
    await connection?.then(({ client }) => client.close()).catch(() => {});
  };
  return {
    /** Sends a message to the tool of its type, and gives the answer. Throws where none comes in time. */
    send: async (address: string, message: Sent, { headers = {}, limitMs = 10_000 }: SendOptions = {}) => {
      const connection = connections.get(address) ?? connect(address, headers);
      connections.set(address, connection);
      try {
        const { client, tools } = await connection;
        const names = [message.message_type.toLowerCase(), "make_move"];
        const name = names.find((each) => tools.includes(each)) ?? names[0] ?? "";
        const params = { name, arguments: { ...message } };
        const { content, isError } = await client.callTool(params, undefined, { timeout: limitMs });
        const [part] = z.array(z.object({ text: z.string() })).parse(content);
        if (isError || !part) throw new Error(`${message.message_type} was refused: ${part?.text}`);
        return z.record(z.string(), z.unknown()).parse(JSON.parse(part.text));
      } catch (error) {
        await ended(address);
        throw error;
      }
    },
    close: async () => void (await Promise.all([...connections.keys()].map(ended))),
  };
}

/** Sends one message, over a connection of its own. */
export async function send(address: string, message: Sent, options: SendOptions = {}): Promise<Message> {
  const sender = openSender();
  try {
    return await sender.send(address, message, options);
  } finally {
    await sender.close();
  }
}

/** A message with what every message carries. */
export const messageOf = (
  type: string,
  league: string,
  conversation: string,
  sender: string,
  fields: Message,
): Sent => ({
  protocol: "league.v1",
  message_type: type,
  league_id: league,
  conversation_id: conversation,
  sender,
  timestamp: new Date().toISOString(),
  ...fields,
});
