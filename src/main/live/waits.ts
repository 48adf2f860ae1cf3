import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import { awakeTime } from "../base/awake-time.ts";
import type { Entry } from "../store/store.ts";
import type { AggregateType, Cache, LiveOptions, VersionedValue } from "./cache.ts";
import type { ChangeFeed } from "./transactions.ts";

/** Waits until something is true of a game or a league. */
export function createWaits<Value extends VersionedValue, Step, Own extends Entry>(
  { aggregate }: LiveOptions<Value, Step, Own>,
  cache: Pick<Cache<Value>, "get" | "peek">,
  news: Pick<ChangeFeed<Value, Step, Own>, "listen">,
) {
  const waits = createWaitRegistry(aggregate);
  const stop = news.listen(
    ({ value }) => waits.wake(value),
    () => false,
  );

  return {
    /** Returns the end of the wait, and the value at that moment. */
    until: async (
      id: string,
      ready: (value: Value) => boolean,
      ms: number,
      signal = NEVER,
      waiter?: Waiter,
    ): Promise<Result<{ readonly end: WaitEnd; readonly value: Value }>> => {
      const start = await cache.get(id);
      if (!start.ok) return start;
      let { value } = start;
      const current = () => cache.peek(id) ?? value;
      const until = awakeTime.now() + ms;
      for (;;) {
        // Nothing may be awaited between here and `open`: a wait that is not open yet cannot be woken.
        if (ready(current())) return accept({ end: "changed", value: current() });
        const end = await waits.open(id, ready, Math.max(0, until - awakeTime.now()), signal, waiter);
        if (!end.ok) return end;
        const again = await cache.get(id).catch(() => null);
        if (again?.ok) value = again.value;
        // The condition may have passed by now: then the wait goes on.
        if (end.value !== "changed") return accept({ end: end.value, value: current() });
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

export type WaitEnd = "changed" | "timeout" | "cancelled" | "closing";

/** The caller that waits, which decides the places that it may take. */
export interface Waiter {
  /** The seat whose turn it waits for; null for a spectator. */
  readonly seat: Seat | null;
  /** Hash of its connection; null where its requests stand alone. Those share the places of such. */
  readonly client: string | null;
}

/** Most waits that may be open at once. */
const MOST_WAITS = 20_000;
/** Most waits of one connection, and of all requests that stand alone. */
const MOST_PER_CLIENT = 2_000;
const MOST_ALONE = 10_000;
/** Most waits for one seat of a game: spectators must not use up the players' places. */
const MOST_PER_SEAT = 100;

interface Wait<Value> extends Waiter {
  readonly finish: (end: WaitEnd) => void;
  readonly ready: (subject: Value) => boolean;
}

/** A spectator without a connection. */
const SOMEBODY: Waiter = { seat: null, client: null };

export function createWaitRegistry<Value extends VersionedValue>(kind: AggregateType<Value, never, Entry>) {
  const byId = new Map<string, Set<Wait<Value>>>();
  const byClient = new Map<string | null, number>();
  let open = 0;
  let isClosed = false;

  const count = (client: string | null, change: 1 | -1) => {
    open += change;
    const count = (byClient.get(client) ?? 0) + change;
    if (count > 0) byClient.set(client, count);
    else byClient.delete(client);
  };

  return {
    /**
     * Resolves when `ready` holds after a change of the subject (`changed`), after `ms` milliseconds (`timeout`), when the
     * caller goes away (`cancelled`), or when the host closes (`closing`). Refuses with `LIMIT_REACHED` when too many wait
     * already.
     */
    open: (id: string, ready: Wait<Value>["ready"], ms: number, signal: AbortSignal, waiter = SOMEBODY) =>
      new Promise<Result<WaitEnd>>((resolve) => {
        if (signal.aborted) return resolve(accept("cancelled"));
        if (isClosed) return resolve(accept("closing"));
        const waits = byId.get(id) ?? new Set<Wait<Value>>();
        const objection = placeFor(kind, waiter, waits, open, byClient.get(waiter.client) ?? 0);
        if (objection) return resolve(objection);
        byId.set(id, waits);
        const finish = (end: WaitEnd) => {
          if (!waits.delete(wait)) return;
          count(waiter.client, -1);
          if (waits.size === 0) byId.delete(id);
          callOff();
          signal.removeEventListener("abort", abort);
          resolve(accept(end));
        };
        const abort = () => finish("cancelled");
        const wait: Wait<Value> = { ...waiter, finish, ready };
        const callOff = awakeTime.after(ms, () => finish("timeout"));
        signal.addEventListener("abort", abort, { once: true });
        waits.add(wait);
        count(waiter.client, 1);
        return undefined;
      }),
    /** Whether anybody waits for it. */
    isAwaited: (id: string) => byId.has(id),
    /** Wakes the waits that are ready. Called after each commit. */
    wake: (subject: Value): void => {
      for (const wait of [...(byId.get(kind.idOf(subject)) ?? [])]) if (wait.ready(subject)) wait.finish("changed");
    },
    count: () => open,
    /** Ends all waits, and refuses new ones: the host closes. */
    close: (): void => {
      isClosed = true;
      for (const waits of [...byId.values()]) for (const wait of [...waits]) wait.finish("closing");
    },
  };
}

const tooMany = (text: string): Refusal => refuse("LIMIT_REACHED", text);

/** The reason why there is no place for one more wait; null where there is one. */
function placeFor<Value extends VersionedValue>(
  { noun, mostWaits, mostOfClient, mostAlone }: AggregateType<Value, never, Entry>,
  { seat, client }: Waiter,
  ofSubject: ReadonlySet<Wait<Value>>,
  all: number,
  own: number,
): Refusal | null {
  if (all >= MOST_WAITS) return tooMany(`${MOST_WAITS} calls are waiting already. Try again in a moment`);
  if (client === null && own >= MOST_ALONE)
    return tooMany(`${MOST_ALONE} calls without a connection of their own are waiting already. Try again in a moment`);
  if (client !== null && own >= MOST_PER_CLIENT)
    return tooMany(`${MOST_PER_CLIENT} of your calls are waiting already. End some of them first`);
  const same = [...ofSubject].filter((wait) => wait.seat === seat);
  if (seat !== null) {
    if (same.length < MOST_PER_SEAT) return null;
    return tooMany(`${MOST_PER_SEAT} calls wait for this seat already. One is enough`);
  }
  if (same.length >= mostWaits)
    return tooMany(`${mostWaits} calls wait for this ${noun} already. One for each of you is enough`);
  const share = client === null ? mostAlone : mostOfClient;
  if (same.filter((wait) => wait.client === client).length < share) return null;
  return tooMany(`${share} such calls wait for this ${noun} already. One is enough`);
}
