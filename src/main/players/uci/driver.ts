import { addAbortListener } from "node:events";
import { availableParallelism } from "node:os";
import type { EngineSetup } from "../../../games/game.ts";
import { definitionOf } from "../../../games/register.ts";
import type { AddedEngine } from "../../../shared/api.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import type { Options, Seat } from "../../../shared/terms.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { Log } from "../../base/log.ts";
import { createResourcePool } from "../../base/resource-pool.ts";
import { type Driver, effortOf, type FailedTry, type MoveContext, moveCalledOff } from "../driver.ts";
import { bestMoveIn, isBestMove, positionCommand } from "../stockfish/uci.ts";
import { createProcesses } from "./own-engine.ts";

const TRIES = 3;
/** Milliseconds that an engine may take beyond its time. */
const GRACE_MS = 5_000;

/**
 * Plays by the person's own engines, with a process for each seat of a running game. Where no clock runs, at most one for
 * each core thinks. A move is given up, with the reason, after three failures, or when its time is over before that.
 */
export function ownEngineDriver(options: {
  /** One of the engines that the person added, by its name. */
  readonly find: (name: string) => AddedEngine | null;
  readonly log: Log;
  /** Most that think at once without clocks; by default all cores but one. */
  readonly size?: number;
}): Driver & { close(): Promise<void> } {
  const { find, log, size } = options;
  const places = createResourcePool(...Array(size ?? Math.max(1, availableParallelism() - 1)).keys());
  const processes = createProcesses(log);

  /** A move; null where its time is over before the engine could be asked. */
  const search = async (
    own: AddedEngine,
    setup: EngineSetup<Options>,
    thought: MoveContext,
    spentMs: () => number,
  ): Promise<Result<string> | null> => {
    const { signal, history, options, view } = thought;
    const process = await processes.take(own, placeOf(thought.gameId, thought.seat), signal);
    if (!process.ok) return process;
    const { engine, putBack } = process.value;
    // Nobody's clock runs while others think.
    const place = thought.clock ? undefined : await places.take(signal);
    const leave = () => {
      if (typeof place === "number") places.put(place);
      putBack();
    };
    const timing = place === null ? null : timingOf(own, thought, spentMs());
    if (!timing) {
      leave();
      return null;
    }
    const { go, stopMs, limitMs } = timing;
    const stop = () => engine.stop(GRACE_MS);
    using _listening = addAbortListener(signal, stop);
    const output = engine.ask([positionCommand(setup.startFen(options), history), go], isBestMove, limitMs + GRACE_MS);
    const callOff = stopMs === null ? () => {} : awakeTime.after(stopMs, stop);
    const lines = await output;
    callOff();
    leave();
    if (!lines.ok) return lines;
    const text = bestMoveIn(lines.value);
    const move = text === null ? null : setup.moveIn(view, text);
    if (move !== null) return accept(move);
    return refuse("ENGINE_FAILED", `The engine answered ${text ?? "nothing"}, which is no legal move here.`);
  };

  return {
    chooseMove: async (thought) => {
      const { settings, kind, signal } = thought;
      const setup = definitionOf(kind).engine;
      if (!setup) return invalid(`No engine plays ${kind}`);
      const since = awakeTime.now();
      const spentMs = () => awakeTime.now() - since;
      const failures: FailedTry[] = [];
      const noteFailure = (reason: string) => failures.push({ cause: "failed", reason });
      const own = find(settings.engine ?? "");
      if (!own) noteFailure(`there is no engine ${settings.engine} any more`);
      for (let tries = 1; own && tries <= TRIES; tries += 1) {
        const result = await search(own, setup, thought, spentMs);
        if (signal.aborted) return moveCalledOff;
        if (result === null) {
          failures.push({ cause: "late", reason: "the time for the move was over before an engine was free" });
          return accept({ text: null, late: true, effort: effortOf(failures) });
        }
        if (result.ok && failures.length === 0) return accept({ text: result.value });
        if (result.ok) return accept({ text: result.value, effort: effortOf(failures, failures.length) });
        if (result.code === "HOST_CLOSING") return moveCalledOff;
        noteFailure(clip(cleanLine(result.message), 160));
      }
      return accept({ text: null, effort: effortOf(failures) });
    },
    leave: (gameId, seat) => processes.leave(placeOf(gameId, seat)),
    close: processes.close,
  };
}

const placeOf = (gameId: string, seat: Seat): string => `${gameId} ${seat}`;

/** The part of a move's time that is kept for the answer's way to the game, and its maximum in milliseconds. */
const KEPT_PART = 0.2;
const KEPT_MS = 500;

/**
 * How an engine is told its time: by the clocks where there are any, else so many milliseconds; with the milliseconds
 * until it is stopped (null where the move has any time), and those after which it has hung. `spentMs` have passed since
 * the request; a clock that waits for the first moves has lost nothing of them. Null where the time is over.
 */
export function timingOf(
  { move_ms: moveMs }: AddedEngine,
  { kind, seat, clock, timeMs }: Pick<MoveContext, "kind" | "seat" | "clock" | "timeMs">,
  spentMs: number,
) {
  const own = definitionOf(kind).seats.indexOf(seat);
  const times = clock?.left.map((ms, place) => (clock.runs && place === own ? ms - spentMs : ms)) ?? [];
  const limitMs = Math.min((timeMs ?? Number.POSITIVE_INFINITY) - spentMs, times[own] ?? Number.POSITIVE_INFINITY);
  if (limitMs <= 0) return null;
  const stopMs = limitMs < Number.POSITIVE_INFINITY ? limitMs - Math.min(limitMs * KEPT_PART, KEPT_MS) : null;
  const [white, black] = times.map((ms) => Math.max(1, Math.floor(ms)));
  if (clock) {
    const { incrementMs } = clock;
    return { go: `go wtime ${white} btime ${black} winc ${incrementMs} binc ${incrementMs}`, stopMs, limitMs };
  }
  const ms = Math.max(1, Math.floor(Math.min(moveMs, stopMs ?? moveMs)));
  return { go: `go movetime ${ms}`, stopMs, limitMs: stopMs === null ? ms : limitMs };
}
