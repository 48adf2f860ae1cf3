import { accept, type Result, refuse } from "../../shared/result.ts";

export type WaitEnd = "changed" | "timeout" | "cancelled";

/** Most waits that may be open at once. */
const MOST_WAITS = 20_000;

interface Wait<Subject> {
  readonly done: (end: WaitEnd) => void;
  readonly ready: (subject: Subject) => boolean;
}

/** What is waited for. */
export interface WaitsFor<Subject> {
  readonly idOf: (subject: Subject) => string;
  /** What it is called. */
  readonly noun: string;
  /** Most waits for one of them: a client that starts ever new ones must not use up everybody's. */
  readonly most: number;
}

export interface Waits<Subject> {
  /**
   * Resolves when `ready` holds after a change of the subject (`changed`), after `ms` milliseconds (`timeout`), or when
   * the caller goes away (`cancelled`). Refuses with `LIMIT_REACHED` when too many wait already.
   */
  open(id: string, ready: (subject: Subject) => boolean, ms: number, signal: AbortSignal): Promise<Result<WaitEnd>>;
  /** Wakes those whose moment has come. Called after each commit. */
  wake(subject: Subject): void;
  /** How many wait now. */
  count(): number;
  close(): void;
}

export function createWaits<Subject>({ idOf, noun, most }: WaitsFor<Subject>): Waits<Subject> {
  const byId = new Map<string, Set<Wait<Subject>>>();
  let open = 0;

  return {
    open: (id, ready, ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(accept("cancelled"));
        if (open >= MOST_WAITS)
          return resolve(refuse("LIMIT_REACHED", `${MOST_WAITS} calls are waiting already. Try again in a moment`));
        const waits = byId.get(id) ?? new Set<Wait<Subject>>();
        if (waits.size >= most)
          return resolve(
            refuse("LIMIT_REACHED", `${most} calls wait for this ${noun} already. One for each seat is enough`),
          );
        byId.set(id, waits);
        const done = (end: WaitEnd) => {
          if (!waits.delete(wait)) return;
          open -= 1;
          if (waits.size === 0) byId.delete(id);
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
          resolve(accept(end));
        };
        const abort = () => done("cancelled");
        const wait: Wait<Subject> = { done, ready };
        const timer = setTimeout(done, ms, "timeout");
        signal.addEventListener("abort", abort, { once: true });
        waits.add(wait);
        open += 1;
        return undefined;
      }),
    wake: (subject) => {
      for (const wait of [...(byId.get(idOf(subject)) ?? [])]) if (wait.ready(subject)) wait.done("changed");
    },
    count: () => open,
    close: () => {
      for (const waits of [...byId.values()]) for (const wait of [...waits]) wait.done("cancelled");
    },
  };
}
