import { createListeners } from "../../shared/listeners.ts";
import { accept, messageOf, type Result } from "../../shared/result.ts";
import type { Change, Duty, Entry } from "../store/store.ts";
import type { Cache, LiveOptions, VersionedValue } from "./cache.ts";

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

/** A step, and the value that it was decided on; null for a new one. */
export interface Decision<Value, Step> {
  readonly before: Value | null;
  readonly step: Step;
}

/** The change that one commit made to a game or a league. */
export interface LiveUpdate<Value, Step, Own> {
  /** The last value that listeners know; null for none. */
  readonly before: Value | null;
  readonly value: Value;
  readonly entries: readonly Own[];
  /** The step that this host decided; null where another host did. */
  readonly step: Step | null;
}

export type ChangeFeed<Value extends VersionedValue, Step, Own extends Entry = Entry> = ReturnType<
  typeof createChangeFeed<Value, Step, Own>
>;

/**
 * The one way from a decision to the current state: only when the store's notification comes back does the value in
 * memory change, and only then are listeners told.
 * @param lastTold the last value that listeners know, where it may be another than the one that was decided on
 */
export function createChangeFeed<Value extends VersionedValue, Step, Own extends Entry>(
  { aggregate, store, log }: LiveOptions<Value, Step, Own>,
  cache: Pick<Cache<Value>, "put">,
  lastTold: (id: string, decidedOn: Value | null) => Value | null = (_, decidedOn) => decidedOn,
) {
  type Update = LiveUpdate<Value, Step, Own>;
  const decisions = new WeakMap<Change, Decision<Value, Step>>();
  const listeners = createListeners<[Update]>((error) => log.error(`a listener failed: ${messageOf(error)}`));

  const stop = store.subscribe(({ changes, entries }) => {
    const byId = aggregate.entriesIn(entries);
    const updates = changes.flatMap((change): Update[] => {
      const decision = decisions.get(change);
      if (!decision) return [];
      const own = byId.get(change.id) ?? [];
      const value = cache.put(aggregate.after(decision.before, decision.step, own));
      return [{ ...decision, before: lastTold(change.id, decision.before), value, entries: own }];
    });
    // All changes of one commit are in place before anybody hears of any.
    for (const update of updates) listeners.tell(update);
  });

  const prepare = (decision: Decision<Value, Step>): Change => {
    if (decision.before) cache.put(decision.before);
    const change = aggregate.change(decision.before, decision.step);
    decisions.set(change, decision);
    return change;
  };

  return {
    /** Prepares a decision as a change that goes along with a commit of another aggregate. */
    prepare,
    /**
     * Stores decisions, all of them or none, and returns the new values. Refuses with `CONFLICT` when something has
     * changed meanwhile or an id is taken, with `ELSEWHERE` where another host has the duty, and with `STORAGE_FAILED`.
     * @param duty the duty of which it is where nobody asked for it
     * @param along changes that are stored in the same commit, or not at all
     */
    commit: async (
      decisions: readonly Decision<Value, Step>[],
      at: number,
      { duty, along = [] }: { readonly duty?: Duty | undefined; readonly along?: readonly Change[] } = {},
    ): Promise<Result<readonly Value[]>> => {
      const changes = decisions.map(prepare);
      const result = await store.commit([...along, ...changes], at, duty);
      if (!result.ok) {
        const isExpected = result.code === "CONFLICT" || result.code === "ELSEWHERE";
        if (!isExpected) log.error(result.message, { [aggregate.noun]: changes[0]?.id });
        return result;
      }
      const own = aggregate.entriesIn(result.value);
      // Another commit may have followed already; the answer is the value of this one.
      return accept(
        decisions.map(({ before, step }, index) =>
          aggregate.after(before, step, own.get(changes[index]?.id ?? "") ?? []),
        ),
      );
    },
    /**
     * Calls for every commit after it is stored. A listener that throws disturbs nobody.
     * @param _watches which of other hosts' changes are to be told as well, where there are such
     */
    listen: (listener: (news: Update) => void, _watches?: (id: string) => boolean): (() => void) =>
      listeners.listen(listener),
    tell: listeners.tell,
    /** Calls with the id of everything that changes. */
    listenToIds: (listener: (id: string) => void) =>
      listeners.listen(({ value }: Update) => listener(aggregate.idOf(value))),
    close: (): void => {
      stop();
      listeners.clear();
    },
  };
}
