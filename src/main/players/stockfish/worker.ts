import { addAbortListener } from "node:events";
import { setTimeout as pause } from "node:timers/promises";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Log } from "../../base/log.ts";
import { type Engine, openEngine } from "./engine.ts";
import type { Level } from "./levels.ts";
import { goCommand, isBestMove, optionsOf, positionCommand, readSearch, type Search } from "./uci.ts";

/** A position with the moves that led to it, which Stockfish needs to see repetitions. Moves are in UCI notation. */
export interface Position {
  /** The starting position; null for the usual one. */
  readonly startFen: string | null;
  readonly moves: readonly string[];
  readonly legalMoves: readonly string[];
}

export type Worker = ReturnType<typeof createWorker>;

const tries = 3;
const backoffMs = 100;
const advice = "Start Kibitz again; if that does not help, install it again (in a checkout: npm install).";
const startLimitMs = 30_000;
/**
 * Loads the network and lets V8 compile the hot paths, so that the first move comes as fast as the others. The levels'
 * searches fit into a hash table of 4 MB, and the usual one of 16 takes 7 ms to clear before each move.
 */
const warmUpCommands = ["setoption name Hash value 4", "isready", "position startpos", "go depth 8"];

/** One place of the pool: at most one usable process, started when needed and replaced when it fails. */
export function createWorker(options: {
  readonly enginePath: string | undefined;
  readonly log: Log;
  /** Milliseconds beyond its thinking time after which a process counts as hung. */
  readonly graceMs: number;
}) {
  const { enginePath, log, graceMs } = options;
  const alive = new Set<Engine>();
  let engine: Engine | null = null;
  /** The level to which the process is set; null after its start. */
  let setFor: Level | null = null;
  let closed = false;

  const usable = () => engine?.usable() === true;

  async function start(): Promise<Result<Engine>> {
    if (closed) return refuse("HOST_CLOSING", "The host is closing.");
    if (engine?.usable()) return accept(engine);
    const opened = openEngine(log, enginePath);
    if (!opened.ok) return opened;
    const fresh = opened.value;
    engine = fresh;
    setFor = null;
    alive.add(fresh);
    fresh.exited.then(() => alive.delete(fresh));
    const greeting = await fresh.ask(["uci"], (line) => line === "uciok", startLimitMs);
    if (!greeting.ok) return greeting;
    const warm = await fresh.ask(warmUpCommands, isBestMove, startLimitMs);
    return warm.ok ? opened : warm;
  }

  async function searchOnce(position: Position, level: Level, signal: AbortSignal): Promise<Result<Search>> {
    const started = await start();
    if (!started.ok) return started;
    if (signal.aborted) return refuse("GAME_OVER", "The search was called off.");
    const running = started.value;
    const options = level === setFor ? [] : optionsOf(level);
    setFor = level;
    using _listening = addAbortListener(signal, () => running.stop(graceMs));
    // One process serves many games at many levels. Without a new game before each search, a weak level would find
    // what a strong one left in the hash table; with it, a move depends on position and level alone. It costs about 2 ms.
    const lines = await running.ask(
      ["ucinewgame", ...options, positionCommand(position.startFen, position.moves), goCommand(level)],
      isBestMove,
      level.movetimeMs + graceMs,
    );
    if (!lines.ok) return lines;
    const search = readSearch(lines.value, position.legalMoves);
    if (!search.ok) await running.kill();
    return search;
  }

  return {
    usable,
    pids: () => [...alive].map(({ pid }) => pid),
    /**
     * Starts and warms up a process where there is none. Refuses with `ENGINE_FAILED`, or `HOST_CLOSING` once closed.
     */
    start,
    /**
     * Searches a position, on a fresh process after a failure, three times at most. Refuses with `ENGINE_FAILED`,
     * `INVALID_ARGUMENT` (Stockfish does not play the position), `GAME_OVER` when aborted.
     */
    async search(position: Position, level: Level, signal: AbortSignal) {
      for (let attempt = 1; ; attempt += 1) {
        const found = await searchOnce(position, level, signal);
        if (found.ok || found.code !== "ENGINE_FAILED") return found;
        log.warn(`engine, try ${attempt} of ${tries}: ${found.message}`);
        if (attempt === tries) return refuse("ENGINE_FAILED", `The computer cannot move. ${found.message} ${advice}`);
        await pause(backoffMs * attempt, undefined, { signal }).catch(() => {});
        if (signal.aborted) return refuse("GAME_OVER", "The search was called off.");
      }
    },
    /** Ends the process until the next search. */
    rest() {
      engine?.kill();
    },
    async close() {
      closed = true;
      await Promise.all([...alive].map((running) => running.kill()));
    },
  };
}
