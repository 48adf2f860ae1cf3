import type { Socket } from "node:net";
import { Writable } from "node:stream";
import { afterThis } from "../base/spare-time.ts";

/** Longest body of any request, in bytes; an address may take less. */
export const LONGEST_BODY = 1024 * 1024;

/**
 * The one rule for clients that do not read, at every stream and door: the bytes that wait for a client are counted;
 * beyond a bound the client is cut off and told so. Beyond a bound for all together, the one with the largest backlog
 * is cut off. So the memory of unread answers is bounded, however many clients there are.
 *
 * - A stream that is an HTTP answer: send into an outbox, or put the answer of a library through `boundedAnswer`
 * (`stream-outbox.ts`); both count by themselves.
 * - A socket: write through {@link openSocketOutbox}, which counts by itself.
 * - Anything else kept for a client, such as an unfinished line: open a backlog with a function that cuts the client
 * off, and report each change: `backlog.holds(bytes)`.
 */
export type Backlogs = ReturnType<typeof createBacklogs>;

export interface Backlog {
  /** Says how many bytes wait for the client now. */
  holds(bytes: number): void;
  /** Ends the counting: the client has gone. */
  close(): void;
}

/**
 * Most bytes that may wait for one client, and for all of them. A page that was away for a thousand events gets them at
 * once: some two million bytes.
 */
const usualLimits = { perClient: 8 * 1024 * 1024, together: 64 * 1024 * 1024 };

export function createBacklogs(limits: Partial<typeof usualLimits> = {}) {
  const { perClient, together } = { ...usualLimits, ...limits };
  const waiting = new Map<Backlog, { bytes: number; readonly cut: () => void }>();
  let total = 0;

  const drop = (backlog: Backlog) => {
    const client = waiting.get(backlog);
    if (!client) return null;
    waiting.delete(backlog);
    total -= client.bytes;
    return client;
  };
  const furthestBehind = (): Backlog | null => {
    let furthest: Backlog | null = null;
    let most = -1;
    for (const [backlog, { bytes }] of waiting) if (bytes > most) [furthest, most] = [backlog, bytes];
    return furthest;
  };

  return {
    /** Starts counting for one client. `cut` is called once at most, from within `holds`, and ends the counting. */
    open: (cut: () => void): Backlog => {
      const backlog: Backlog = {
        holds: (bytes) => {
          const client = waiting.get(backlog);
          if (!client) return;
          total += bytes - client.bytes;
          client.bytes = bytes;
          if (bytes > perClient) drop(backlog)?.cut();
          while (total > together) {
            const last = furthestBehind();
            if (!last) return;
            drop(last)?.cut();
          }
        },
        close: () => void drop(backlog),
      };
      waiting.set(backlog, { bytes: 0, cut });
      return backlog;
    },
    /** Bytes that wait for all clients now. */
    total: (): number => total,
  };
}

/** Buffers from this size on are kept as they are, and many queues may share one; smaller ones would take double. */
const LARGE_PIECE = 1024;
const LARGEST_BLOCK = 16 * 1024;

/** Whether a piece is kept as it is: a small one, or one out of a larger buffer, would hold more than its size. */
const isKept = ({ byteLength, buffer }: Uint8Array) => byteLength >= LARGE_PIECE && 2 * byteLength > buffer.byteLength;

/** Bytes that wait, in their order. Other pieces are copied into blocks, which grow with the backlog. */
export function createByteQueue() {
  let waiting: Uint8Array[] = [];
  let size = 0;
  /** The last block, where it has room. */
  let block = new Uint8Array(0);
  let total = 0;

  /** Further bytes come after the block. */
  const seal = () => {
    if (total > 0) waiting.push(block.subarray(0, total));
    block = new Uint8Array(0);
    total = 0;
  };
  const open = (length: number) => {
    const next = Math.min(LARGEST_BLOCK, Math.max(LARGE_PIECE, 2 * block.byteLength));
    seal();
    block = new Uint8Array(Math.max(next, length));
  };

  return {
    /** The number of bytes; about the memory they take, however small the pieces were. */
    get size() {
      return size;
    },
    add: (piece: Uint8Array): void => {
      if (piece.byteLength === 0) return;
      size += piece.byteLength;
      if (isKept(piece)) {
        seal();
        waiting.push(piece);
        return;
      }
      if (total + piece.byteLength > block.byteLength) open(piece.byteLength);
      block.set(piece, total);
      total += piece.byteLength;
    },
    /** Takes the first bytes out, at most so many; null where none wait. */
    take: (most: number): Uint8Array | null => {
      if (waiting.length === 0) seal();
      const first = waiting.shift();
      if (!first) return null;
      const head = first.subarray(0, most);
      if (head.byteLength < first.byteLength) waiting.unshift(first.subarray(head.byteLength));
      size -= head.byteLength;
      return head;
    },
    clear: (): void => {
      waiting = [];
      block = new Uint8Array(0);
      total = size = 0;
    },
  };
}

type Start = () => void;

/**
 * Milliseconds of a pass of the event loop in which agents' requests start. The moves among those of one pass share a
 * flush of the disk, which takes as long as several of them.
 */
const STARTS_MS = 2;

/**
 * Starts agents' requests, in a pass of the event loop those of two milliseconds, so that what a person asks for, which
 * is in no queue, waits for these and one more at most. Clients take turns, each with its requests in their order; over
 * HTTP nobody can tell them apart, and all of it is one.
 * @param now milliseconds since any moment
 */
export function createRequestQueue(now: () => number = () => performance.now()) {
  const waiting = new Map<unknown, Start[]>();
  /** When this pass's first request was started; null where there was none in this pass yet. */
  let startedAt: number | null = null;
  /** Whether what the last request did at once goes on. */
  let isBusy = false;
  const begin = (start: Start): void => {
    if (startedAt === null) {
      startedAt = now();
      setImmediate(() => {
        startedAt = null;
        next();
      });
    }
    isBusy = true;
    afterThis(() => {
      isBusy = false;
      next();
    });
    start();
  };
  const isFree = () => !isBusy && (startedAt === null || now() - startedAt < STARTS_MS);
  const next = (): void => {
    const [first] = waiting;
    if (!first || !isFree()) return;
    const [client, requests] = first;
    const start = requests.shift();
    waiting.delete(client);
    if (requests.length > 0) waiting.set(client, requests);
    if (start) begin(start);
  };
  const add = (client: unknown, start: Start): void => {
    const requests = waiting.get(client);
    if (waiting.size === 0 && isFree()) begin(start);
    else if (requests) requests.push(start);
    else waiting.set(client, [start]);
  };
  return {
    /** Calls `start` when it is the client's turn: at once, where nobody waits. */
    add,
    /** Resolves when it is the client's turn. */
    turn: (client: unknown): Promise<void> => new Promise((resolve) => add(client, resolve)),
    /** Starts all that wait, as when the host closes. */
    flush: (): void => {
      const all = [...waiting.values()].flat();
      waiting.clear();
      for (const start of all) start();
    },
  };
}

/** Of this process. */
export const agentRequests = createRequestQueue();

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
