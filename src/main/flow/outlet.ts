import type { Socket } from "node:net";
import { Writable } from "node:stream";
import type { Backlogs } from "./backlogs.ts";

/** What waits for one client of a socket, under the rule of {@link Backlogs}. */
export interface Outlet {
  /** Takes what is to be sent, a whole line with each write. Ending it ends the socket once all has been sent. */
  readonly output: Writable;
  /** Bytes that wait for the client. */
  waiting(): number;
}

/** Milliseconds that a client which was cut off has to take the farewell. */
const FAREWELL_MS = 10_000;

/**
 * Opens what writes to a socket. A client that is cut off gets the farewell in place of what waited, and then the end;
 * one that does not even take that is broken off.
 */
export function openOutlet(backlogs: Backlogs, socket: Socket, farewell: string): Outlet {
  let waiting: Buffer[] = [];
  let bytes = 0;
  let state: "open" | "ending" | "cut" = "open";

  const held = () => bytes + socket.writableLength;
  /** Hands over as much as the system takes, and ends the socket after the last of it. */
  const supply = () => {
    while (waiting.length > 0 && !socket.writableNeedDrain && !socket.destroyed) {
      const next = waiting.shift();
      if (!next) break;
      bytes -= next.byteLength;
      socket.write(next);
    }
    if (state !== "open" && waiting.length === 0) socket.end();
    if (state !== "cut") backlog.holds(held());
  };
  const backlog = backlogs.open(() => {
    state = "cut";
    waiting = [Buffer.from(farewell)];
    bytes = Buffer.byteLength(farewell);
    const broken = setTimeout(() => socket.destroy(), FAREWELL_MS);
    socket.once("close", () => clearTimeout(broken));
    supply();
  });
  socket.on("drain", supply);
  socket.once("close", () => {
    waiting = [];
    bytes = 0;
    backlog.close();
    output.destroy();
  });

  const output = new Writable({
    decodeStrings: true,
    write: (chunk: Buffer, _, done) => {
      // Nothing follows a farewell.
      if (state === "open") {
        waiting.push(chunk);
        bytes += chunk.byteLength;
        supply();
      }
      done();
    },
    final: (done) => {
      if (state === "open") state = "ending";
      supply();
      done();
    },
  });
  return { output, waiting: held };
}
