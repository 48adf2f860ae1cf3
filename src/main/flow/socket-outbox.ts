import type { Socket } from "node:net";
import { Writable } from "node:stream";
import { type Backlogs, createByteQueue } from "./backlogs.ts";

/** The data and requests of one client of a socket that wait, under the rule of {@link Backlogs}. */
export type SocketOutbox = ReturnType<typeof openSocketOutbox>;

/** Milliseconds that a client which was cut off has to take the farewell. */
const FAREWELL_MS = 10_000;
/** Most bytes that the socket is given at once. */
const MOST_AT_ONCE = 64 * 1024;

/**
 * Opens an outbox for a socket. A client that is cut off gets the farewell in place of its backlog, and then the end;
 * one that does not even read that is disconnected.
 */
export function openSocketOutbox(backlogs: Backlogs, socket: Socket, farewell: string) {
  const pile = createByteQueue();
  const listeners: (() => void)[] = [];
  let state: "open" | "ending" | "cut" = "open";

  /** Bytes of requests that wait to be started. */
  let requestBytes = 0;
  const waiting = () => pile.size + socket.writableLength + requestBytes;
  /** Hands over as much as the system takes, one piece at a time, and ends the socket after the last of it. */
  const supply = () => {
    while (socket.writableLength === 0 && !socket.destroyed) {
      const next = pile.take(MOST_AT_ONCE);
      if (!next) break;
      socket.write(next, onDrain);
    }
    if (state !== "open" && pile.size === 0) socket.end();
    if (state !== "cut") backlog.holds(waiting());
  };
  const notify = () => {
    for (const listener of listeners) listener();
  };
  const onDrain = () => {
    supply();
    notify();
  };
  const backlog = backlogs.open(() => {
    state = "cut";
    pile.clear();
    pile.add(Buffer.from(farewell));
    const deadline = setTimeout(() => socket.destroy(), FAREWELL_MS);
    socket.once("close", () => clearTimeout(deadline));
    supply();
  });
  socket.once("close", () => {
    pile.clear();
    backlog.close();
    output.destroy();
  });

  const output = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _, callback) => {
      // Nothing follows a farewell.
      if (state === "open") {
        pile.add(chunk);
        supply();
      }
      callback();
    },
    final: (callback) => {
      if (state === "open") state = "ending";
      supply();
      callback();
    },
  });
  return {
    /** Takes the bytes to send, a whole line with each write. Ending it ends the socket once all have been sent. */
    output,
    /** Bytes that wait for the client, and of its requests. */
    waiting,
    /** Counts a request of so many bytes that waits; the function that is returned says that it is started. */
    request: (bytes: number): (() => void) => {
      requestBytes += bytes;
      return () => {
        requestBytes -= bytes;
        notify();
      };
    },
    /** Calls each time that the client has read some of its backlog, or one of its requests is started. */
    whenTaken: (listener: () => void): void => void listeners.push(listener),
  };
}
