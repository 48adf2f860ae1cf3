import type { Readable, Writable } from "node:stream";
import { StdioServerTransport, serveStdio } from "@modelcontextprotocol/server/stdio";
import { connectionHash } from "../tables/authority.ts";
import { createServer, readToolsets } from "./factory.ts";
import { watchResources } from "./subscriptions.ts";
import type { Services } from "./tool.ts";

/** Longest message that a client may send over a stream, in bytes. */
const LONGEST_MESSAGE = 16 * 1024 * 1024;

/** Says when it closes itself, as it does on a message that is too long: the stream under it stays open otherwise. */
class TellingTransport extends StdioServerTransport {
  readonly #told: () => void;
  constructor(input: Readable, output: Writable, told: () => void) {
    super(input, output, { maxBufferSize: LONGEST_MESSAGE });
    this.#told = told;
  }
  override async close(): Promise<void> {
    await super.close();
    this.#told();
  }
}

export interface StreamClient {
  /** Secret of the client's connection, the same when it reconnects; null gives it no seats by connection. */
  readonly connection: string | null;
  readonly toolsets: string | null;
}

export interface McpSession {
  readonly closed: Promise<void>;
  close(): Promise<void>;
}

/** Serves one client over a pair of streams, in whichever era it opens. */
export function serveStream(
  services: Services,
  version: string,
  stream: { readonly input: Readable; readonly output: Writable },
  client: StreamClient,
): McpSession {
  const asked = readToolsets(client.toolsets);
  const connection = client.connection === null ? null : connectionHash(client.connection);
  const ends: (() => void)[] = [];
  const { promise: closed, resolve: hangUp } = Promise.withResolvers<void>();
  if (!asked.ok) {
    services.log.warn(`a client asked for ${asked.message}`);
    const error = { code: -32602, message: asked.message };
    stream.output.write(`${JSON.stringify({ jsonrpc: "2.0", id: null, error })}\n`);
    hangUp();
    return { closed, close: async () => {} };
  }

  ends.push(services.connections.opened(connection));
  const end = () => {
    for (const stop of ends.splice(0)) stop();
    hangUp();
  };
  const transport = new TellingTransport(stream.input, stream.output, end);
  const handle = serveStdio(
    ({ era }) => {
      const server = createServer({ services, version, toolsets: asked.value, connection });
      ends.push(watchResources(server, services, era));
      return server;
    },
    { transport, onerror: (error) => services.log.debug(`an MCP connection: ${error.message}`) },
  );
  stream.input.once("close", end);
  return {
    closed,
    close: async () => {
      end();
      await handle.close();
    },
  };
}
