import { createParser } from "eventsource-parser";
import type { ApiLogEntry, GameLog } from "../../src/shared/api.ts";
import type { HostLine } from "./host-process.ts";

/** The person at the window, speaking to the API as the window does. */
export interface Person {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers whose form the API describes
  get(path: string): Promise<{ status: number; body: any }>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  put(path: string, body: unknown): Promise<{ status: number; body: any }>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  post(path: string, body?: unknown): Promise<{ status: number; body: any }>;
  // biome-ignore lint/suspicious/noExplicitAny: as above
  delete(path: string): Promise<{ status: number; body: any }>;
  /** Posts, and gives the last line of what is answered line by line. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  last(path: string, body: unknown): Promise<any>;
  /** Resolves with the game once it is the person's turn there, or over; heard over the event stream. */
  // biome-ignore lint/suspicious/noExplicitAny: as above
  turn(gameId: string, seat: string): Promise<any>;
}

export function personAt(host: Pick<HostLine, "url" | "token">): Person {
  const headers = { authorization: `Bearer ${host.token}` };
  const ask = async (path: string, init: RequestInit) => {
    const response = await fetch(`${host.url}${path}`, init);
    const text = await response.text();
    return {
      status: response.status,
      body: /json\b/.test(response.headers.get("content-type") ?? "") ? JSON.parse(text) : text,
    };
  };
  const get: Person["get"] = (path) => ask(path, { headers });
  return {
    get,
    delete: (path) => ask(path, { method: "DELETE", headers }),
    put: (path, body) =>
      ask(path, {
        method: "PUT",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      }),
    post: (path, body) =>
      ask(path, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: body === undefined ? "" : JSON.stringify(body),
      }),
    last: async (path, body) => {
      const response = await fetch(`${host.url}${path}`, {
        method: "POST",
        headers: { ...headers, "content-type": "application/json" },
        body: JSON.stringify(body),
      });
      const lines = (await response.text()).trim().split("\n");
      return JSON.parse(lines.at(-1) ?? "null");
    },
    turn: async (gameId, seat) => {
      const ready = async () => {
        const { body } = await get(`/api/games/${gameId}`);
        return body.result || body.turn === seat ? body : null;
      };
      for await (const _ of eventsOf(host)) {
        const game = await ready();
        if (game) return game;
      }
      throw new Error("the event stream ended");
    },
  };
}

/** The whole log of a game, page after page. */
export async function logOf(person: Person, gameId: string): Promise<readonly ApiLogEntry[]> {
  const entries: ApiLogEntry[] = [];
  for (let after: number | null = 0; after !== null; ) {
    const { status, body }: { status: number; body: GameLog } = await person.get(
      `/api/games/${gameId}/log?after=${after}`,
    );
    if (status !== 200) throw new Error(`the log of game ${gameId}: ${status} ${JSON.stringify(body)}`);
    entries.push(...body.entries);
    after = body.next_after;
  }
  return entries;
}

export interface StreamEvent {
  readonly id: string | undefined;
  readonly event: string | undefined;
  // biome-ignore lint/suspicious/noExplicitAny: the data of an event differs by its type
  readonly data: any;
}

/** The host's event stream; the first event is its greeting. */
export async function* eventsOf(
  host: Pick<HostLine, "url" | "token">,
  lastEventId?: string,
): AsyncGenerator<StreamEvent> {
  const stop = new AbortController();
  const response = await fetch(`${host.url}/api/events`, {
    headers: { authorization: `Bearer ${host.token}`, ...(lastEventId ? { "last-event-id": lastEventId } : {}) },
    signal: stop.signal,
  });
  const waiting: StreamEvent[] = [];
  const parser = createParser({
    onEvent: ({ id, event, data }) => waiting.push({ id, event, data: JSON.parse(data) }),
  });
  const decoder = new TextDecoder();
  try {
    for await (const chunk of response.body ?? []) {
      parser.feed(decoder.decode(chunk, { stream: true }));
      yield* waiting.splice(0);
    }
  } finally {
    stop.abort();
  }
}
