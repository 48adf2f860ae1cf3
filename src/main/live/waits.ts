import { accept, type Result } from "../../shared/result.ts";
import { awakeTime } from "../base/awake-time.ts";
import { Unavailable } from "../base/unavailable.ts";
import type { Entry } from "../store/store.ts";
import type { Versioned } from "./aggregate.ts";
import type { Cache } from "./cache.ts";
import type { ChangeFeed } from "./change-feed.ts";
import { createWaitRegistry, type WaitEnd, type Waiter, type WaitKind, type WaitRegistry } from "./wait-registry.ts";

/** The end of a wait, and the value at that moment. */
export interface Waited<Value> {
  readonly end: WaitEnd;
  readonly value: Value;
}

/** Waits until something is true of a game or a league, whichever host it happens at. */
export interface Waits<Value> extends Pick<WaitRegistry<Value>, "isAwaited" | "count" | "close"> {
  until(
    id: string,
    ready: (value: Value) => boolean,
    ms: number,
    signal?: AbortSignal,
    waiter?: Waiter,
  ): Promise<Result<Waited<Value>>>;
}

export function createWaits<Value extends Versioned, Step, Own extends Entry>(
  what: WaitKind<Value>,
  cache: Cache<Value, Own>,
  news: ChangeFeed<Value, Step, Own>,
  shared: boolean,
): Waits<Value> {
  const waits = createWaitRegistry(what);
  const stop = news.listen(({ value }) => waits.wake(value), waits.isAwaited);
  /** The newest version at any host; infinite while nobody can tell. */
  const versionNow = (id: string): Promise<number> =>
    cache.versionOf(id).catch((error: unknown) => {
      if (error instanceof Unavailable) return Number.POSITIVE_INFINITY;
      throw error;
    });

  return {
    until: async (id, ready, ms, signal = NEVER, waiter) => {
      const found = await cache.get(id);
      if (!found.ok) return found;
      let read = found.value;
      const current = () => cache.known(id) ?? read;
      const until = awakeTime.now() + ms;
      let least = shared ? await versionNow(id) : 0;
      for (;;) {
        // Nothing may be awaited between here and `open`: a wait that is not open yet cannot be woken.
        const isReady = ready(current());
        const isOld = current().version < least;
        if (isReady && !isOld) return accept({ end: "changed", value: current() });
        // The copy is older than the question. Without the database, only an answer has to wait for the newest one.
        if (isOld && (isReady || Number.isFinite(least))) {
          const newest = await cache.newer(id, current().version);
          if (!newest.ok) return newest;
          read = newest.value;
          least = read.version;
          continue;
        }
        const waiting = waits.open(id, ready, Math.max(0, until - awakeTime.now()), signal, waiter);
        news.follow(id);
        const ended = await waiting;
        if (!ended.ok) return ended;
        const again = await cache.get(id).catch(() => null);
        if (again?.ok) read = again.value;
        // The condition may have passed by now: then the wait goes on.
        if (ended.value !== "changed") return accept({ end: ended.value, value: current() });
      }
    },
    isAwaited: waits.isAwaited,
    count: waits.count,
    close: () => {
      waits.close();
      stop();
    },
  };
}

/** For callers that never give up. */
const NEVER = new AbortController().signal;
