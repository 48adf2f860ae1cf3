/** Longest body of any request, in bytes; an address may take less. */
export const LONGEST_BODY = 1024 * 1024;

/**
 * The one rule for clients that do not read, at every stream and door: the bytes that wait for a client are counted;
 * beyond a bound the client is cut off and told so. Beyond a bound for all together, the one with the largest backlog
 * is cut off. So the memory of unread answers is bounded, however many clients there are.
 *
 * - A stream that is an HTTP answer: send into an outbox, or put the answer of a library through `boundedAnswer`
 * (`stream-outbox.ts`); both count by themselves.
 * - A socket: write through an outbox (`socket-outbox.ts`), which counts by itself.
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
    /**
     * Starts counting for one client. `cut` is called at most once, from within `holds`; nothing is counted for the
     * client after that.
     */
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

/**
 * A piece from this size on is kept as it is, so one may be shared by many queues; a smaller one would take twice its
 * size.
 */
const LARGE = 1024;
const LARGEST_BLOCK = 16 * 1024;

/** Bytes that wait, in their order. Small pieces are copied into blocks, which grow with the backlog. */
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
    const next = Math.min(LARGEST_BLOCK, Math.max(LARGE, 2 * block.byteLength));
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
      if (piece.byteLength >= LARGE) {
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
 * Starts agents' requests one in a pass of the event loop, so that what a person asks for, which is in no queue, waits
 * for one of them at most. Clients take turns, each with its requests in their order; over HTTP nobody can tell them
 * apart, and all of it is one.
 */
export function createRequestQueue() {
  const waiting = new Map<unknown, Start[]>();
  /** Whether one has started in this pass. */
  let isTaken = false;
  const begin = (start: Start): void => {
    isTaken = true;
    setImmediate(next);
    start();
  };
  const next = (): void => {
    isTaken = false;
    for (const [client, requests] of waiting) {
      const start = requests.shift();
      waiting.delete(client);
      if (requests.length > 0) waiting.set(client, requests);
      if (start) begin(start);
      break;
    }
  };
  const add = (client: unknown, start: Start): void => {
    const requests = waiting.get(client);
    if (!isTaken) begin(start);
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
