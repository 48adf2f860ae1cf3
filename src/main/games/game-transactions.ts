import { addedCounts, type Causes } from "../../shared/causes.ts";
import { accept, type Result } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { ChangeFeed, Transactions, Work } from "../live/transactions.ts";
import type { Duty } from "../store/store.ts";
import type { LiveGame } from "./live-game.ts";
import { type GameState, type Step, seatedAt } from "./machine/game-state.ts";
import { countOf, withCounted } from "./machine/play.ts";
import { seatFreed } from "./machine/rights.ts";

/** Refused moves of a seat that the log keeps one by one before the next move is made. */
const KEPT_WHOLE = 10;
/** Further ones are counted, and stored together with the game's next event, or when there are so many. */
const COUNTED_TOGETHER = 1_000;

/**
 * Counts moves that are refused one after the other. The log keeps the first of them as they were, and only the number
 * of the others. Until they are logged they are no part of the game: neither its snapshot nor its log contains them.
 */
export type RefusedMoveCounts = ReturnType<typeof createRefusedMoveCounts>;

interface RefusalCounts {
  ply: number;
  readonly inARow: Map<Seat, number>;
  /** By kind. */
  readonly byKind: Map<Seat, Causes>;
}

export function createRefusedMoveCounts() {
  const games = new Map<string, RefusalCounts>();

  const countsAt = ({ id, ply }: GameState): RefusalCounts => {
    const counts = games.get(id) ?? { ply, inARow: new Map(), byKind: new Map() };
    if (counts.ply !== ply) counts.inARow.clear();
    counts.ply = ply;
    games.set(id, counts);
    return counts;
  };

  /** A step for the counted moves alone; null where there are none. */
  const due = (state: GameState): Step | null => (games.get(state.id)?.byKind.size ? { state, events: [] } : null);
  return {
    due,
    /** The step for a refused move, or null where it is only counted for now. */
    logOrCount: (state: GameState, seat: Seat, step: Step): Step | null => {
      // Where refused moves lose the game, each is logged: their number is limited, and several hosts have to agree on
      // it.
      if (state.league?.maxIllegal !== undefined) return step;
      const [event, ...others] = step.events;
      if (event?.type !== "moveRefused" || others.length > 0) return step;
      const { inARow, byKind } = countsAt(state);
      const row = (inARow.get(seat) ?? 0) + 1;
      inARow.set(seat, row);
      if (row <= KEPT_WHOLE) return step;
      const kinds = addedCounts(byKind.get(seat), { [event.kind ?? "notation"]: 1 });
      byKind.set(seat, kinds);
      return countOf(kinds) < COUNTED_TOGETHER ? null : due(state);
    },
    /** A step with the moves counted before it. */
    withCounted: (step: Step): Step => {
      const counts = games.get(step.state.id)?.byKind;
      return counts ? withCounted(step, counts) : step;
    },
    /** Forgets the counted moves: the step with them is stored. */
    forget: ({ id, outcome }: GameState): void => {
      if (outcome) games.delete(id);
      else games.get(id)?.byKind.clear();
    },
    /** Games with counted moves. */
    games: (): readonly string[] => [...games].flatMap(([id, { byKind }]) => (byKind.size > 0 ? [id] : [])),
  };
}

/** Decides a command; null for a decision that changes nothing. */
export type Decide = (game: LiveGame, at: number) => Result<Step | null>;

/** Runs changes of games, one at a time for each. */
export type GameTransactions = ReturnType<typeof createGameTransactions>;

/** @param dutyFor the duty of which work is that nobody asked for: refused with `ELSEWHERE` where another host has it */
export function createGameTransactions(
  options: {
    readonly transactions: Pick<Transactions<LiveGame>, "run">;
    readonly feed: Pick<ChangeFeed<LiveGame, Step>, "commit">;
    /** The recovery under way, which every transaction waits for, or the time between would be charged; else null. */
    readonly recovering: () => Promise<unknown> | null;
    /** Refused moves that were counted, to be kept with the next step. */
    readonly refusals: Pick<RefusedMoveCounts, "withCounted" | "forget">;
    readonly now: () => number;
  },
  dutyFor?: (id: string) => Duty,
) {
  const { transactions, feed, recovering, refusals, now } = options;
  /** Runs work when its turn has come, and again on the new value when another writer was faster. */
  const run = <T>(id: string, work: Work<LiveGame, T>): Promise<Result<T>> => {
    const turn = () => transactions.run(id, work);
    return recovering()?.then(turn, turn) ?? turn();
  };
  const commit = async (before: LiveGame, step: Step, at: number): Promise<Result<LiveGame>> => {
    const games = await feed.commit([{ before, step: refusals.withCounted(step) }], at, {
      duty: dutyFor?.(before.state.id),
    });
    if (!games.ok) return games;
    const [after = before] = games.value;
    refusals.forget(after.state);
    return accept(after);
  };
  return {
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
