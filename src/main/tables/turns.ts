import { accept, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Archive } from "./archive.ts";
import { seatFreed } from "./authority.ts";
import type { Committer } from "./committer.ts";
import type { LiveGame } from "./live-game.ts";
import { type Step, seatedAt } from "./machine/table.ts";
import type { Queue } from "./queue.ts";
import type { Refusals } from "./refusals.ts";

/** How often a command is decided anew when another writer was faster. */
const TRIES = 5;

/** Something to do with a game in its turn. */
export type Work<T> = (game: LiveGame) => Promise<Result<T>>;
/** What a game comes to; null for a decision that changes nothing. */
export type Decide = (game: LiveGame, at: number) => Result<Step | null>;

/** One after the other for each game: found, decided, committed. */
export interface Turns {
  /** Runs work in the game's turn, anew with the game as it is then when another writer was faster. */
  inTurn<T>(id: string, work: Work<T>): Promise<Result<T>>;
  /** The same for a seat, unless it has another holder by then; undefined is any holder. */
  inTurnOf<T>(id: string, seat: Seat, generation: number | undefined, work: Work<T>): Promise<Result<T>>;
  /** Work that decides a step on the game as it stands and commits it. */
  decide(decision: Decide): Work<LiveGame>;
  commit(before: LiveGame, step: Step, at: number): Promise<Result<LiveGame>>;
}

export interface TurnsOptions {
  readonly queue: Queue;
  readonly archive: Archive;
  readonly committer: Committer;
  readonly forget: (id: string) => void;
  readonly isClosing: () => boolean;
  /** While the games are taken up: what every turn waits for, or the time between would be charged. Else null. */
  readonly recovering: () => Promise<unknown> | null;
  /** Makes sure that a game may be gone on with. */
  readonly settle: (game: LiveGame) => Promise<Result<LiveGame>>;
  /** What was counted in a game and is kept with its next step. */
  readonly refusals: Pick<Refusals, "withCounted" | "kept">;
  /** Whether the store has a newer version of a game, which another host kept. */
  readonly isBehind: (game: LiveGame) => Promise<boolean>;
  readonly now: () => number;
}

export function createTurns(options: TurnsOptions): Turns {
  const { queue, archive, committer, forget, isClosing, recovering, settle, refusals, isBehind, now } = options;
  const inTurn = <T>(id: string, work: Work<T>): Promise<Result<T>> => {
    const turn = () =>
      queue.run<Result<T>>(id, async () => {
        if (isClosing()) return refuse("HOST_CLOSING", "Kibitz is closing. The game is saved; go on when it is back");
        for (let attempt = 1; ; attempt += 1) {
          const found = await archive.get(id);
          const game = found.ok ? await settle(found.value) : found;
          if (!game.ok) return game;
          const done = await work(game.value);
          if (done.ok || attempt === TRIES) return done;
          // What is refused may be so on a copy alone: nothing was written that the store would have compared.
          if (done.code !== "CONFLICT" && !(await isBehind(game.value))) return done;
          forget(id);
        }
      });
    return recovering()?.then(turn, turn) ?? turn();
  };
  const commit: Turns["commit"] = async (before, step, at) => {
    const made = await committer.commit([{ before, step: refusals.withCounted(step) }], at);
    if (!made.ok) return made;
    refusals.kept(step.table);
    return accept(made.value[0] ?? before);
  };
  return {
    inTurn,
    inTurnOf: (id, seat, generation, work) =>
      inTurn(id, async (game) => {
        const holder = seatedAt(game.table, seat).generation;
        return generation === undefined || generation === holder ? work(game) : seatFreed(id);
      }),
    decide: (decision) => async (game) => {
      const at = now();
      const step = decision(game, at);
      if (!step.ok) return step;
      return step.value ? commit(game, step.value, at) : accept(game);
    },
    commit,
  };
}
