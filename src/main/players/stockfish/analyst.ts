import { addAbortListener } from "node:events";
import { RecentMap } from "../../../shared/recent-map.ts";
import { accept, mapResult, type Result, refuse } from "../../../shared/result.ts";
import { createQueue } from "../../live/transactions.ts";
import { type AnalysisEngineOptions, createAnalysisEngine } from "../uci/analysis-engine.ts";
import { growingLines, type Insight, isBestMove, positionCommand, readInsight } from "./uci.ts";

/** The effort of a search, which ends when either limit is reached. */
export interface Effort {
  readonly depth: number;
  readonly thinkMs: number;
  /**
   * Exactly so many nodes, on one thread and with an empty hash table, so that another machine comes to the same
   * result; where absent, depth and time decide.
   */
  readonly nodes?: number;
}

/** The effort of so many nodes, which no search takes a minute for. */
export const byNodes = (nodes: number): Effort => ({ depth: 99, thinkMs: 60_000, nodes });

/** The engine that made a search. */
export interface SeenBy {
  /** The name that the engine gives itself. */
  readonly engine: string;
  /** Why it is not the engine that the person chose, and the remedy, in a line; null where it is. */
  readonly notice: string | null;
}
export type Look = Insight & SeenBy;
export interface Exploration extends SeenBy {
  /** Best first. */
  readonly lines: readonly Insight[];
}

export type Analyst = ReturnType<typeof createAnalyst>;

const usualEffort: Effort = { depth: 18, thinkMs: 600 };
/** The effort for exploring a position, where the person does not wait for an end. */
const exploringEffort: Effort = { depth: 30, thinkMs: 12_000 };
/** Milliseconds for which others wait while a position is explored. */
const TURN_MS = 1_000;
/** Milliseconds between two reports of growing lines. */
const TOLD_EVERY_MS = 200;
const LIMIT_MS = 10_000;
/** Milliseconds that the engine may take to clear its tables. */
const READY_MS = 30_000;
/** Milliseconds without a question after which the engine is closed: it takes 130 MB. */
const IDLE_MS = 60_000;
const MOST_WAITING = 50;
const MOST_POSITIONS = 2_000;

/** The result as it is read from a search. */
interface Reading<Finding> {
  readonly onLine?: (line: string) => void;
  /** Aborted to end the search with the result so far. */
  readonly enough?: AbortSignal;
  /** Computed from everything printed so far; null where there is no result in it. */
  readonly resultIn: (output: readonly string[]) => Finding | null;
}

/** A known insight, and the effort of its search. */
interface CachedInsight {
  readonly insight: Insight;
  readonly effort: Effort;
  readonly engine: string;
}

