import { addAbortListener } from "node:events";
import { RecentMap } from "../../../shared/recent-map.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { createQueue } from "../../live/transactions.ts";
import { type AnalysisEngineOptions, createAnalysisEngine } from "../uci/analysis-engine.ts";
import { growingLines, type Insight, readInsight } from "./insight.ts";
import { isBestMove, positionCommand } from "./uci.ts";

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

const usual: Effort = { depth: 18, thinkMs: 600 };
/** The effort for exploring a position, where the person does not wait for an end. */
const patient: Effort = { depth: 30, thinkMs: 12_000 };
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
const REMEMBERED = 2_000;

/** The result as it is read from a search. */
interface Reading<Found> {
  readonly hear?: (line: string) => void;
  /** Aborted to end the search with the result so far. */
  readonly enough?: AbortSignal;
  /** Computed from everything printed so far; null where there is no result in it. */
  readonly found: (printed: readonly string[]) => Found | null;
}

/** A known insight, and the effort of its search. */
interface Known {
  readonly insight: Insight;
  readonly effort: Effort;
  readonly engine: string;
}

/** An engine of its own, so that analysis does not slow down a player's opponent. */
export function createAnalyst({ turnMs = TURN_MS, ...options }: AnalysisEngineOptions & { readonly turnMs?: number }) {
  const engine = createAnalysisEngine(options);
  const known = new RecentMap<string, Known>(REMEMBERED);
  const turns = createQueue();
  let waiting = 0;
  /** Interrupts the exploration that runs once it has had its time, if anybody waits. */
  let giveWay: (() => void) | null = null;
  let closed = false;
  let idle: NodeJS.Timeout | undefined;

  /** An engine's answer about a position; dropped where the caller has gone. */
  const askOnce = async <Found>(
    position: string,
    signal: AbortSignal,
    effort: Effort,
    count: number,
    reading: (engine: string) => Reading<Found>,
  ): Promise<Result<{ readonly seen: Found & SeenBy; readonly key: string }>> => {
    const running = await engine.start();
    if (!running.ok) return running;
    const { engine: program, key, title, prepare } = running.value;
    idle = setTimeout(() => engine.rest(), IDLE_MS + effort.thinkMs);
    idle.unref();
    if (signal.aborted) return nobodyWaits;
    const isCounted = effort.nodes !== undefined;
    const prepared = await program.ask(
      [...prepare({ lines: count, oneThread: isCounted }), ...(isCounted ? ["ucinewgame"] : []), "isready"],
      (line) => line === "readyok",
      READY_MS,
    );
    if (!prepared.ok) return prepared;
    if (signal.aborted) return nobodyWaits;
    const { hear, found, enough } = reading(title);
    // An engine that is asked in the place of one that failed has its own time.
    const ends = enough && !enough.aborted ? AbortSignal.any([signal, enough]) : signal;
    using _listening = addAbortListener(ends, () => program.stop(LIMIT_MS));
    const printed = await program.ask([position, goCommand(effort)], isBestMove, effort.thinkMs + LIMIT_MS, hear);
    if (!printed.ok) return printed;
    if (signal.aborted) return nobodyWaits;
    const seen = found(printed.value);
    if (seen === null) return refuse("ENGINE_FAILED", "The engine gave no evaluation of this position");
    return accept({ seen: { ...seen, engine: title, notice: engine.notice() }, key });
  };

  /** The same, by Kibitz's own engine where the person's fails. */
  const ask: typeof askOnce = async (position, signal, ...rest) => {
    for (;;) {
      if (closed) return refuse("HOST_CLOSING", "Kibitz is closing");
      if (signal.aborted) return nobodyWaits;
      clearTimeout(idle);
      const asked = await askOnce(position, signal, ...rest);
      if (asked.ok || asked.code !== "ENGINE_FAILED" || !engine.fallBack(asked.message)) return asked;
    }
  };

  const search = async (position: string, signal: AbortSignal, effort: Effort): Promise<Result<Look>> => {
    const seen = known.get(`${engine.key()}|${position}`);
    if (seen && isEnough(seen, effort))
      return accept({ ...seen.insight, engine: seen.engine, notice: engine.notice() });
    const looked = await ask(position, signal, effort, 1, () => ({ found: readInsight }));
    if (!looked.ok) return looked;
    const { engine: by, notice: _, ...insight } = looked.value.seen;
    known.set(`${looked.value.key}|${position}`, { insight, effort, engine: by });
    return accept(looked.value.seen);
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
    tell: (found: Exploration) => void,
  ): Promise<Result<Exploration>> => {
    let best: Exploration | null = null;
    /** The deepest result so far: each search begins with shallow lines again. */
    const deepest = (found: Exploration): Exploration => {
      if (best?.engine !== found.engine || depthOf(found) >= depthOf(best)) best = found;
      return best;
    };
    for (let thinkMs = patient.thinkMs; ; ) {
      const turnOver = new AbortController();
      const end = () => turnOver.abort();
      let timer: NodeJS.Timeout | undefined;
      let from = performance.now();
      const asked = await inTurn(() =>
        ask(position, signal, { ...patient, thinkMs }, count, (title) => {
          const growing = growingLines(count);
          from = performance.now();
          let told = from;
          return {
            hear: (line) => {
              if (!growing.hear(line)) return;
              timer ??= setTimeout(() => {
                if (waiting > 1) end();
                else giveWay = end;
              }, turnMs);
              if (performance.now() - told < TOLD_EVERY_MS) return;
              told = performance.now();
              tell(deepest({ lines: growing.lines(), engine: title, notice: engine.notice() }));
            },
            found: () => (growing.lines().length > 0 ? { lines: growing.lines() } : null),
            enough: turnOver.signal,
          };
        }).finally(() => {
          clearTimeout(timer);
          giveWay = null;
        }),
      );
      if (!asked.ok) return asked.code === "LIMIT_REACHED" && best ? accept(best) : asked;
      const found = deepest(asked.value.seen);
      thinkMs -= Math.round(performance.now() - from);
      if (!turnOver.signal.aborted || thinkMs <= 0) return accept(found);
    }
  };

  return {
    /**
     * Analyses a position, by default with the effort that a page asks for. Searches run one at a time, and what the
     * same engine searched as deeply before is not searched again. Refuses with `ENGINE_FAILED`, with `LIMIT_REACHED`
     * when too many ask, and with `GAME_OVER` when the caller has gone: a search that nobody waits for is stopped.
     */
    look: (startFen: string | null, moves: readonly string[], signal: AbortSignal, effort: Effort = usual) =>
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
      tell: (found: Exploration) => void,
    ) => explore(positionCommand(startFen, moves), count, signal, tell),
    close: async () => {
      closed = true;
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
const isEnough = ({ insight, effort }: Known, { depth, thinkMs, nodes }: Effort): boolean => {
  if (nodes !== undefined) return effort.nodes === nodes;
  if (insight.depth >= depth) return true;
  // A search that ended by its number of nodes reached neither its depth nor its time.
  return effort.nodes === undefined && effort.depth >= depth && effort.thinkMs >= thinkMs;
};
