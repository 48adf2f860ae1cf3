import type { Refusal, Result } from "../../shared/result.ts";
import type { Entry } from "../store/store.ts";
import type { AggregateType, VersionedValue } from "./aggregate.ts";
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

/** A result, or a refusal that stays though it is a conflict: it was stored. */
export type Outcome<T> = Result<T> | { readonly final: Refusal };
/** An outcome that follows once the value is known to be the newest; nothing was written that the store would compare. */
interface Unwritten<T> {
  readonly finish: () => Promise<Outcome<T>>;
}

/** Work on a game or a league, one at a time each. */
export type Work<Value, T> = (value: Value) => Promise<Outcome<T> | Unwritten<T>>;

export type Transactions<Value extends VersionedValue> = ReturnType<typeof createTransactions<Value, unknown, Entry>>;

/** Runs changes of each game or league one after the other: found, decided, committed. */
export function createTransactions<Value extends VersionedValue, Step, Own extends Entry>(options: {
  readonly aggregate: Pick<AggregateType<Value, Step, Own>, "tries">;
  readonly cache: Pick<Cache<Value>, "get" | "atLeast">;
  readonly queue: Queue;
  /** Makes sure that an aggregate can be changed now, and returns its current value. */
  readonly prepare: (value: Value) => Promise<Result<Value>>;
  /** The refusal of all work while the host closes. */
  readonly hostClosing: Refusal;
}) {
  const { aggregate, cache, queue, prepare, hostClosing } = options;
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
          if ("final" in result) return result.final;
          if (result.ok || result.code !== "CONFLICT" || attempt === aggregate.tries) return result;
          value = await cache.atLeast(id, value.value.version + 1);
        }
      }),
  };
}
