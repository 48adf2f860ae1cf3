import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import { awakeTime } from "../base/awake-time.ts";

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

interface Wait<Subject> extends Waiter {
  readonly done: (end: WaitEnd) => void;
  readonly ready: (subject: Subject) => boolean;
}

/** The kind of thing that is waited for. */
export interface WaitKind<Subject> {
  readonly idOf: (subject: Subject) => string;
  /** The word for it in messages. */
  readonly noun: string;
  /** Most spectators of one subject. */
  readonly most: number;
  /**
   * Most waits for one subject of one connection, and of all requests that stand alone; without a number, as many as
   * there may be.
   */
  readonly mostOfClient?: number;
  readonly mostAlone?: number;
}

/** A spectator without a connection. */
const SOMEBODY: Waiter = { seat: null, client: null };

export interface WaitRegistry<Subject> {
  /**
   * Resolves when `ready` holds after a change of the subject (`changed`), after `ms` milliseconds (`timeout`), when the
   * caller goes away (`cancelled`), or when the host closes (`closing`). Refuses with `LIMIT_REACHED` when too many wait already.
   */
  open(
    id: string,
    ready: (subject: Subject) => boolean,
    ms: number,
    signal: AbortSignal,
    waiter?: Waiter,
  ): Promise<Result<WaitEnd>>;
  /** Whether anybody waits for it. */
  isAwaited(id: string): boolean;
  /** Wakes the waits that are ready. Called after each commit. */
  wake(subject: Subject): void;
  /** How many wait now. */
  count(): number;
  /** Ends all waits, and refuses new ones: the host closes. */
  close(): void;
}

export function createWaitRegistry<Subject>(what: WaitKind<Subject>): WaitRegistry<Subject> {
  const byId = new Map<string, Set<Wait<Subject>>>();
  const byClient = new Map<string | null, number>();
  let open = 0;
  let closed = false;

  const count = (client: string | null, change: 1 | -1) => {
    open += change;
    const left = (byClient.get(client) ?? 0) + change;
    if (left > 0) byClient.set(client, left);
    else byClient.delete(client);
  };

  return {
    open: (id, ready, ms, signal, waiter = SOMEBODY) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(accept("cancelled"));
        if (closed) return resolve(accept("closing"));
        const waits = byId.get(id) ?? new Set<Wait<Subject>>();
        const objection = placeFor(what, waiter, waits, open, byClient.get(waiter.client) ?? 0);
        if (objection) return resolve(objection);
        byId.set(id, waits);
        const done = (end: WaitEnd) => {
          if (!waits.delete(wait)) return;
          count(waiter.client, -1);
          if (waits.size === 0) byId.delete(id);
          callOff();
          signal.removeEventListener("abort", abort);
          resolve(accept(end));
        };
        const abort = () => done("cancelled");
        const wait: Wait<Subject> = { ...waiter, done, ready };
        const callOff = awakeTime.after(ms, () => done("timeout"));
        signal.addEventListener("abort", abort, { once: true });
        waits.add(wait);
        count(waiter.client, 1);
        return undefined;
      }),
    isAwaited: (id) => byId.has(id),
    wake: (subject) => {
      for (const wait of [...(byId.get(what.idOf(subject)) ?? [])]) if (wait.ready(subject)) wait.done("changed");
    },
    count: () => open,
    close: () => {
      closed = true;
      for (const waits of [...byId.values()]) for (const wait of [...waits]) wait.done("closing");
    },
  };
}

const tooMany = (text: string): Refusal => refuse("LIMIT_REACHED", text);

/** The reason why there is no place for one more wait; null where there is one. */
function placeFor<Subject>(
  { noun, most, mostOfClient = most, mostAlone = most }: WaitKind<Subject>,
  { seat, client }: Waiter,
  ofSubject: ReadonlySet<Wait<Subject>>,
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
  if (same.length >= most) return tooMany(`${most} calls wait for this ${noun} already. One for each of you is enough`);
  const share = client === null ? mostAlone : mostOfClient;
  if (same.filter((wait) => wait.client === client).length < share) return null;
  return tooMany(`${share} such calls wait for this ${noun} already. One is enough`);
}
