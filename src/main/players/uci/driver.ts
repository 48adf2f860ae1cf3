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
import { createSemaphore } from "./semaphore.ts";
import { timingOf } from "./timing.ts";

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
