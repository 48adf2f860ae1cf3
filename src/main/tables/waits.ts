import { accept, type Result, refuse } from "../../shared/result.ts";
import type { LiveGame } from "./live-game.ts";

export type WaitEnd = "changed" | "timeout" | "cancelled";

/** Most waits that may be open at once. */
const MOST_WAITS = 20_000;
/** Most waits for one game: a client that starts ever new ones must not use up everybody's. */
const MOST_PER_GAME = 200;

interface Wait {
  readonly done: (end: WaitEnd) => void;
  readonly ready: (game: LiveGame) => boolean;
}

export interface Waits {
  /**
   * Resolves when `ready` holds after a change of the game (`changed`), after `ms` milliseconds (`timeout`), or when
   * the caller goes away (`cancelled`). Refuses with `LIMIT_REACHED` when too many wait already.
   */
  open(gameId: string, ready: (game: LiveGame) => boolean, ms: number, signal: AbortSignal): Promise<Result<WaitEnd>>;
  /** Wakes those whose moment has come. Called after each commit. */
  wake(game: LiveGame): void;
  /** How many wait now. */
  count(): number;
  close(): void;
}

export function createWaits(): Waits {
  const byGame = new Map<string, Set<Wait>>();
  let open = 0;

  return {
    open: (gameId, ready, ms, signal) =>
      new Promise((resolve) => {
        if (signal.aborted) return resolve(accept("cancelled"));
        if (open >= MOST_WAITS)
          return resolve(refuse("LIMIT_REACHED", `${MOST_WAITS} calls are waiting already. Try again in a moment`));
        const waits = byGame.get(gameId) ?? new Set<Wait>();
        if (waits.size >= MOST_PER_GAME)
          return resolve(
            refuse("LIMIT_REACHED", `${MOST_PER_GAME} calls wait for this game already. One for each seat is enough`),
          );
        byGame.set(gameId, waits);
        const done = (end: WaitEnd) => {
          if (!waits.delete(wait)) return;
          open -= 1;
          if (waits.size === 0) byGame.delete(gameId);
          clearTimeout(timer);
          signal.removeEventListener("abort", abort);
          resolve(accept(end));
        };
        const abort = () => done("cancelled");
        const wait: Wait = { done, ready };
        const timer = setTimeout(done, ms, "timeout");
        signal.addEventListener("abort", abort, { once: true });
        waits.add(wait);
        open += 1;
        return undefined;
      }),
    wake: (game) => {
      for (const wait of [...(byGame.get(game.table.id) ?? [])]) if (wait.ready(game)) wait.done("changed");
    },
    count: () => open,
    close: () => {
      for (const waits of [...byGame.values()]) for (const wait of [...waits]) wait.done("cancelled");
    },
  };
}
