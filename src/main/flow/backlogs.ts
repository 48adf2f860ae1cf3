/**
 * The one rule for clients that do not read, at every stream and door: what waits for a client is counted in bytes;
 * beyond a bound it is cut off and told so. Beyond a bound for all together, whoever is furthest behind is cut off. So
 * the memory that unread answers take is bounded, however many clients there are and however little they read.
 *
 * - A stream that is an HTTP answer: send into an outbox, or put the answer of a library through `boundedAnswer`
 *   (`outbox.ts`); both count by themselves.
 * - A socket: write through an outlet (`outlet.ts`), which counts by itself.
 * - Anything else that is kept for a client, such as what it has begun to say: open a backlog with what cuts it off, and
 *   say how much there is whenever that changes: `backlog.holds(bytes)`.
 */
export interface Backlogs {
  /** Counts for one client. `cut` is called at most once, from within `holds`; nothing is counted for it after that. */
  open(cut: () => void): Backlog;
  /** Bytes that wait for all clients now. */
  total(): number;
}

export interface Backlog {
  /** Says how many bytes wait for the client now. */
  holds(bytes: number): void;
  /** Ends the counting: the client has gone. */
  close(): void;
}

interface BacklogLimits {
  /** Most bytes that may wait for one client. */
  readonly perClient?: number;
  /** Most bytes that may wait for all of them. */
  readonly together?: number;
}

/** A page that was away for a thousand events is told them at once: some two million bytes. */
const PER_CLIENT = 8 * 1024 * 1024;
const TOGETHER = 64 * 1024 * 1024;

export function createBacklogs({ perClient = PER_CLIENT, together = TOGETHER }: BacklogLimits = {}): Backlogs {
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
    open: (cut) => {
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
    total: () => total,
  };
}
