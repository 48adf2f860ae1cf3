import { addAbortListener } from "node:events";
import { RecentMap } from "../../../shared/recent-map.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { Breaker } from "./breaker.ts";
import { type Connection, createConnection } from "./connection.ts";

/** The known state of a player server. */
export interface Server {
  readonly connection: Connection;
  /** By the token that goes with a call: a server that refuses one entrant's token does not fail the others. */
  readonly breakers: RecentMap<string, Breaker>;
  readonly pace: ReturnType<typeof createRateLimit>;
  /** Its tools, once it has listed them. */
  tools: ReadonlySet<string> | null;
}

/** Most tokens for which a server is called that are told apart. */
const MOST_BREAKERS = 1_000;

interface Place {
  readonly player: Server;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/** Players that are in use, or were a while ago: an idle one is forgotten with everything known about it. */
export function createRoster(options: {
  /** Calls to one player in a second; null for any number. */
  readonly callsPerSecond: number | null;
  /** Milliseconds after which an idle player is forgotten. */
  readonly idleMs: number;
}) {
  const { callsPerSecond, idleMs } = options;
  const places = new Map<string, Place>();
  let isClosed = false;

  const letGo = (address: string, { player }: Place): void => {
    places.delete(address);
    void player.connection.close();
  };
  const placeAt = (url: URL): Place => {
    const place = places.get(url.href);
    if (place) return place;
    const pace = createRateLimit(callsPerSecond ?? Number.POSITIVE_INFINITY);
    const breakers = new RecentMap<string, Breaker>(MOST_BREAKERS);
    const player = { connection: createConnection(url), breakers, pace, tools: null };
    const fresh = { player, users: 0, idle: undefined };
    places.set(url.href, fresh);
    return fresh;
  };

  return {
    /** Runs work with the player at an address, which is kept meanwhile. */
    use: async <T>(url: URL, work: (player: Server) => Promise<T>) => {
      const place = placeAt(url);
      clearTimeout(place.idle);
      place.users += 1;
      try {
        return await work(place.player);
      } finally {
        place.users -= 1;
        if (place.users === 0 && !isClosed) place.idle = setTimeout(() => letGo(url.href, place), idleMs).unref();
      }
    },
    close: async () => {
      isClosed = true;
      for (const { idle } of places.values()) clearTimeout(idle);
      await Promise.all([...places.values()].map(({ player }) => player.connection.close()));
    },
  };
}

/**
 * The rate of calls to a player: at most so many times a second, moves first.
 * @param perSecond calls in a second, above 0; infinite for any number
 */
export function createRateLimit(perSecond: number) {
  const gapMs = 1_000 / perSecond;
  const moves = new Set<() => void>();
  const news = new Set<() => void>();
  /** The time of the next possible call. */
  let freeAt = 0;
  let isWaiting = false;

  const next = (): void => {
    isWaiting = false;
    const waiting = moves.size > 0 ? moves : news;
    const [go] = waiting;
    if (!go) return;
    waiting.delete(go);
    freeAt = awakeTime.now() + gapMs;
    go();
    wait();
  };
  const wait = (): void => {
    if (isWaiting || moves.size + news.size === 0) return;
    isWaiting = true;
    const remaining = freeAt - awakeTime.now();
    if (remaining <= 0) next();
    else awakeTime.after(remaining, next);
  };

  return {
    /** Resolves when a call may be made; at once when the signal is aborted. */
    turn: async (isMove: boolean, signal: AbortSignal) => {
      if (signal.aborted) return;
      const waiting = isMove ? moves : news;
      const { promise, resolve } = Promise.withResolvers<void>();
      using _listening = addAbortListener(signal, () => {
        waiting.delete(resolve);
        resolve();
      });
      waiting.add(resolve);
      wait();
      await promise;
    },
  };
}