/** An engine of its own, so that analysis does not slow down a player's opponent. */
export function createAnalyst({ turnMs = TURN_MS, ...options }: AnalysisEngineOptions & { readonly turnMs?: number }) {
  const engine = createAnalysisEngine(options);
  const cache = new RecentMap<string, CachedInsight>(MOST_POSITIONS);
  const turns = createQueue();
  let waiting = 0;
  /** Interrupts the exploration that runs once it has had its time, if anybody waits. */
  let giveWay: (() => void) | null = null;
  let isClosed = false;
  let idle: NodeJS.Timeout | undefined;

  /** An engine's answer about a position; dropped where the caller has gone. */
  const askOnce = async <Finding>(
    position: string,
    signal: AbortSignal,
    effort: Effort,
    count: number,
    reading: (engine: string) => Reading<Finding>,
  ): Promise<Result<{ readonly finding: Finding & SeenBy; readonly key: string }>> => {
    const running = await engine.start();
    if (!running.ok) return running;
    const { engine: program, key, title, prepare } = running.value;
    if (signal.aborted) return nobodyWaits;
    const isCounted = effort.nodes !== undefined;
    const preparation = await program.ask(
      [...prepare({ lines: count, oneThread: isCounted }), ...(isCounted ? ["ucinewgame"] : []), "isready"],
      (line) => line === "readyok",
      READY_MS,
    );
    if (!preparation.ok) return preparation;
    if (signal.aborted) return nobodyWaits;
    const { onLine: hear, resultIn, enough } = reading(title);
    // An engine that is asked in the place of one that failed has its own time.
    const ends = enough && !enough.aborted ? AbortSignal.any([signal, enough]) : signal;
    using _listening = addAbortListener(ends, () => program.stop(LIMIT_MS));
    const output = await program.ask([position, goCommand(effort)], isBestMove, effort.thinkMs + LIMIT_MS, hear);
    if (!output.ok) return output;
    if (signal.aborted) return nobodyWaits;
    const finding = resultIn(output.value);
    if (finding === null) return refuse("ENGINE_FAILED", "The engine gave no evaluation of this position");
    return accept({ finding: { ...finding, engine: title, notice: engine.notice() }, key });
  };

  /** The same, by Kibitz's own engine where the person's fails. */
  const ask: typeof askOnce = async (position, signal, ...args) => {
    // A timer that ran while the engine works would be due as soon as the machine wakes up.
    clearTimeout(idle);
    try {
      for (;;) {
        if (isClosed) return refuse("HOST_CLOSING", "Kibitz is closing");
        if (signal.aborted) return nobodyWaits;
        const result = await askOnce(position, signal, ...args);
        if (result.ok || result.code !== "ENGINE_FAILED" || !engine.fallBack(result.message)) return result;
      }
    } finally {
      if (!isClosed) idle = setTimeout(engine.stopIdle, IDLE_MS).unref();
    }
  };

  const search = async (position: string, signal: AbortSignal, effort: Effort): Promise<Result<Look>> => {
    const entry = cache.get(`${engine.key()}|${position}`);
    if (entry && isEnough(entry, effort))
      return accept({ ...entry.insight, engine: entry.engine, notice: engine.notice() });
    const result = await ask(position, signal, effort, 1, () => ({ resultIn: readInsight }));
    if (!result.ok) return result;
    const { engine: by, notice: _, ...insight } = result.value.finding;
    cache.set(`${result.value.key}|${position}`, { insight, effort, engine: by });
    return accept(result.value.finding);
  };

  /** Runs work when its turn has come. */
  const inTurn = <T>(run: () => Promise<Result<T>>): Promise<Result<T>> => {
    if (waiting >= MOST_WAITING)
      return Promise.resolve(refuse("LIMIT_REACHED", "Many positions are being analysed. Try again in a moment"));
    waiting += 1;
    giveWay?.();
    return turns.run("", () =>
      run().finally(() => {
        waiting -= 1;
      }),
    );
  };

  /** Explores in slices, between which others have their turn, until the time is used up. */
  const explore = async (
    position: string,
    count: number,
    signal: AbortSignal,
    tell: (exploration: Exploration) => void,
  ): Promise<Result<Exploration>> => {
    let best: Exploration | null = null;
    /** The deepest result so far: each search begins with shallow lines again. */
    const deepest = (exploration: Exploration): Exploration => {
      if (best?.engine !== exploration.engine || depthOf(exploration) >= depthOf(best)) best = exploration;
      return best;
    };
    for (let thinkMs = exploringEffort.thinkMs; ; ) {
      const turnOver = new AbortController();
      const end = () => turnOver.abort();
      let timer: NodeJS.Timeout | undefined;
      let from = performance.now();
      const result = await inTurn(() =>
        ask(position, signal, { ...exploringEffort, thinkMs }, count, (title) => {
          const growing = growingLines(count);
          from = performance.now();
          let lastDepth = from;
          return {
            onLine: (line) => {
              if (!growing.onLine(line)) return;
              timer ??= setTimeout(() => {
                if (waiting > 1) end();
                else giveWay = end;
              }, turnMs);
              if (performance.now() - lastDepth < TOLD_EVERY_MS) return;
              lastDepth = performance.now();
              tell(deepest({ lines: growing.lines(), engine: title, notice: engine.notice() }));
            },
            resultIn: growing.resultIn,
            enough: turnOver.signal,
          };
        }).finally(() => {
          clearTimeout(timer);
          giveWay = null;
        }),
      );
      if (!result.ok) return result.code === "LIMIT_REACHED" && best ? accept(best) : result;
      const exploration = deepest(result.value.finding);
      thinkMs -= Math.round(performance.now() - from);
      if (!turnOver.signal.aborted || thinkMs <= 0) return accept(exploration);
    }
  };

  return {
    /**
     * Analyses a position, by default with the effort that a page asks for. Searches run one at a time, and what the
     * same engine searched as deeply before is not searched again. Refuses with `ENGINE_FAILED`, with `LIMIT_REACHED`
     * when too many ask, and with `GAME_OVER` when the caller has gone: a search that nobody waits for is stopped.
     */
    look: (startFen: string | null, moves: readonly string[], signal: AbortSignal, effort: Effort = usualEffort) =>
      inTurn(() => search(positionCommand(startFen, moves), signal, effort)),
    /**
     * The best lines of a position, best first, reported while they grow, for somebody who explores it. It waits in the
     * same queue, gives way to others after a while, and goes on after them. Refuses as `look` does; no result is
     * cached.
     */
    explore: (
      startFen: string | null,
      moves: readonly string[],
      count: number,
      signal: AbortSignal,
      tell: (exploration: Exploration) => void,
    ) => explore(positionCommand(startFen, moves), count, signal, tell),
    /**
     * The best lines of a position by so much effort, best first; fewer where it has fewer moves. It waits and refuses as
     * `look` does; no result is cached.
     */
    compare: async (
      startFen: string | null,
      moves: readonly string[],
      count: number,
      signal: AbortSignal,
      effort: Effort,
    ): Promise<Result<Exploration>> => {
      const position = positionCommand(startFen, moves);
      const result = await inTurn(() => ask(position, signal, effort, count, () => growingLines(count)));
      return mapResult(result, ({ finding }) => finding);
    },
    close: async () => {
      isClosed = true;
      clearTimeout(idle);
      await engine.close();
    },
  };
}

const depthOf = ({ lines }: Exploration): number => lines[0]?.depth ?? 0;

const nobodyWaits = refuse("GAME_OVER", "Nobody waits for this any more");

const goCommand = ({ depth, thinkMs, nodes }: Effort): string =>
  nodes === undefined ? `go depth ${depth} movetime ${thinkMs}` : `go nodes ${nodes}`;

/** Whether an earlier search tells all that a new one would. */
const isEnough = ({ insight, effort }: CachedInsight, { depth, thinkMs, nodes }: Effort): boolean => {
  if (nodes !== undefined) return effort.nodes === nodes;
  if (insight.depth >= depth) return true;
  // A search that ended by its number of nodes reached neither its depth nor its time.
  return effort.nodes === undefined && effort.depth >= depth && effort.thinkMs >= thinkMs;
};
