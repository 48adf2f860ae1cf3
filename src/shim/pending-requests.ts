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
export function createPendingRequests() {
  let entries: Entry[] = [];
  /** Removes and returns the entries for which `go` is true. */
  const part = (go: (entry: Entry) => boolean): Entry[] => {
    const gone = entries.filter(go);
    entries = entries.filter((entry) => !gone.includes(entry));
    return gone;
  };
  return {
    /** Whether a request is among them: notifications alone are no reason to start a host. */
    get wantsHost(): boolean {
      return entries.some(({ request }) => request !== null);
    },
    /** Returns false when there are too many. */
    add: (entry: Entry): boolean => entries.length < mostWaiting && entries.push(entry) > 0,
    addFirst: (entry: Entry) => void entries.unshift(entry),
    /** Removes a request; returns whether it was there. */
    cancel: (id: Id): boolean => part(({ request }) => request !== null && keyOf(request.id) === keyOf(id)).length > 0,
    /** Removes and returns all. */
    takeAll: (): readonly Entry[] => part(() => true),
    /** Counts one more host that went away, and removes and returns those that have seen too many. */
    takeSpent(): readonly Entry[] {
      for (const entry of entries) entry.tries += 1;
      return part(({ tries }) => tries >= mostTries);
    },
  };
}
