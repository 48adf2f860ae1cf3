import { statSync } from "node:fs";
import type { AddedEngine } from "../../../shared/api.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Log } from "../../base/log.ts";
import type { Engine } from "../stockfish/engine.ts";
import { startOwnEngine } from "./own-engine.ts";

/** Milliseconds after which an idle engine is closed. */
const IDLE_MS = 60_000;

/** A process, and the game that it was last asked about. */
export interface Process {
  readonly engine: Engine;
  game: string;
}

/** A process for exclusive use until it is put back. */
export interface Taken {
  readonly process: Process;
  putBack(): void;
}

/** The running processes of the person's own engines. */
export function createProcesses(log: Log) {
  const idle = new Map<string, { readonly process: Process; readonly timer: NodeJS.Timeout }[]>();
  const alive = new Set<Engine>();
  const starting = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const putBack = (key: string, process: Process): void => {
    if (closing.signal.aborted || !process.engine.usable()) return void process.engine.kill();
    const end = () => {
      const others = (idle.get(key) ?? []).filter((each) => each.process !== process);
      if (others.length > 0) idle.set(key, others);
      else idle.delete(key);
      void process.engine.kill();
    };
    const timer = setTimeout(end, IDLE_MS).unref();
    idle.set(key, [...(idle.get(key) ?? []), { process, timer }]);
  };

  const fresh = async (own: AddedEngine, signal: AbortSignal): Promise<Result<Process>> => {
    const started = await startOwnEngine(own, log, AbortSignal.any([signal, closing.signal]));
    if (!started.ok) return started;
    const { engine } = started.value;
    alive.add(engine);
    void engine.exited.then(() => alive.delete(engine));
    return accept({ engine, game: "" });
  };

  return {
    /** A free process, else a new one. Refuses as {@link startOwnEngine} does, and with `HOST_CLOSING` once closed. */
    take: async (own: AddedEngine, signal: AbortSignal) => {
      if (closing.signal.aborted) return refuse("HOST_CLOSING", "Kibitz is closing");
      const key = keyOf(own);
      const taken = (process: Process): Result<Taken> => accept({ process, putBack: () => putBack(key, process) });
      const free = idle.get(key)?.pop();
      clearTimeout(free?.timer);
      if (free?.process.engine.usable()) return taken(free.process);
      const start = fresh(own, signal);
      starting.add(start);
      const started = await start.finally(() => starting.delete(start));
      return started.ok ? taken(started.value) : started;
    },
    /** Ends them all, those that are still starting as well. */
    close: async () => {
      closing.abort();
      for (const { timer } of [...idle.values()].flat()) clearTimeout(timer);
      await Promise.allSettled(starting);
      await Promise.all([...alive].map((engine) => engine.kill()));
    },
  };
}

/** An engine's command line and the state of its program: one that was built again is another engine. */
function keyOf({ path, args, options }: AddedEngine): string {
  return JSON.stringify([path, args, options, stateOf(path)]);
}

export function stateOf(path: string): readonly number[] {
  try {
    const { mtimeMs, size } = statSync(path);
    return [mtimeMs, size];
  } catch {
    // Starting the engine reports the problem.
    return [];
  }
}
