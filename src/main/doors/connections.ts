import type { IncomingMessage, Server, ServerResponse } from "node:http";
import type { Socket } from "node:net";
import type { Backlog, Backlogs } from "../flow/backlogs.ts";

export interface ConnectionLimits {
  /** Most connections. One that comes beyond takes the place of the one without a request for longest. */
  readonly connections: number;
  /** Most requests that one connection may have sent ahead of their answers. */
  readonly requestsAhead: number;
  /** Milliseconds in which a client has to take something of what waits for it. */
  readonly stallMs: number;
}

type Handle = (incoming: IncomingMessage, outgoing: ServerResponse) => void;

interface Connection {
  readonly backlog: Backlog;
  busy: boolean;
  readonly ahead: (() => void)[];
}

/**
 * Holds each connection of an HTTP server to its share: its requests are answered one after the other with the others'
 * turns in between, however many it sends at once, and what it does not read is bounded. Answers the listener to give the
 * requests to.
 */
export function shareAmongConnections(
  server: Server,
  backlogs: Backlogs,
  limits: ConnectionLimits,
  handle: Handle,
): Handle {
  const connections = new Map<Socket, Connection>();
  /** Those without a request, the longest so first. */
  const idle = new Set<Socket>();

  server.timeout = limits.stallMs;
  server.on("connection", (socket: Socket) => {
    const backlog = backlogs.open(() => socket.destroy());
    connections.set(socket, { backlog, busy: false, ahead: [] });
    idle.add(socket);
    socket.on("drain", () => backlog.holds(socket.writableLength));
    socket.once("close", () => {
      backlog.close();
      connections.delete(socket);
      idle.delete(socket);
    });
    if (connections.size > limits.connections) for (const longest of [...idle].slice(0, 1)) longest.destroy();
  });

  const serve = (connection: Connection, incoming: IncomingMessage, outgoing: ServerResponse): void => {
    const { socket } = incoming;
    connection.busy = true;
    idle.delete(socket);
    outgoing.once("prefinish", () => connection.backlog.holds(socket.writableLength));
    // Silence alone is no stall: whoever waits for its turn at a board hears nothing for a while.
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
