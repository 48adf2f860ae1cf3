import type { AddedEngine } from "../../../shared/api.ts";
import { accept, type Result, refuse } from "../../../shared/result.ts";
import { quote } from "../../../shared/text.ts";
import type { Log } from "../../base/log.ts";
import { type Engine, openEngine } from "../stockfish/engine.ts";
import { type EngineOption, optionsIn, keyOf as programKey, startOwnEngine, titleIn } from "./own-engine.ts";

/** The person's engine for analysis, by its name; null where it no longer exists. */
export interface ChosenEngine {
  readonly name: string;
  readonly own: AddedEngine | null;
}

type RunningEngine = ReturnType<typeof runningEngine>;

export interface AnalysisEngineOptions {
  readonly log: Log;
  /** The script of Kibitz's own where it does not come from node_modules. */
  readonly enginePath?: string | undefined;
  /** Asked before each search; null for Kibitz's own. */
  readonly choose?: (() => ChosenEngine | null) | undefined;
}

const START_MS = 10_000;
/** Kibitz's own. */
const BUILT_IN_ENGINE = "";

/** The engine of an analyst: the person's choice, or Kibitz's own where there is none or it fails. */
export function createAnalysisEngine({ log, enginePath, choose = () => null }: AnalysisEngineOptions) {
  let running: RunningEngine | null = null;
  let starting: Promise<unknown> = Promise.resolve();
  const alive = new Set<Engine>();
  /** The choice that failed, and the note about it. */
  let lastFailure: { readonly key: string; readonly notice: string } | null = null;
  /** The last notice in the log, which is not repeated. */
  let lastNotice = "";
  const closing = new AbortController();

  const failureOf = (choice: ChosenEngine | null) =>
    choice && lastFailure?.key === keyOf(choice) ? lastFailure : null;
  const key = (): string => {
    const choice = choose();
    return choice === null || failureOf(choice) ? BUILT_IN_ENGINE : keyOf(choice);
  };

  const giveUp = (choice: ChosenEngine, reason: string): void => {
    const { name, own } = choice;
    const why = own ? `${quote(name)} failed` : `${quote(name)} is missing`;
    const then = own ? "Test it, or choose another, under Settings" : "Choose another under Settings";
    const notice = `${why}, so Kibitz’s own engine analyses. ${then}.`;
    lastFailure = { key: keyOf(choice), notice };
    const line = `analysis: ${notice}${own ? ` (${reason})` : ""}`;
    if (line !== lastNotice) log.warn(line);
    lastNotice = line;
  };

  const adopt = (engine: Engine): void => {
    alive.add(engine);
    void engine.exit.then(() => alive.delete(engine));
  };

  const startOurs = async (): Promise<Result<RunningEngine>> => {
    const program = openEngine(log, enginePath);
    if (!program.ok) return program;
    adopt(program.value);
    const greeting = await program.value.ask(["uci", "isready"], (line) => line === "readyok", START_MS);
    if (!greeting.ok) return greeting;
    const title = titleIn(greeting.value);
    return accept(runningEngine(BUILT_IN_ENGINE, program.value, title, optionsIn(greeting.value)));
  };

  /** Starts the person's choice; null where it fails, which is reported. */
  const startChosen = async (choice: ChosenEngine): Promise<RunningEngine | null> => {
    const result = choice.own ? await startOwnEngine(choice.own, log, closing.signal) : null;
    if (result?.ok) {
      const { engine, title, options } = result.value;
      adopt(engine);
      return runningEngine(keyOf(choice), engine, title || choice.name, options);
    }
    if (!closing.signal.aborted) giveUp(choice, result?.message ?? "");
    return null;
  };

  const begin = async (): Promise<Result<RunningEngine>> => {
    const before = running?.engine.usable() ? running : null;
    if (before?.key === key()) return accept(before);
    const choice = key() === BUILT_IN_ENGINE ? null : choose();
    const theirs = choice && (await startChosen(choice));
    if (closing.signal.aborted) return refuse("HOST_CLOSING", "Kibitz is closing");
    if (!theirs && before?.key === BUILT_IN_ENGINE) return accept(before);
    await before?.engine.kill();
    const engine = theirs ? accept(theirs) : await startOurs();
    running = engine.ok ? engine.value : null;
    return engine;
  };

  return {
    /** The key of the engine that would search now. */
    key,
    /** The reason why it is not the person's choice, and the remedy, in a line; null where it is. */
    notice: () => failureOf(choose())?.notice ?? null,
    /** The engine that is to search, started. Refuses with `ENGINE_FAILED` where Kibitz's own does not start. */
    start: () => {
      const start = begin();
      starting = start;
      return start;
    },
    /**
     * Reports a failure of the engine; returns whether another one may be asked. After a person's engine that is
     * Kibitz's own, until the person chooses another.
     */
    fallBack: (reason: string) => {
      if (running === null || running.key === BUILT_IN_ENGINE) return false;
      const choice = choose();
      // If the person chose another one meanwhile, that one searches now.
      if (choice && running.key === keyOf(choice)) giveUp(choice, reason);
      return true;
    },
    /** Ends the process; the person's choice is tried again at the next start. */
    stopIdle: () => {
      lastFailure = null;
      void running?.engine.kill();
    },
    close: async () => {
      closing.abort();
      const end = () => Promise.all([...alive].map((engine) => engine.kill()));
      await end();
      await starting;
      await end();
    },
  };
}

/** A program that was built again gives other insights. */
const keyOf = ({ name, own }: ChosenEngine): string => JSON.stringify([name, own && programKey(own)]);

function runningEngine(key: string, engine: Engine, title: string, options: ReadonlyMap<string, EngineOption>) {
  const now = new Map(options);
  const change = (name: string, value: string | null | undefined): readonly string[] => {
    const option = now.get(name);
    if (!option || option.value === null || value === null || value === undefined) return [];
    const { type, min, max } = option;
    const within = type === "spin" ? String(Math.max(min, Math.min(max, Number(value)))) : value;
    if (within === option.value) return [];
    now.set(name, { ...option, value: within });
    return [`setoption name ${option.name} value ${within}`];
  };
  return {
    engine,
    /** Identifies the engine: insights of another one differ. */
    key,
    /** The name that it gives itself. */
    title,
    /**
     * Commands that set the number of lines, a single thread where results have to be reproducible, and no opening book:
     * in a position of its book an engine reports no score.
     */
    prepare: ({ lines, oneThread }: { readonly lines: number; readonly oneThread: boolean }) => [
      ...change("ownbook", "false"),
      ...change("multipv", String(lines)),
      ...change("threads", oneThread ? "1" : options.get("threads")?.value),
    ],
  };
}
