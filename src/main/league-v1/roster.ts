import { addAbortListener } from "node:events";
import { RecentMap } from "../../shared/recent-map.ts";
import { awakeTime } from "../base/awake-time.ts";
import { entryOf } from "../base/once-for.ts";
import { createConnection, type ServerConnection } from "./connection.ts";

/** The known state of a player server, at the number of its users. */
export interface Server {
  readonly connection: ServerConnection;
  /** By the token of whom it is called for: a server that refuses one entrant's does not fail the others. */
  readonly breakers: RecentMap<string, Breaker>;
  readonly pace: ReturnType<typeof createRateLimit>;
  users: number;
  idle: NodeJS.Timeout | undefined;
}

/** Most tokens for which a server is called that are told apart. */
const MOST_BREAKERS = 1_000;

/** Players in use, or lately, each called so often a second; an idle one is forgotten after `idleMs`. */
export function createRoster(callsPerSecond: number | null, idleMs: number) {
  const servers = new Map<string, Server>();
  let isClosed = false;

  return {
    /** Runs work with the player at an address, which is kept meanwhile. */
    use: async <T>(url: URL, work: (player: Server) => Promise<T>) => {
      const server = entryOf<string, Server>(servers, url.href, () => ({
        connection: createConnection(url),
        breakers: new RecentMap(MOST_BREAKERS),
        pace: createRateLimit(callsPerSecond ?? Number.POSITIVE_INFINITY),
        users: 0,
        idle: undefined,
      }));
      clearTimeout(server.idle);
      server.users += 1;
      const forget = () => {
        servers.delete(url.href);
        void server.connection.close();
      };
      try {
        return await work(server);
      } finally {
        server.users -= 1;
        if (server.users === 0 && !isClosed) server.idle = setTimeout(forget, idleMs).unref();
      }
    },
    close: async () => {
      isClosed = true;
      for (const { idle } of servers.values()) clearTimeout(idle);
      await Promise.all([...servers.values()].map(({ connection }) => connection.close()));
    },
  };
}

export const usualBreaker = {
  /** Failures in a row after which nothing more is asked. */
  failures: 5,
  /** Milliseconds until one question is let through again. */
  restMs: 30_000,
};

export type Breaker = ReturnType<typeof createBreaker>;

/**
 * A circuit breaker (Nygard, “Release It!”): closed it lets everything through; after so many failures in a row it
 * opens and lets nothing through; after a rest one question goes through, which closes it or opens it again.
 */
export function createBreaker({ failures, restMs }: Readonly<typeof usualBreaker>, now: () => number) {
  let inARow = 0;
  let openUntil: number | null = null;
  let trying = false;
  return {
    state: () => (openUntil === null ? "closed" : trying ? "half-open" : "open"),
    /** Milliseconds until a question is let through; 0 where it may be asked now, which makes it the trial. */
    admit: () => {
      if (openUntil === null) return 0;
      if (trying) return restMs;
      const pauseMs = openUntil - now();
      if (pauseMs > 0) return pauseMs;
      trying = true;
      return 0;
    },
    noteSuccess: () => {
      inARow = 0;
      openUntil = null;
      trying = false;
    },
    noteFailure: () => {
      inARow += 1;
      if (trying || inARow >= failures) openUntil = now() + restMs;
      trying = false;
    },
    /** A cancelled trial changes nothing. */
    cancelTrial: () => {
      trying = false;
    },
  };
}

/** Limits the calls to a player to so many a second, above 0, or any number where infinite; moves first. */
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
