import { accept, type Refusal, type Result, refuse } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { Leased, Leases } from "../store/cluster/leases.ts";
import { elsewhere } from "../store/commit.ts";
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
/** The same where what is refused may be kept with the game: that is final, whatever others write meanwhile. */
export type WorkOrKept<T> = (game: LiveGame) => Promise<Result<T> | { readonly kept: Refusal }>;
/** What a game comes to; null for a decision that changes nothing. */
export type Decide = (game: LiveGame, at: number) => Result<Step | null>;

/** One after the other for each game: found, decided, committed. */
export interface Turns {
  /** Runs work in the game's turn, anew with the game as it is then when another writer was faster. */
  inTurn<T>(id: string, work: WorkOrKept<T>): Promise<Result<T>>;
  /** The same for a seat, unless it has another holder by then; undefined is any holder. */
  inTurnOf<T>(id: string, seat: Seat, generation: number | undefined, work: WorkOrKept<T>): Promise<Result<T>>;
  /** Work that decides a step on the game as it stands and commits it. */
  decide(decision: Decide): Work<LiveGame>;
  commit(before: LiveGame, step: Step, at: number): Promise<Result<LiveGame>>;
  /** Whether the store has a newer version of a game, which another host kept. */
  readonly isBehind: (game: LiveGame) => Promise<boolean>;
}

export interface AllTurns extends Turns {
  /** The same for what nobody asked for: refused with `ELSEWHERE` where another host sees to it. */
  unasked(leasedFor: (id: string) => Leased): Turns;
}

export interface TurnsOptions extends Pick<Turns, "isBehind"> {
  readonly queue: Queue;
  readonly archive: Archive;
  readonly committer: Committer;
  readonly isClosing: () => boolean;
  /** While the games are taken up: what every turn waits for, or the time between would be charged. Else null. */
  readonly recovering: () => Promise<unknown> | null;
  /** Makes sure that a game may be gone on with. */
  readonly settle: (game: LiveGame) => Promise<Result<LiveGame>>;
  /** What was counted in a game and is kept with its next step. */
  readonly refusals: Pick<Refusals, "withCounted" | "kept">;
  readonly leases: Leases;
  readonly now: () => number;
}

export function createTurns(options: TurnsOptions): AllTurns {
  const { queue, archive, committer, isClosing, recovering, settle, refusals, isBehind, leases, now } = options;
  const inTurn = <T>(id: string, work: WorkOrKept<T>): Promise<Result<T>> => {
    const turn = () =>
      queue.run<Result<T>>(id, async () => {
        if (isClosing()) return refuse("HOST_CLOSING", "Kibitz is closing. The game is saved; go on when it is back");
        for (let attempt = 1; ; attempt += 1) {
          // What cannot be read now stays in memory: its clocks and computers are to go on.
          const found = await (attempt === 1 ? archive.get(id) : archive.anew(id));
          if (!found.ok) return found;
          const game = await settle(found.value);
          const done = game.ok ? await work(game.value) : game;
          if ("kept" in done) return done.kept;
          if (done.ok || done.code === "ELSEWHERE" || attempt === TRIES) return done;
          // What is refused may be so on a copy alone: nothing was written that the store would have compared.
          if (done.code !== "CONFLICT" && !(game.ok && (await isBehind(game.value)))) return done;
        }
      });
    return recovering()?.then(turn, turn) ?? turn();
  };
  const inTurnOf: Turns["inTurnOf"] = (id, seat, generation, work) =>
    inTurn(id, async (game) => {
      const holder = seatedAt(game.table, seat).generation;
      return generation === undefined || generation === holder ? work(game) : seatFreed(id);
    });
  /** @param leasedFor what has to be this host's for a game to be changed; null for what anybody may do who is asked to */
  const turns = (leasedFor: ((id: string) => Leased) | null): Turns => {
    const commit: Turns["commit"] = async (before, step, at) => {
      const under = leasedFor ? leases.fenceOf(leasedFor(before.table.id)) : undefined;
      if (under === null) return elsewhere;
      const made = await committer.commit([{ before, step: refusals.withCounted(step) }], at, under);
      if (!made.ok) return made;
      const [after = before] = made.value;
      refusals.kept(after.table);
      return accept(after);
    };
    const decide: Turns["decide"] = (decision) => async (game) => {
      const at = now();
      const step = decision(game, at);
      if (!step.ok) return step;
      return step.value ? commit(game, step.value, at) : accept(game);
    };
    return { inTurn, inTurnOf, decide, commit, isBehind };
  };
  return { ...turns(null), unasked: turns };
}
