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
