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
