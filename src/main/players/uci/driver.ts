import { addAbortListener } from "node:events";
import { availableParallelism } from "node:os";
import { definitionOf } from "../../../games/register.ts";
import type { AddedEngine } from "../../../shared/api.ts";
import { accept, invalid, type Result } from "../../../shared/result.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { Log } from "../../base/log.ts";
import { type Driver, type MoveContext, moveCalledOff } from "../driver.ts";
import { effortOf } from "../effort.ts";
import { isBestMove, positionCommand, readSearch } from "../stockfish/uci.ts";
import { createProcesses } from "./processes.ts";

export interface OwnEngineDriver extends Driver {
  close(): Promise<void>;
}

export interface OwnEngineDriverOptions {
  /** One of the engines that the person added, by its name. */
  readonly find: (name: string) => AddedEngine | null;
  readonly log: Log;
  /** Most processes at once; by default all cores but one. */
  readonly size?: number;
}

const TRIES = 3;
/** Milliseconds that an engine may take beyond its time. */
const GRACE_MS = 5_000;

/**
 * Plays by the person's own engines, each with as many processes as there are games that wait for it, at most one for
 * each core. A move is given up, with the reason, after three failures, or when its time is over before an engine was
 * free.
 */
export function ownEngineDriver({ find, log, size }: OwnEngineDriverOptions): OwnEngineDriver {
  const gate = createSemaphore(size ?? Math.max(1, availableParallelism() - 1));
  const processes = createProcesses(log);

  /** A move; null where its time is over before the engine could be asked. */
  const search = async (
    own: AddedEngine,
    startFen: string | null,
    thought: MoveContext,
    spentMs: () => number,
  ): Promise<Result<string> | null> => {
    const { signal, gameId, history, legalMoves } = thought;
    const taken = await processes.take(own, signal);
    if (!taken.ok) return taken;
    const { process, putBack } = taken.value;
    const { engine } = process;
    const timing = timingOf(own, thought, spentMs());
    if (timing === null || signal.aborted) {
      putBack();
      return null;
    }
    const { go, stopMs, limitMs } = timing;
    const stop = () => engine.stop(GRACE_MS);
    using _listening = addAbortListener(signal, stop);
    const fresh = process.game === gameId ? [] : ["ucinewgame"];
    process.game = gameId;
    const asked = engine.ask([...fresh, positionCommand(startFen, history), go], isBestMove, limitMs + GRACE_MS);
    const callOff = stopMs === null ? () => {} : awakeTime.after(stopMs, stop);
    const lines = await asked;
    callOff();
    putBack();
    const found = lines.ok ? readSearch(lines.value, legalMoves) : lines;
    return found.ok ? accept(found.value.best) : found;
  };

  return {
    chooseMove: async (thought) => {
      const { settings, kind, options, signal } = thought;
      const setup = definitionOf(kind).engine;
      if (!setup) return invalid(`No engine plays ${kind}`);
      const since = awakeTime.now();
      const spentMs = () => awakeTime.now() - since;
      const failures: string[] = [];
      const own = find(settings.engine ?? "");
      if (!own) failures.push(`there is no engine ${settings.engine} any more`);
      for (let tries = 1; own && tries <= TRIES; tries += 1) {
        const leave = await gate.enter(signal);
        if (!leave) return moveCalledOff;
        const found = await search(own, setup.startFen(options), thought, spentMs).finally(leave);
        if (signal.aborted) return moveCalledOff;
        if (found === null) {
          failures.push("the time for the move was over before an engine was free");
          return accept({ text: null, late: true, effort: effortOf(failures) });
        }
        if (found.ok && failures.length === 0) return accept({ text: found.value });
        if (found.ok) return accept({ text: found.value, effort: effortOf(failures, failures.length) });
        if (found.code === "HOST_CLOSING") return moveCalledOff;
        failures.push(clip(cleanLine(found.message), 160));
      }
      return accept({ text: null, effort: effortOf(failures) });
    },
    close: processes.close,
  };
}

/** The part of a move's time that is kept for the answer's way to the game, and its maximum in milliseconds. */
const KEPT_PART = 0.2;
const KEPT_MS = 500;

/** The commands that tell an engine its time. */
interface Timing {
  readonly go: string;
  /** Milliseconds until it is stopped; null where the move has any time. */
  readonly stopMs: number | null;
  /** Milliseconds after which it has hung. */
  readonly limitMs: number;
}

/**
 * By the clocks where there are any, else so many milliseconds; `spentMs` have passed since the request. Null where the
 * time for the move is over.
 */
export function timingOf(
  { move_ms: moveMs }: AddedEngine,
  { kind, seat, clock, timeMs }: Pick<MoveContext, "kind" | "seat" | "clock" | "timeMs">,
  spentMs: number,
): Timing | null {
  const left = timeMs === null ? null : timeMs - spentMs;
  if (left !== null && left <= 0) return null;
  const stopMs = left === null ? null : left - Math.min(left * KEPT_PART, KEPT_MS);
  if (!clock) {
    const ms = Math.max(1, Math.floor(Math.min(moveMs, stopMs ?? moveMs)));
    return { go: `go movetime ${ms}`, stopMs, limitMs: left ?? ms };
  }
  const own = definitionOf(kind).seats.indexOf(seat);
  const [white, black] = clock.left.map((ms, place) => Math.max(1, Math.floor(place === own ? ms - spentMs : ms)));
  const { incrementMs } = clock;
  return {
    go: `go wtime ${white} btime ${black} winc ${incrementMs} binc ${incrementMs}`,
    stopMs,
    limitMs: left ?? Math.max(...clock.left),
  };
}

/** Admits so many at once; the others wait, first come, first served. */
function createSemaphore(most: number) {
  const waiting = new Set<(place: (() => void) | null) => void>();
  let inside = 0;

  const leave = (): void => {
    const [next] = waiting;
    if (!next) {
      inside -= 1;
      return;
    }
    waiting.delete(next);
    next(leave);
  };
  return {
    /** Resolves when there is room, with a function that frees the place; with null when the signal comes first. */
    enter: async (signal: AbortSignal) => {
      if (signal.aborted) return null;
      if (inside < most) {
        inside += 1;
        return leave;
      }
      const { promise, resolve } = Promise.withResolvers<(() => void) | null>();
      using _listening = addAbortListener(signal, () => {
        if (waiting.delete(resolve)) resolve(null);
      });
      waiting.add(resolve);
      return await promise;
    },
  };
}
