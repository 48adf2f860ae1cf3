import { type Id, keyOf, type Request } from "./message.ts";

/** A line that the client sent. */
export interface Entry {
  readonly line: string;
  /** null for a notification. */
  readonly request: Request | null;
  /** Hosts that went away before they answered it. */
  tries: number;
}

const mostWaiting = 1000;
const mostTries = 3;

/** Lines of the client that wait for a host, in the order in which they came. */
export interface PendingRequests {
  /** Whether a request is among them: notifications alone are no reason to start a host. */
  readonly wantsHost: boolean;
  /** False when the room is full. */
  add(entry: Entry): boolean;
  addFirst(entry: Entry): void;
  /** Whether the request was here; then it is gone. */
  cancel(id: Id): boolean;
  /** Empties the room. */
  takeAll(): Entry[];
  /** Counts one more host that went away, and takes out what has seen too many of them. */
  takeSpent(): Entry[];
}

export function createPendingRequests(): PendingRequests {
  let entries: Entry[] = [];
  /** Takes out what `go` names. */
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
