import { accept, type Result, refuse } from "../../../shared/result.ts";
import type { Log } from "../../log.ts";
import { type Engine, openEngine } from "./engine.ts";
import { findEngine } from "./engine-path.ts";
import { growingLines, type Insight, readInsight } from "./insight.ts";
import { isBestMove, positionCommand } from "./uci.ts";

/** How hard to look at a position: until either is reached. */
export interface Effort {
  readonly depth: number;
  readonly thinkMs: number;
  /** Exactly so many positions, from an empty memory, so that another machine comes to the same; where absent, depth and time decide. */
  readonly nodes?: number;
}

export interface Analyst {
  /**
   * Looks at a position, as hard as a page asks for it unless told otherwise. One at a time; what was looked at as hard
   * before is not searched again. Refuses with `ENGINE_FAILED`, `LIMIT_REACHED` when too many ask, `GAME_OVER` when the
   * asker has gone: a search that nobody waits for any more is stopped.
   */
  look(
    startFen: string | null,
    moves: readonly string[],
    signal: AbortSignal,
    effort?: Effort,
  ): Promise<Result<Insight>>;
  /**
   * The best lines of a position, best first, for somebody who looks at it: as deep as there is patience for, told while
   * they grow. In its turn among the looks, and refused as they are; nothing of it is remembered.
   */
  explore(
    startFen: string | null,
    moves: readonly string[],
    lines: number,
    signal: AbortSignal,
    tell: (lines: readonly Insight[]) => void,
  ): Promise<Result<readonly Insight[]>>;
  close(): Promise<void>;
}

const usual: Effort = { depth: 18, thinkMs: 600 };
/** How hard a position is explored: whoever looks at it waits for nothing, but others wait for their turn. */
const patient: Effort = { depth: 30, thinkMs: 12_000 };
/** Milliseconds between two times that growing lines are told. */
const TOLD_EVERY_MS = 200;
const LIMIT_MS = 10_000;
/** Closed after this long without a question; analysis is for those who look, and costs 130 MB. */
const IDLE_MS = 60_000;
const MOST_WAITING = 50;
const REMEMBERED = 2_000;

/** An engine of its own, so that nobody's curiosity slows a player's opponent down. */
export function createAnalyst({
  log,
  enginePath,
}: {
  readonly log: Log;
  readonly enginePath?: string | undefined;
}): Analyst {
  const known = new Map<string, { readonly insight: Insight; readonly effort: Effort }>();
  let engine: Engine | null = null;
  let turn: Promise<unknown> = Promise.resolve();
  let waiting = 0;
  /** How many lines the engine looks for, unless it is told otherwise. */
  let linesWanted = 1;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  const start = async (): Promise<Result<Engine>> => {
    if (engine?.usable()) return accept(engine);
    const script = findEngine(enginePath);
    if (!script.ok) return script;
    const opened = openEngine(script.value, log);
    if (!opened.ok) return opened;
    engine = opened.value;
    linesWanted = 1;
    const greeting = await engine.ask(["uci", "isready"], (line) => line === "readyok", LIMIT_MS);
    return greeting.ok ? opened : greeting;
  };

  /** What the engine prints of a position, to the end of its search; nobody's answer where its asker has gone. */
  const ask = async (
    startFen: string | null,
    moves: readonly string[],
    signal: AbortSignal,
    effort: Effort,
    count: number,
    hear?: (line: string) => void,
  ): Promise<Result<readonly string[]>> => {
    if (closed) return refuse("HOST_CLOSING", "Kibitz is closing");
    if (signal.aborted) return nobodyWaits;
    clearTimeout(idle);
    const running = await start();
    if (!running.ok) return running;
    idle = setTimeout(() => void running.value.kill(), IDLE_MS + effort.thinkMs);
    idle.unref();
    if (signal.aborted) return nobodyWaits;
    const stop = () => running.value.stop(LIMIT_MS);
    signal.addEventListener("abort", stop, { once: true });
    const commands = [
      ...(count === linesWanted ? [] : [`setoption name MultiPV value ${count}`]),
      ...(effort.nodes === undefined ? [] : ["ucinewgame"]),
      positionCommand(startFen, moves),
      goCommand(effort),
    ];
    linesWanted = count;
    const lines = await running.value
      .ask(commands, isBestMove, effort.thinkMs + LIMIT_MS, hear)
      .finally(() => signal.removeEventListener("abort", stop));
    return lines.ok && signal.aborted ? nobodyWaits : lines;
  };

  const search = async (
    key: string,
    startFen: string | null,
    moves: readonly string[],
    signal: AbortSignal,
    effort: Effort,
  ): Promise<Result<Insight>> => {
    const seen = known.get(key);
    if (seen && isEnough(seen, effort)) return accept(seen.insight);
    const lines = await ask(startFen, moves, signal, effort, 1);
    if (!lines.ok) return lines;
    const insight = readInsight(lines.value);
    if (!insight) return refuse("ENGINE_FAILED", "The engine said nothing about this position");
    known.delete(key);
    known.set(key, { insight, effort });
    if (known.size > REMEMBERED) known.delete(known.keys().next().value ?? "");
    return accept(insight);
  };

  /** Has something done in its turn. */
  const inTurn = <T>(run: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (waiting >= MOST_WAITING)
      return Promise.resolve(refuse("LIMIT_REACHED", "Many positions are being looked at. Try again in a moment"));
    waiting += 1;
    const counted = () =>
      run().finally(() => {
        waiting -= 1;
      });
    const found = turn.then(counted, counted);
    turn = found;
    return found;
  };

  return {
    look: (startFen, moves, signal, effort = usual) => {
      const key = `${startFen ?? ""}|${moves.join(" ")}`;
      return inTurn(() => search(key, startFen, moves, signal, effort));
    },
    explore: (startFen, moves, count, signal, tell) =>
      inTurn(async () => {
        const growing = growingLines(count);
        let told = performance.now();
        const hear = (line: string) => {
          if (!growing.hear(line) || performance.now() - told < TOLD_EVERY_MS) return;
          told = performance.now();
          tell(growing.lines());
        };
        const printed = await ask(startFen, moves, signal, patient, count, hear);
        if (!printed.ok) return printed;
        const lines = growing.lines();
        return lines.length > 0
          ? accept(lines)
          : refuse("ENGINE_FAILED", "The engine said nothing about this position");
      }),
    close: async () => {
      closed = true;
      clearTimeout(idle);
      await engine?.kill();
    },
  };
}

const nobodyWaits = refuse("GAME_OVER", "Nobody waits for this any more");

/** Whether an earlier look tells all that a new one would. */
const goCommand = ({ depth, thinkMs, nodes }: Effort): string =>
  nodes === undefined ? `go depth ${depth} movetime ${thinkMs}` : `go nodes ${nodes}`;

const isEnough = (
  { insight, effort }: { readonly insight: Insight; readonly effort: Effort },
  { depth, thinkMs, nodes }: Effort,
): boolean => {
  if (nodes !== undefined) return effort.nodes === nodes;
  return insight.depth >= depth || (effort.depth >= depth && effort.thinkMs >= thinkMs);
};
