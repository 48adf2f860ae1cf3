import { setTimeout as delay } from "node:timers/promises";
import { accept, type Refusal, type Result } from "../../shared/result.ts";
import type { Cluster } from "../store/cluster/cluster.ts";
import type { Entry } from "../store/store.ts";
import type { AggregateType, VersionedValue } from "./aggregate.ts";
import type { Cache } from "./cache.ts";

export type Queue = ReturnType<typeof createQueue>;

/** Runs work for one game after the other work for that game; work for different games side by side. */
export function createQueue() {
  const last = new Map<string, Promise<unknown>>();
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
    /** Resolves when all that is queued now has run. */
    idle: async () => void (await Promise.allSettled(last.values())),
  };
}

/**
 * Lost races after which the other hosts are asked to leave the aggregate alone for a moment, and how long that is, in
 * milliseconds.
 */
const LOST_RACES = 4;
const PRIORITY_MS = 500;

/** Work on a game or a league, one at a time each. A refusal in `final` stays: it was stored. */
export type Work<Value, T> = (value: Value) => Promise<Result<T> | { readonly final: Refusal }>;

export type Transactions<Value extends VersionedValue> = ReturnType<typeof createTransactions<Value, unknown, Entry>>;

/** Runs changes of each game or league one after the other: found, decided, committed. */
export function createTransactions<Value extends VersionedValue, Step, Own extends Entry>(options: {
  readonly aggregate: AggregateType<Value, Step, Own>;
  readonly cache: Cache<Value, Own>;
  readonly queue: Queue;
  /** Makes sure that an aggregate can be changed now, and returns its current value. */
  readonly prepare: (value: Value) => Promise<Result<Value>>;
  /** The refusal of all work while the host closes; null before. */
  readonly closing: () => Refusal | null;
  /** The other hosts, where there are any. */
  readonly cluster: Pick<Cluster, "requestPriority" | "onPriorityRequest"> | undefined;
}) {
  const { aggregate, cache, queue, prepare, closing, cluster } = options;
  const nameOf = (id: string) => `${aggregate.noun} ${id}`;
  /** The times until which aggregates are left to other hosts. */
  const leftAlone = new Map<string, number>();
  const stopHearing = cluster?.onPriorityRequest((name) => leftAlone.set(name, performance.now() + PRIORITY_MS));
  const yieldToOthers = async (id: string): Promise<void> => {
    const remaining = (leftAlone.get(nameOf(id)) ?? 0) - performance.now();
    leftAlone.delete(nameOf(id));
    if (remaining > 0 && !closing()) await delay(remaining);
  };

  return {
    /**
     * Runs work when its turn has come, and again on the new value when another writer was faster.
     * @param isUnasked whether nobody asked for it: then another host that has lost several races goes first
     */
    run: <T>(id: string, work: Work<Value, T>, isUnasked = false): Promise<Result<T>> =>
      queue.run(id, async () => {
        if (isUnasked && leftAlone.size > 0) await yieldToOthers(id);
        // A commit compares versions, so what nobody waits for begins with the copy: a flag falls while reads fail.
        const copy = isUnasked ? cache.peek(id) : null;
        let value = copy ? accept(copy) : await cache.get(id);
        for (let attempt = 1; ; attempt += 1) {
          const end = closing();
          if (end) return end;
          if (!value.ok) return value;
          const ready = await prepare(value.value);
          const result = ready.ok ? await work(ready.value) : ready;
          if ("final" in result) return result.final;
          if (result.ok || result.code === "ELSEWHERE" || attempt === aggregate.tries) return result;
          // A refusal may be based on a stale copy: nothing was written that the store would have compared.
          if (result.code !== "CONFLICT" && !(ready.ok && (await cache.isStale(ready.value)))) return result;
          if (!isUnasked && attempt % LOST_RACES === 0) cluster?.requestPriority(nameOf(id));
          value = await cache.newer(id, value.value.version);
        }
      }),
    close: () => {
      stopHearing?.();
      leftAlone.clear();
    },
  };
}
