import { addAbortListener } from "node:events";
import { dirname } from "node:path";
import type { AddedEngine } from "../../../shared/api.ts";
import { accept, invalid, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { Log } from "../../base/log.ts";
import { type Engine, openProgram } from "../stockfish/engine.ts";

/** An engine's introduction of itself. */
interface Greeted {
  /** The name that it gives itself; empty for none. */
  readonly title: string;
  /** Its options' values, where they have one, by their names in lower case. */
  readonly set: ReadonlyMap<string, string>;
}

const START_MS = 15_000;
const LONGEST_TITLE = 100;

/**
 * Starts an engine and sets its options; returns its name. Refuses with `ENGINE_FAILED` a program that is no engine,
 * with `INVALID_ARGUMENT` an unknown option, and with `HOST_CLOSING` when it is cancelled, which ends the program.
 */
export async function startOwnEngine(
  own: AddedEngine,
  log: Log,
  signal: AbortSignal,
): Promise<Result<Greeted & { readonly engine: Engine }>> {
  // The engine does not get our other variables, keys above all.
  const { PATH, HOME, SystemRoot, LD_LIBRARY_PATH } = process.env;
  const env = Object.fromEntries(
    Object.entries({ PATH, HOME, SystemRoot, LD_LIBRARY_PATH }).filter(([, value]) => value !== undefined),
  );
  if (signal.aborted) return calledOff;
  const opened = openProgram({ file: own.path, args: own.args, env, folder: dirname(own.path) }, log);
  if (!opened.ok) return opened;
  const engine = opened.value;
  using _listening = addAbortListener(signal, () => void engine.kill());
  const greeted = await greet(engine, own);
  if (greeted.ok && !signal.aborted) return accept({ engine, ...greeted.value });
  await engine.kill();
  return signal.aborted || greeted.ok ? calledOff : greeted;
}

const calledOff = refuse("HOST_CLOSING", "The engine was called off while it was starting");

/** Tells an engine its options. */
async function greet(engine: Engine, { path, options }: AddedEngine): Promise<Result<Greeted>> {
  const greeting = await engine.ask(["uci"], (line) => line === "uciok", START_MS);
  if (!greeting.ok) return refuse("ENGINE_FAILED", `${path} does not answer as a UCI engine does`);
  const known = greeting.value.flatMap((line) => /^option name (.+?) type /.exec(line)?.[1]?.toLowerCase() ?? []);
  const unknown = Object.keys(options).find((name) => !known.includes(name.toLowerCase()));
  if (unknown !== undefined) return invalid(`options: the engine has no option ${unknown}`);
  const settings = Object.entries(options).map(([name, value]) => `setoption name ${name} value ${value}`);
  const ready = await engine.ask([...settings, "isready"], (line) => line === "readyok", START_MS);
  if (!ready.ok) return ready;
  const set = optionsIn(greeting.value);
  for (const [name, value] of Object.entries(options)) set.set(name.toLowerCase(), value);
  return accept({ title: titleIn(greeting.value), set });
}

/** The engine's name in its greeting; empty for none. */
export function titleIn(greeting: readonly string[]): string {
  const [title = ""] = greeting.flatMap((line) => /^id name (.+)$/.exec(line)?.[1] ?? []);
  return cleanLine(title).slice(0, LONGEST_TITLE);
}

/** An engine's options, by their names in lower case, with their default values. */
export const optionsIn = (greeting: readonly string[]): Map<string, string> =>
  new Map(
    greeting.flatMap((line) => {
      const [named = "", name] = /^option name (.+?) type \w+(?= )/.exec(line) ?? [];
      // Matched separately: a combined pattern would be tried from each "type" on, which takes quadratic time.
      const [, value] = / default (\S+)/.exec(line.slice(named.length)) ?? [];
      return name === undefined || value === undefined ? [] : [[name.toLowerCase(), value] as const];
    }),
  );

/** Starts an engine once to check it: returns its name. */
export async function tryOwnEngine(own: AddedEngine, log: Log, signal: AbortSignal): Promise<Result<string>> {
  const started = await startOwnEngine(own, log, signal);
  if (!started.ok) return started;
  await started.value.engine.kill();
  return accept(started.value.title);
}
