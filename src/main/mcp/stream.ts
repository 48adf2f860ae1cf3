import type { Readable } from "node:stream";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { readToolsets } from "../../shared/toolsets.ts";
import type { SocketOutbox } from "../flow/socket-outbox.ts";
import { connectionHash } from "../games/authority.ts";
import type { Services } from "./call.ts";
import { tellOverChannel } from "./channel.ts";
import type { Program } from "./client.ts";
import { audienceOf, createServer } from "./factory.ts";
import { StreamTransport } from "./stream-transport.ts";
import { watchedBy, watchResources } from "./subscriptions.ts";
import { listenToTasks } from "./tasks/listen.ts";

/** Most lists of resources that one connection watches at once. */
const MOST_SUBSCRIPTIONS = 16;

export interface StreamClient {
  /** Secret of the client's connection, the same when it reconnects. With null, no seat is held by the connection. */
  readonly connection: string | null;
  readonly toolsets: string | null;
  /** Seconds that its entry lets a call take; null where it does not say. */
  readonly callSeconds: number | null;
  /** Whether it is told of its person's moves over a channel. */
  readonly channels: boolean;
  /** Called once with the client's name for itself. */
  readonly introduced: (program: Program) => void;
}

/** Serves one client over a pair of streams, in the protocol era with which it begins. */
export function serveStream(
  services: Services,
  version: string,
  stream: SocketOutbox & { readonly input: Readable },
  client: StreamClient,
) {
  const { channels } = client;
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
  const audience = audienceOf({ connection, bearer: null }, asked.value, client.callSeconds);
  const transport = new StreamTransport(stream.input, stream.output, services.tasks, {
    ended: end,
    introduced: client.introduced,
    listens: (request) => listenToTasks(request, services, audience),
  });
  ends.push(() => transport.release());
  if (channels && connection !== null) ends.push(tellOverChannel(transport, services, connection));
  const handle = serveStdio(
    ({ era }) => {
      const server = createServer({ services, version, audience, isModern: era !== "legacy", channels });
      const watched = era === "legacy" ? watchedBy(server) : transport.watched;
      ends.push(watchResources(server, services, { watched, outlet: stream }));
      return server;
    },
    {
      transport,
      maxSubscriptions: MOST_SUBSCRIPTIONS,
      onerror: (error) => services.log.debug(`an MCP connection: ${error.message}`),
    },
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
