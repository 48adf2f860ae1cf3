import type { Result } from "../../shared/result.ts";
import type { Entry } from "../store/store.ts";
import type { LiveOptions, VersionedValue } from "./aggregate.ts";
import type { Cache } from "./cache.ts";

export type Queue = ReturnType<typeof createQueue>;

/** Runs work for one game after the other work for that game; work for different games side by side. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();
  let isClosed = false;
  return {
    run: <T>(id: string, work: () => Promise<T>): Promise<T> => {
      const turn = (last.get(id) ?? Promise.resolve()).then(work, work);
      last.set(id, turn);
      const onSettle = () => {
        if (last.get(id) === turn) last.delete(id);
      };
      turn.then(onSettle, onSettle);
      return turn;
    },
    isClosed: () => isClosed,
    /** Resolves when all that is queued has run. Transactions that come later are refused. */
    close: async () => {
      isClosed = true;
      await Promise.allSettled(last.values());
    },
  };
}

/** A result that follows once the value is known to be the newest, since no commit is sure to compare its version. */
interface Unwritten<T> {
  readonly finish: () => Promise<Result<T>>;
}

/** Work on a game or a league, one at a time each. */
export type Work<Value, T> = (value: Value) => Promise<Result<T> | Unwritten<T>>;

export type Transactions<Value extends VersionedValue> = ReturnType<typeof createTransactions<Value, unknown, Entry>>;

/** Makes sure that a value can be changed now, and returns the current one. */
export type Prepare<Value> = (value: Value) => Promise<Result<Value>>;

/** Runs changes of each game or league one after the other: found, decided, committed. */
export function createTransactions<Value extends VersionedValue, Step, Own extends Entry>(
  { aggregate, hostClosing }: LiveOptions<Value, Step, Own>,
  cache: Pick<Cache<Value>, "get" | "atLeast">,
  queue: Queue,
  prepare: Prepare<Value>,
) {
  return {
    /** Runs work when its turn has come, and again on the new value when another writer was faster. */
    run: <T>(id: string, work: Work<Value, T>): Promise<Result<T>> =>
      queue.run(id, async () => {
        let value = await cache.get(id);
        for (let attempt = 1; ; attempt += 1) {
          if (queue.isClosed()) return hostClosing;
          if (!value.ok) return value;
          const ready = await prepare(value.value);
          const first = ready.ok ? await work(ready.value) : ready;
          const result = "finish" in first ? await first.finish() : first;
          if (result.ok || result.code !== "CONFLICT" || attempt === aggregate.tries) return result;
          value = await cache.atLeast(id, value.value.version + 1);
        }
      }),
  };
}
