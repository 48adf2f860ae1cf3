import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import { type Backlog, type Backlogs, LONGEST_BODY } from "../flow/backlogs.ts";

/** The limits of connections over TCP, but where a test has others. */
export const usualLimits = {
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

interface Connection {
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
export function shareAmongConnections(
  server: Server,
  backlogs: Backlogs,
  limits: typeof usualLimits,
  handle: Handle,
): Handle {
  const connections = new Map<Socket, Connection>();
  /** Idle connections, the longest idle first. */
  const idle = new Set<Socket>();

  server.timeout = limits.stallMs;
  server.on("connection", (socket: Socket) => {
    const backlog = backlogs.open(() => socket.destroy());
    const connection: Connection = { backlog, coming: 0, busy: false, ahead: [] };
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

  const count = (socket: Socket, { backlog, coming }: Connection) => backlog.holds(socket.writableLength + coming);
  /** A body is kept until it is whole, so it counts towards the client's backlog. */
  const countBody = (connection: Connection, incoming: IncomingMessage): void => {
    connection.coming = bodyOf(incoming);
    count(incoming.socket, connection);
    incoming.once("close", () => {
      connection.coming = 0;
      count(incoming.socket, connection);
    });
  };
  const serve = (connection: Connection, incoming: IncomingMessage, outgoing: ServerResponse): void => {
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
