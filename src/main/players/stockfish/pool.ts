import { addAbortListener } from "node:events";
import { availableParallelism } from "node:os";
import { setTimeout as pause } from "node:timers/promises";
import { accept, invalid, mapResult, type Result, refuse } from "../../../shared/result.ts";
import type { Log } from "../../base/log.ts";
import { createResourcePool } from "../../base/resource-pool.ts";
import { type Engine, openEngine } from "./engine.ts";
import { type Level, levels as standardLevels } from "./levels.ts";
import { goCommand, isBestMove, isOfBest, optionsOf, positionCommand, readSearch, type Search } from "./uci.ts";

/** A position with the moves that led to it, which Stockfish needs to see repetitions. Moves are in UCI notation. */
interface SearchPosition {
  /** The starting position; null for the usual one. */
  readonly startFen: string | null;
  readonly moves: readonly string[];
  readonly legalMoves: readonly string[];
}

export interface MoveRequest extends SearchPosition {
  /** 1 (weakest) to 10, or one of its own. */
  readonly level: number | Level;
  /** Aborted when the game ends or no longer wants the move. */
  readonly signal: AbortSignal;
}

export type ChessEngine = ReturnType<typeof createEnginePool>;

const gameOver = refuse("GAME_OVER", "The game is over or no longer waits for this move.");
const hostClosing = refuse("HOST_CLOSING", "The host is closing. The game goes on when it runs again.");

/** The computer opponent's Stockfish processes, started when the queue needs them. */
export function createEnginePool(options: {
  /** Most processes at once, each 110 to 140 MB; all cores but one, 4 at most, unless given. */
  readonly size?: number;
  /** The path of the engine's script where it is not in node_modules; its .wasm is beside it. */
  readonly enginePath?: string | undefined;
  readonly log: Log;
  /** Random numbers from 0 up to 1. */
  readonly random?: () => number;
  readonly levels?: readonly Level[];
  /** Takes the lines with a score that a search printed for its best move so far. */
  readonly onInfo?: (line: string) => void;
  /** How much longer than its thinking time a search may take before its process is replaced, in ms. */
  readonly graceMs?: number;
  /** Milliseconds without work after which a process is closed; the first one stays. */
  readonly idleMs?: number;
}) {
  const { log, random = Math.random, levels = standardLevels, graceMs = 5000, idleMs = 60_000, enginePath } = options;
  const { onInfo } = options;
  const size = options.size ?? Math.max(1, Math.min(4, availableParallelism() - 1));
  const workers = Array.from({ length: size }, () => createWorker(enginePath, log, graceMs, onInfo));
  /** Those whose process runs. */
  const ready = createResourcePool<Worker>();
  /** Those without a process; a rest begins once a worker has had nothing to do for a while, but for the first one. */
  const resting = new Set(workers);
  const rests = new Map<Worker, NodeJS.Timeout>();
  let starting = 0;
  const closing = new AbortController();
  const isClosing = () => closing.signal.aborted;

  function putBack(worker: Worker): void {
    ready.put(worker);
    if (worker === workers[0] || isClosing()) return;
    const rest = () => {
      if (!ready.remove(worker)) return;
      resting.add(worker);
      worker.stop();
    };
    rests.set(worker, setTimeout(rest, idleMs).unref());
  }

  /** Starts another process, if there may be one more. Where that fails, the search that is made by it tries again. */
  async function startNext(): Promise<void> {
    const [worker] = resting;
    if (!worker) return;
    resting.delete(worker);
    starting += 1;
    const start = await worker.start();
    starting -= 1;
    if (!start.ok && !isClosing()) log.warn(start.message);
    putBack(worker);
  }

  return {
    /**
     * A move for the side to move, in UCI notation, always one of `legalMoves`. First come, first served.
     * Refuses with `GAME_OVER` when aborted or without a legal move, `HOST_CLOSING` after `close`, `INVALID_ARGUMENT`
     * for a level that is not 1 to 10 or a position that Stockfish does not play, `ENGINE_FAILED` when it cannot run.
     * Never throws.
     */
    async chooseMove(request: MoveRequest) {
      const level = typeof request.level === "number" ? levels[request.level - 1] : request.level;
      if (isClosing()) return hostClosing;
      if (level === undefined)
        return invalid(`There is no level ${request.level}. Choose a level from 1 to ${levels.length}.`);
      if (request.signal.aborted || request.legalMoves.length === 0) return gameOver;

      const signal = AbortSignal.any([request.signal, closing.signal]);
      // Another process may be free before the one that is started now.
      if (ready.waiting() >= starting && !ready.free().some((worker) => worker.usable())) void startNext();
      const worker = await ready.take(signal);
      clearTimeout(worker ? rests.get(worker) : undefined);
      const result = worker && (await worker.search(request, level, signal));
      if (worker) putBack(worker);
      if (!result || signal.aborted) return isClosing() ? hostClosing : gameOver;
      if (!result.ok && result.code === "ENGINE_FAILED") log.error(result.message);
      return mapResult(result, (search) => chooseMove(search, level, random));
    },
    /** Starts the first process, so that the first move comes fast. A failure is logged; the next move tries again. */
    async warmUp() {
      if (resting.size === workers.length) await startNext();
    },
    /** Answers waiting requests with `HOST_CLOSING`, and resolves when every process is gone. */
    async close() {
      closing.abort();
      for (const timer of rests.values()) clearTimeout(timer);
      await Promise.all(workers.map((worker) => worker.close()));
    },
    /** The live processes. */
    get pids() {
      return workers.flatMap((worker) => worker.pids());
    },
  };
}

