import { type Id, keyOf, type Request } from "./message.ts";

/** A line that the client sent. */
export interface Entry {
  readonly line: string;
  /** null for a notification. */
  readonly request: Request | null;
  /** The number of hosts that went away before they answered it. */
  tries: number;
}

const mostWaiting = 1000;
const mostTries = 3;

/** Lines of the client that wait for a host, in the order in which they came. */
export interface PendingRequests {
  /** Whether a request is among them: notifications alone are no reason to start a host. */
  readonly wantsHost: boolean;
  /** Returns false when there are too many. */
  add(entry: Entry): boolean;
  addFirst(entry: Entry): void;
  /** Removes a request; returns whether it was there. */
  cancel(id: Id): boolean;
  /** Removes and returns all. */
  takeAll(): Entry[];
  /** Counts one more host that went away, and removes and returns those that have seen too many. */
  takeSpent(): Entry[];
}

export function createPendingRequests(): PendingRequests {
  let entries: Entry[] = [];
  /** Removes and returns the entries for which `go` is true. */
  const part = (go: (entry: Entry) => boolean): Entry[] => {
    const gone = entries.filter(go);
    entries = entries.filter((entry) => !gone.includes(entry));
    return gone;
  };
  return {
    get wantsHost() {
      return entries.some(({ request }) => request !== null);
    },
    add: (entry) => entries.length < mostWaiting && entries.push(entry) > 0,
    addFirst: (entry) => void entries.unshift(entry),
    cancel: (id) => part(({ request }) => request !== null && keyOf(request.id) === keyOf(id)).length > 0,
    takeAll: () => part(() => true),
    takeSpent() {
      for (const entry of entries) entry.tries += 1;
      return part(({ tries }) => tries >= mostTries);
    },
  };
}
