import { accept, type Result } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Cache } from "../live/cache.ts";
import type { ChangeFeed } from "../live/change-feed.ts";
import type { Transactions, Work } from "../live/transactions.ts";
import type { LeaseName } from "../store/cluster/leases.ts";
import type { LiveGame } from "./live-game.ts";
import { type Step, seatedAt } from "./machine/game-state.ts";
import { seatFreed } from "./machine/rights.ts";
import type { Refusals } from "./refusals.ts";

/** Decides a command; null for a decision that changes nothing. */
export type Decide = (game: LiveGame, at: number) => Result<Step | null>;

/** Runs changes of games, one at a time for each. */
export type GameTransactions = ReturnType<typeof createGameTransactions>;

/** @param leasedFor the lease for work without a request: refused with `ELSEWHERE` where another host has it */
export function createGameTransactions(
  options: {
    readonly cache: Pick<Cache<LiveGame>, "isStale">;
    readonly transactions: Pick<Transactions<LiveGame>, "run">;
    readonly feed: Pick<ChangeFeed<LiveGame, Step>, "commit">;
    /** The recovery under way, which every transaction waits for, or the time between would be charged; else null. */
    readonly recovering: () => Promise<unknown> | null;
    /** Refused moves that were counted, to be kept with the next step. */
    readonly refusals: Pick<Refusals, "withCounted" | "forget">;
    readonly now: () => number;
  },
  leasedFor?: (id: string) => LeaseName,
) {
  const { cache, transactions, feed, recovering, refusals, now } = options;
  /** Runs work when its turn has come, and again on the new value when another writer was faster. */
  const run = <T>(id: string, work: Work<LiveGame, T>): Promise<Result<T>> => {
    const turn = () => transactions.run(id, work, leasedFor !== undefined);
    return recovering()?.then(turn, turn) ?? turn();
  };
  const commit = async (before: LiveGame, step: Step, at: number): Promise<Result<LiveGame>> => {
    const lease = leasedFor?.(before.state.id);
    const games = await feed.commit([{ before, step: refusals.withCounted(step) }], at, { lease });
    if (!games.ok) return games;
    const [after = before] = games.value;
    refusals.forget(after.state);
    return accept(after);
  };
  return {
    isStale: cache.isStale,
    run,
    /** The same for a seat, unless its holder has changed by then; undefined for any holder. */
    runForSeat: <T>(id: string, seat: Seat, generation: number | undefined, work: Work<LiveGame, T>) =>
      run<T>(id, async (game) => {
        const holder = seatedAt(game.state, seat).generation;
        return generation === undefined || generation === holder ? work(game) : seatFreed(game.state);
      }),
    commit,
    /** Work that decides a step on the current game and commits it. */
    decide:
      (decision: Decide) =>
      async (game: LiveGame): Promise<Result<LiveGame>> => {
        const at = now();
        const step = decision(game, at);
        if (!step.ok) return step;
        return step.value ? commit(game, step.value, at) : accept(game);
      },
  };
}
