import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { messageOf } from "../../shared/result.ts";
import type { Log } from "../base/log.ts";
import { systemErrorCode } from "../data/data-dir.ts";
import { type Backlog, type Backlogs, LONGEST_BODY } from "../flow/backlogs.ts";

/** The limits of connections over TCP, but where a test has others. */
const usualLimits = {
  /** Most connections. A new one beyond that takes the place of the one that has been idle for longest. */
  connections: 5_000,
  /** Most requests that one connection may have sent ahead of their answers. */
  requestsAhead: 100,
  /** Milliseconds in which a client has to read some of its backlog. */
  stallMs: 20_000,
  /** Milliseconds in which a client has to send its headers; a connection that says nothing is closed. */
  headersMs: 20_000,
};

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

interface HttpConnection {
  readonly backlog: Backlog;
  /** Bytes that its request said are coming and that are not all there. */
  coming: number;
  busy: boolean;
  readonly ahead: (() => void)[];
}

/** A body up to this many bytes is not worth counting. */
const SHORT_BODY = 16 * 1024;

/** Bytes to reserve for a request's body: its length, or the most allowed where it does not say. */
function bodyOf({ headers }: IncomingMessage): number {
  const length = headers["transfer-encoding"] === undefined ? Number(headers["content-length"] ?? 0) : LONGEST_BODY;
  return length > SHORT_BODY ? Math.min(length, LONGEST_BODY) : 0;
}

/** Answers a connection's requests one by one, among others', and bounds its unread answers. Returns the listener. */
function shareAmongConnections(server: Server, backlogs: Backlogs, limits: typeof usualLimits, handle: Handle): Handle {
  const connections = new Map<Socket, HttpConnection>();
  /** Idle connections, the longest idle first. */
  const idle = new Set<Socket>();

  server.timeout = limits.stallMs;
  server.on("connection", (socket: Socket) => {
    const backlog = backlogs.open(() => socket.destroy());
    const connection: HttpConnection = { backlog, coming: 0, busy: false, ahead: [] };
    connections.set(socket, connection);
    idle.add(socket);
    socket.on("drain", () => count(socket, connection));
    socket.once("close", () => {
      backlog.close();
      connections.delete(socket);
      idle.delete(socket);
    });
    if (connections.size > limits.connections) for (const longest of [...idle].slice(0, 1)) longest.destroy();
  });

  const count = (socket: Socket, { backlog, coming }: HttpConnection) => backlog.holds(socket.writableLength + coming);
  /** A body is kept until it is whole, so it counts towards the client's backlog. */
  const countBody = (connection: HttpConnection, incoming: IncomingMessage): void => {
    connection.coming = bodyOf(incoming);
    count(incoming.socket, connection);
    incoming.once("close", () => {
      connection.coming = 0;
      count(incoming.socket, connection);
    });
  };
  const serve = (connection: HttpConnection, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming;
    connection.busy = true;
    idle.delete(socket);
    countBody(connection, incoming);
    if (socket.destroyed) return;
    outgoing.once("prefinish", () => count(socket, connection));
    // Silence alone is no stall: a client that waits for its turn hears nothing for a while.
    outgoing.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy();
    });
    outgoing.once("close", () => {
      connection.busy = false;
      const next = connection.ahead.shift();
      if (next) setImmediate(next);
      else if (!socket.destroyed) idle.add(socket);
    });
    handle(incoming, outgoing);
  };

  return (incoming, outgoing) => {
    const connection = connections.get(incoming.socket);
    if (!connection || incoming.socket.destroyed) return;
    if (!connection.busy && connection.ahead.length === 0) serve(connection, incoming, outgoing);
    else if (connection.ahead.length >= limits.requestsAhead) incoming.socket.destroy();
    else
      connection.ahead.push(() => {
        if (!incoming.socket.destroyed) serve(connection, incoming, outgoing);
      });
  };
}

export type TcpDoor = Awaited<ReturnType<typeof openTcpDoor>>;

/** Milliseconds for a whole request with its body. */
const REQUEST_MS = 60_000;
/** Milliseconds that a closed connection has to read the reason. */
const FAREWELL_MS = 1_000;
/** Milliseconds that clients have to take their last answers when the door closes. */
const LAST_ANSWERS_MS = 1_000;

