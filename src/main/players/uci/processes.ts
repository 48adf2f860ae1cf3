import { addAbortListener } from "node:events";
import { statSync } from "node:fs";
import type { AddedEngine } from "../../../shared/api.ts";
import { accept, attempt, mapResult, type Result, refuse } from "../../../shared/result.ts";
import type { Log } from "../../base/log.ts";
import type { Engine } from "../stockfish/engine.ts";
import { startOwnEngine, waitUntilReady } from "./own-engine.ts";

/** Milliseconds after which an engine that nobody asks is ended: one that no game has, and one that a game has. */
const FREE_MS = 60_000;
const IN_GAME_MS = 3_600_000;

interface Process {
  readonly engine: Engine;
  readonly key: string;
  /** The seat of a running game that it plays for; null for none. */
  place: string | null;
  /** Ends the process after a while without requests; null while it is in use. */
  timer: NodeJS.Timeout | null;
}

/** The running processes of the person's own engines. A seat of a running game has one for itself. */
export function createProcesses(log: Log) {
  const processes = new Set<Process>();
  const beginning = new Set<Promise<unknown>>();
  const closing = new AbortController();

  const keepIdle = (process: Process): void => {
    if (process.timer) clearTimeout(process.timer);
    const end = () => void process.engine.kill();
    if (closing.signal.aborted || !process.engine.usable()) end();
    else process.timer = setTimeout(end, process.place === null ? FREE_MS : IN_GAME_MS).unref();
  };

  /** The engine of a seat, or a free one, else a new one, which begins a game. */
  const begin = async (own: AddedEngine, place: string, signal: AbortSignal): Promise<Result<Process>> => {
    const key = keyOf(own);
    const rests = [...processes].filter((each) => each.key === key && each.timer && each.engine.usable());
    const resting = rests.find((each) => each.place === place) ?? rests.find((each) => each.place === null);
    if (resting?.timer) clearTimeout(resting.timer);
    if (resting) resting.timer = null;
    if (resting?.place === place) return accept(resting);
    const result = resting ? accept(resting) : await startOwnEngine(own, log, signal);
    if (!result.ok) return result;
    const { engine } = result.value;
    const process: Process = resting ?? { engine, key, place, timer: null };
    process.place = place;
    processes.add(process);
    if (!resting) void engine.exit.then(() => processes.delete(process));
    using _listening = addAbortListener(signal, () => void engine.kill());
    const ready = await waitUntilReady(engine, own, ["ucinewgame"]);
    return ready.ok ? accept(process) : ready;
  };

  return {
    /**
     * The engine of a seat (the game's id and the seat), for exclusive use until it is put back. It has begun the game.
     * Refuses as {@link startOwnEngine} does, and with `HOST_CLOSING` once closed.
     */
    take: async (own: AddedEngine, place: string, signal: AbortSignal) => {
      if (closing.signal.aborted) return refuse("HOST_CLOSING", "Kibitz is closing");
      const attempt = begin(own, place, AbortSignal.any([signal, closing.signal]));
      beginning.add(attempt);
      const process = await attempt.finally(() => beginning.delete(attempt));
      return mapResult(process, (value) => ({ engine: value.engine, putBack: () => keepIdle(value) }));
    },
    /** Frees the engine of a seat whose game is over, or is played elsewhere. */
    leave: (place: string): void => {
      for (const process of processes) {
        if (process.place !== place) continue;
        process.place = null;
        if (process.timer) keepIdle(process);
      }
    },
    /** Ends them all, those that are still starting as well. */
    close: async () => {
      closing.abort();
      await Promise.allSettled(beginning);
      await Promise.all([...processes].map(({ engine }) => engine.kill()));
    },
  };
}

/** A key of an engine's command line and the state of its program: one that was built again is another engine. */
export function keyOf({ path, args, options }: AddedEngine): string {
  // A missing program is reported when the engine is started.
  const program = attempt(() => statSync(path), null);
  return JSON.stringify([path, args, options, program?.mtimeMs, program?.size]);
}
