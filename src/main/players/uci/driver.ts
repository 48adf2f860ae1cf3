import { availableParallelism } from "node:os";
import { gameOf } from "../../../games/register.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine, clip } from "../../../shared/text.ts";
import type { Log } from "../../log.ts";
import type { Driver, Thought } from "../driver.ts";
import { noEffort } from "../effort.ts";
import type { Engine } from "../stockfish/engine.ts";
import { isBestMove, positionCommand, readSearch } from "../stockfish/uci.ts";
import { type OwnEngine, startOwnEngine } from "./own-engine.ts";

export interface OwnEngineDriver extends Driver {
  close(): Promise<void>;
}

export interface OwnEngineDriverOptions {
  /** One of the engines that the person added, by its name. */
  readonly find: (name: string) => OwnEngine | null;
  readonly log: Log;
}

const TRIES = 3;
/** Milliseconds that an engine may take longer than it was told. */
const GRACE_MS = 5_000;
/** Milliseconds after which an engine that nobody asks is closed. */
const IDLE_MS = 60_000;

/** A process, and the game that it was last asked about. */
interface Process {
  readonly engine: Engine;
  game: string;
  idle?: NodeJS.Timeout;
}

/**
 * The person's own engines, each by as many processes as there are games that wait for it, the machine's cores at the
 * most. A move that an engine fails to give three times is given up, with the reason.
 */
export function ownEngineDriver({ find, log }: OwnEngineDriverOptions): OwnEngineDriver {
  const idle = new Map<string, Process[]>();
  const alive = new Set<Engine>();
  const waiting: (() => void)[] = [];
  let busy = 0;
  let closed = false;
  const most = Math.max(1, availableParallelism() - 1);

  const enter = async (): Promise<void> => {
    if (busy >= most) await new Promise<void>((resolve) => waiting.push(resolve));
    else busy += 1;
  };
  const leave = (): void => {
    const next = waiting.shift();
    if (next) next();
    else busy -= 1;
  };

  const take = async (own: OwnEngine): Promise<Result<Process>> => {
    if (closed) return refuse("HOST_CLOSING", "Kibitz is closing");
    const free = idle.get(own.name)?.pop();
    clearTimeout(free?.idle);
    if (free?.engine.usable()) return accept(free);
    const started = await startOwnEngine(own, log);
    if (!started.ok) return started;
    const { engine } = started.value;
    alive.add(engine);
    void engine.exited.then(() => alive.delete(engine));
    return accept({ engine, game: "" });
  };
  const putBack = (own: OwnEngine, process: Process): void => {
    if (closed || !process.engine.usable()) return void process.engine.kill();
    process.idle = setTimeout(() => void process.engine.kill(), IDLE_MS).unref();
    idle.set(own.name, [...(idle.get(own.name) ?? []), process]);
  };

  const search = async (own: OwnEngine, startFen: string | null, thought: Thought): Promise<Result<string>> => {
    const taken = await take(own);
    if (!taken.ok) return taken;
    const process = taken.value;
    const { go, limitMs } = timeFor(own, thought);
    const stop = () => process.engine.stop(GRACE_MS);
    thought.signal.addEventListener("abort", stop, { once: true });
    const fresh = process.game === thought.gameId ? [] : ["ucinewgame"];
    process.game = thought.gameId;
    const lines = await process.engine.ask(
      [...fresh, positionCommand(startFen, thought.history), go],
      isBestMove,
      limitMs + GRACE_MS,
    );
    thought.signal.removeEventListener("abort", stop);
    putBack(own, process);
    const found = lines.ok ? readSearch(lines.value, thought.legalMoves) : lines;
    return found.ok ? accept(found.value.best) : found;
  };

  return {
    chooseMove: async (thought) => {
      const { settings, kind, options, signal } = thought;
      const setup = gameOf(kind).engine;
      if (!setup) return refuse("INVALID_ARGUMENT", `No engine plays ${kind}`);
      const failures: string[] = [];
      const own = find(settings.engine ?? "");
      if (!own) failures.push(`there is no engine ${settings.engine} any more`);
      for (let tries = 1; own && tries <= TRIES; tries += 1) {
        await enter();
        const found = signal.aborted ? calledOff : await search(own, setup.startFen(options), thought).finally(leave);
        if (signal.aborted) return calledOff;
        const effort = { ...noEffort, retries: failures.length, unusable: failures.length, failures };
        if (found.ok) return accept(failures.length > 0 ? { text: found.value, effort } : { text: found.value });
        if (found.code === "HOST_CLOSING") return calledOff;
        failures.push(clip(cleanLine(found.message), 160));
      }
      const retries = Math.max(0, failures.length - 1);
      return accept({ text: null, effort: { ...noEffort, retries, unusable: failures.length, failures } });
    },
    close: async () => {
      closed = true;
      for (const process of [...idle.values()].flat()) clearTimeout(process.idle);
      await Promise.all([...alive].map((engine) => engine.kill()));
    },
  };
}

const calledOff = refuse("GAME_OVER", "The move is not wanted any more");

/** How an engine is told its time: by the clocks where there are any, else so many milliseconds. */
function timeFor({ moveMs }: OwnEngine, { clock, timeMs }: Thought): { readonly go: string; readonly limitMs: number } {
  if (clock) {
    const [white, black] = clock.left.map(Math.floor);
    const { incrementMs } = clock;
    return {
      go: `go wtime ${white} btime ${black} winc ${incrementMs} binc ${incrementMs}`,
      limitMs: timeMs ?? Math.max(...clock.left),
    };
  }
  const ms = Math.max(1, Math.floor(Math.min(moveMs, timeMs === null ? moveMs : timeMs * 0.8)));
  return { go: `go movetime ${ms}`, limitMs: ms };
}
