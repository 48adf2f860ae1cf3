import { setImmediate as nextTurn } from "node:timers/promises";
import type { Result } from "../../shared/result.ts";
import type { Seat } from "../../shared/terms.ts";
import type { NextMove } from "../tables/commands.ts";
import type { LiveGame } from "../tables/live-game.ts";
import { type Table, toMove } from "../tables/machine/table.ts";
import type { Tables } from "../tables/tables.ts";
import type { Choice, Driver, Thought } from "./driver.ts";
import { thoughtOn } from "./thought.ts";

/** Milliseconds that all runs together may take of one turn of the event loop: everybody else has theirs in between. */
const SLICE_MS = 10;

export interface RunsOptions {
  readonly tables: Pick<Tables, "playOn">;
  /** The ply from which on each move of a game has to be ruled on before the next one is made. */
  readonly ruledFrom: (table: Table) => Promise<number>;
  readonly now: () => number;
}

/**
 * Plays a game on in which all drivers answer at once, to its end or until the time is up, and keeps that as one change.
 * Resolves with whether any move was made: where none was, somebody has to look at the game more closely.
 */
export type Run = (game: LiveGame, driverOf: (seat: Seat) => Driver | null, signal: AbortSignal) => Promise<boolean>;

/**
 * Moves of drivers that answer at once follow from the position, and nobody waits to hear that they are kept. So they
 * share a commit: a host that dies in between has told nobody of them, and the next one has them made again.
 */
export function createRuns({ tables, ruledFrom, now }: RunsOptions): Run {
  let began: number | null = null;
  const hasTime = () => {
    if (began === null) {
      began = performance.now();
      setImmediate(() => {
        began = null;
      });
    }
    return performance.now() - began < SLICE_MS;
  };

  return async (game, driverOf, signal) => {
    while (!hasTime() && !signal.aborted) await nextTurn();
    const until = await ruledFrom(game.table);
    const next = async (reached: LiveGame): Promise<NextMove | null> => {
      const { table, version } = reached;
      const [seat] = toMove(table);
      const isEnough = version > game.version && !hasTime();
      if (seat === undefined || signal.aborted || isEnough || table.ply >= until) return null;
      // Whatever is the matter, it is met again where moves are made one at a time.
      const chosen = await chosenBy(driverOf(seat), thoughtOn(reached, seat, now(), signal)).catch(() => null);
      return chosen?.ok && chosen.value.text !== null ? { seat, text: chosen.value.text } : null;
    };
    const played = await tables.playOn(game.table.id, next);
    return played.ok && played.value.version > game.version;
  };
}

const chosenBy = async (driver: Driver | null, thought: Thought): Promise<Result<Choice> | null> =>
  driver?.chooseMove(thought) ?? null;