/**
 * The move that a level plays after its search, in UCI notation.
 * A level that errs misjudges each move of the search by an error of its own, drawn from a Gumbel distribution whose
 * scale is the level's, and plays the one that then looks best. That is the multinomial logit: each move is chosen with
 * a probability in proportion to e^(expected score / size) (R. Luce, "Individual choice behavior", 1959; D. McFadden,
 * "Conditional logit analysis of qualitative choice behavior", 1974). So it plays a move that is nearly as good nearly
 * as often, a mistake sometimes and a blunder seldom, and errs more where more can be lost.
 * A mate that the search saw is always given, so that a weak level is weak and not absurd; `random` returns numbers
 * from 0 up to 1.
 */
export function chooseMove({ best, mating, lines }: Search, { choice }: Level, random: () => number): string {
  if (mating !== null) return mating;
  if (choice.by === "skill") return best;
  const scores = [...lines.values()];
  const most = Math.max(...scores);
  const weights = scores.map((score) => Math.exp((score - most) / choice.size));
  let threshold = random() * weights.reduce((sum, weight) => sum + weight, 0);
  for (const [at, move] of [...lines.keys()].entries()) {
    threshold -= weights[at] ?? 0;
    if (threshold < 0) return move;
  }
  return best;
}

const TRIES = 3;
const backoffMs = 100;
const advice = "Start Kibitz again; if that does not help, install it again (in a checkout: npm install).";
const startLimitMs = 30_000;
/**
 * Loads the network and lets V8 compile the hot paths, so that the first move comes as fast as the others. The levels'
 * searches fit into a hash table of 4 MB, and the usual one of 16 takes 7 ms to clear before each move.
 */
const warmUpCommands = ["setoption name Hash value 4", "isready", "position startpos", "go depth 8"];

type Worker = ReturnType<typeof createWorker>;

/** One place of the pool: at most one usable process, started when needed and replaced when it fails. */
function createWorker(
  enginePath: string | undefined,
  log: Log,
  graceMs: number,
  onInfo: ((line: string) => void) | undefined,
) {
  const alive = new Set<Engine>();
  let engine: Engine | null = null;
  /** The level to which the process is set; null after its start. */
  let setFor: Level | null = null;
  let isClosed = false;

  const usable = () => engine?.usable() === true;

  async function start(): Promise<Result<Engine>> {
    if (isClosed) return refuse("HOST_CLOSING", "The host is closing.");
    if (engine?.usable()) return accept(engine);
    const program = openEngine(log, enginePath);
    if (!program.ok) return program;
    const fresh = program.value;
    engine = fresh;
    setFor = null;
    alive.add(fresh);
    fresh.exit.then(() => alive.delete(fresh));
    const greeting = await fresh.ask(["uci"], (line) => line === "uciok", startLimitMs);
    if (!greeting.ok) return greeting;
    const warm = await fresh.ask(warmUpCommands, isBestMove, startLimitMs);
    return warm.ok ? program : warm;
  }

  async function searchOnce(position: SearchPosition, level: Level, signal: AbortSignal): Promise<Result<Search>> {
    const program = await start();
    if (!program.ok) return program;
    if (signal.aborted) return refuse("GAME_OVER", "The search was called off.");
    const running = program.value;
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
    else if (onInfo) for (const line of lines.value.filter(isOfBest)) onInfo(line);
    return search;
  }

  return {
    usable,
    pids: () => [...alive].map(({ pid }) => pid),
    /** Starts a process where there is none, and warms it up. Refuses with `ENGINE_FAILED` or `HOST_CLOSING`. */
    start,
    /**
     * Searches a position, on a fresh process after a failure, three times at most. Refuses with `ENGINE_FAILED`,
     * `INVALID_ARGUMENT` (Stockfish does not play the position), `GAME_OVER` when aborted.
     */
    async search(position: SearchPosition, level: Level, signal: AbortSignal) {
      for (let attempt = 1; ; attempt += 1) {
        const result = await searchOnce(position, level, signal);
        if (result.ok || result.code !== "ENGINE_FAILED") return result;
        log.warn(`engine, try ${attempt} of ${TRIES}: ${result.message}`);
        if (attempt === TRIES) return refuse("ENGINE_FAILED", `The computer cannot move. ${result.message} ${advice}`);
        await pause(backoffMs * attempt, undefined, { signal }).catch(() => {});
        if (signal.aborted) return refuse("GAME_OVER", "The search was called off.");
      }
    },
    /** Ends the process until the next search. */
    stop() {
      engine?.kill();
    },
    async close() {
      isClosed = true;
      await Promise.all([...alive].map((running) => running.kill()));
    },
  };
}
