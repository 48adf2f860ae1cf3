import { createServer, type Server } from "node:http";
import { getRequestListener } from "@hono/node-server";
import type { Log } from "../log.ts";

export interface TcpDoor {
  readonly port: number;
  close(): Promise<void>;
}

export interface TcpDoorOptions {
  /** 0 takes any free port. */
  readonly port: number;
  /** How many ports after the first to try when it is taken; 0 gives up at once. */
  readonly alternatives: number;
  /** Answers a request; the port is known by then. */
  readonly fetch: (request: Request, port: number) => Promise<Response> | Response;
  readonly log: Log;
}

/** Milliseconds in which a client has to send its headers; a connection that says nothing is closed. */
const HEADERS_MS = 20_000;
/** Milliseconds for a whole request with its body. */
const REQUEST_MS = 60_000;
const MOST_CONNECTIONS = 5_000;

/** Listens on 127.0.0.1 and nowhere else. Throws `EADDRINUSE` when the port, and each alternative, is taken. */
export async function openTcpDoor({ port, alternatives, fetch, log }: TcpDoorOptions): Promise<TcpDoor> {
  let bound = port;
  const listener = getRequestListener((request) => fetch(request, bound), {
    overrideGlobalObjects: false,
    errorHandler: (error) => {
      log.warn(`a request failed: ${error instanceof Error ? error.message : String(error)}`);
      return new Response("Something went wrong in Kibitz; its log says what.\n", { status: 500 });
    },
  });
  const server = createServer(
    { headersTimeout: HEADERS_MS, requestTimeout: REQUEST_MS, keepAliveTimeout: 30_000 },
    listener,
  );
  server.maxConnections = MOST_CONNECTIONS;
  server.on("clientError", (_, socket) => {
    if (socket.writable) socket.end("HTTP/1.1 400 Bad Request\r\nConnection: close\r\n\r\n");
  });
  bound = await listenNear(server, port, alternatives);
  server.on("error", (error) => log.error(`the local port: ${error.message}`));

  return {
    port: bound,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function listenNear(server: Server, port: number, alternatives: number): Promise<number> {
  for (let offset = 0; ; offset += 1) {
    try {
      return await listen(server, port === 0 ? 0 : port + offset);
    } catch (error) {
      const taken = error instanceof Error && "code" in error && error.code === "EADDRINUSE";
      if (!taken || offset >= alternatives) throw error;
    }
  }
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => {
      server.off("error", reject);
      const address = server.address();
      resolve(typeof address === "object" && address !== null ? address.port : port);
    });
  });
}