/** Listens at one address, on 127.0.0.1 and nowhere else unless it is told another. Throws, with a sentence for the person, when the port, and each alternative, is taken. */
export async function openTcpDoor(options: {
  /** The address to listen at; 127.0.0.1 where none is given. */
  readonly address?: string | undefined;
  /** 0 takes any free port. */
  readonly port: number;
  /** The number of ports after the first to try when it is taken; 0 gives up at once. */
  readonly alternatives: number;
  /** Answers a request; the port is known by then. */
  readonly fetch: (request: Request, port: number) => Promise<Response> | Response;
  readonly backlogs: Backlogs;
  readonly log: Log;
  readonly limits?: Partial<typeof usualLimits>;
}) {
  const { address = "127.0.0.1", port, alternatives, fetch, backlogs, log } = options;
  const limits = { ...usualLimits, ...options.limits };
  let bound = port;
  // Node loads its HTTP client with it, which takes many times as long as opening the port.
  const load = async () => {
    const { getRequestListener, RequestError } = await import("@hono/node-server");
    return getRequestListener((request) => fetch(request, bound), {
      overrideGlobalObjects: false,
      errorHandler: (error) => {
        if (error instanceof RequestError)
          return new Response("Refused: the address or the Host of this request is malformed.\n", { status: 400 });
        log.warn(`a request failed: ${messageOf(error)}`);
        return new Response("Something went wrong in Kibitz; its log says what.\n", { status: 500 });
      },
    });
  };
  let handler: ReturnType<typeof load> | null = null;
  const listener = () => (handler ??= load());
  const server = createServer({
    headersTimeout: limits.headersMs,
    requestTimeout: REQUEST_MS,
    keepAliveTimeout: 30_000,
    connectionsCheckingInterval: Math.min(limits.headersMs, 5_000),
  });
  const handle = shareAmongConnections(server, backlogs, limits, (incoming, outgoing) => {
    if (Number(incoming.headers["content-length"]) > LONGEST_BODY) refuseBody(incoming, outgoing);
    else void listener().then((listen) => listen(incoming, outgoing));
  });
  server.on("request", handle);
  server.on("clientError", (error, socket) => {
    if (socket.writable) socket.end(`HTTP/1.1 ${statusOf(error)}\r\nConnection: close\r\n\r\n`);
    setTimeout(() => socket.destroy(), FAREWELL_MS).unref();
  });
  bound = await listenNear(server, address, port, alternatives);
  server.on("error", (error) => log.error(`the local port: ${error.message}`));

  return {
    port: bound,
    /** Loads what the first request needs; an earlier request does so itself. */
    warmUp: async (): Promise<void> => void (await listener()),
    close: (): Promise<void> => closeServer(server),
  };
}

function statusOf(error: Error): string {
  switch (systemErrorCode(error)) {
    case "ERR_HTTP_REQUEST_TIMEOUT":
      return "408 Request Timeout";
    case "HPE_HEADER_OVERFLOW":
      return "431 Request Header Fields Too Large";
    default:
      return "400 Bad Request";
  }
}

/** Answers that are on their way arrive first, where their readers take them. */
function closeServer(server: Server): Promise<void> {
  return new Promise((resolve) => {
    const sweep = setInterval(() => server.closeIdleConnections(), 10);
    const deadline = setTimeout(() => server.closeAllConnections(), LAST_ANSWERS_MS);
    server.close(() => {
      clearInterval(sweep);
      clearTimeout(deadline);
      resolve();
    });
  });
}

/** Drops a body that is too long, to its end: a client still sending when the connection closes sees no answer. */
function refuseBody(incoming: IncomingMessage, outgoing: ServerResponse): void {
  incoming.resume().once("end", () => {
    outgoing.writeHead(413, { "content-type": "text/plain; charset=utf-8" });
    outgoing.end(`Refused: a request may be ${LONGEST_BODY / 1024 / 1024} MiB long.\n`);
  });
}

/** The reasons why listening fails, by the system's code, in words that say what to do. */
const listenFailures: Readonly<Record<string, (port: number, address: string) => string>> = {
  EADDRINUSE: (port) => `Port ${port} is in use by another program. Name another with --port, or 0 for any free one.`,
  EACCES: (port) => `This user may not open port ${port}. Name one from 1024 on with --port, or 0 for any free one.`,
  EADDRNOTAVAIL: (_, address) =>
    `There is no address ${address} on this machine. Name another with --listen, or 0.0.0.0 for all of them.`,
};

async function listenNear(server: Server, address: string, port: number, alternatives: number): Promise<number> {
  for (let offset = 0; ; offset += 1) {
    try {
      return await listen(server, address, port === 0 ? 0 : port + offset);
    } catch (error) {
      const code = systemErrorCode(error) ?? "";
      if (code === "EADDRINUSE" && offset < alternatives) continue;
      const reason = listenFailures[code]?.(port, address);
      throw reason === undefined ? error : new Error(reason, { cause: error });
    }
  }
}

async function listen(server: Server, at: string, port: number): Promise<number> {
  server.listen(port, at);
  await once(server, "listening");
  const address = server.address();
  return typeof address === "object" && address !== null ? address.port : port;
}
