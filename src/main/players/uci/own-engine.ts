import { dirname } from "node:path";
import { accept, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { Log } from "../../log.ts";
import { type Engine, openProgram } from "../stockfish/engine.ts";

/** A UCI engine that the person added. */
export interface OwnEngine {
  readonly name: string;
  /** Absolute. */
  readonly path: string;
  readonly args: readonly string[];
  /** UCI options by name, as they are set after its start. */
  readonly options: Readonly<Record<string, string>>;
  /** How long it thinks about a move where there is no clock. */
  readonly moveMs: number;
}

const START_MS = 15_000;
const LONGEST_TITLE = 100;

/**
 * Starts an engine and sets its options; with how it calls itself. Refuses with `ENGINE_FAILED` a program that is none,
 * and with `INVALID_ARGUMENT` an option that it does not have.
 */
export async function startOwnEngine(
  { path, args, options }: OwnEngine,
  log: Log,
): Promise<Result<{ readonly engine: Engine; readonly title: string }>> {
  // It need not know what else is in our surroundings, keys above all.
  const { PATH, HOME, SystemRoot, LD_LIBRARY_PATH } = process.env;
  const env = Object.fromEntries(
    Object.entries({ PATH, HOME, SystemRoot, LD_LIBRARY_PATH }).filter(([, value]) => value !== undefined),
  );
  const opened = openProgram({ file: path, args, env, folder: dirname(path) }, log);
  if (!opened.ok) return opened;
  const engine = opened.value;
  const ended = async (refusal: Refusal) => {
    await engine.kill();
    return refusal;
  };
  const greeting = await engine.ask(["uci"], (line) => line === "uciok", START_MS);
  if (!greeting.ok) return ended(refuse("ENGINE_FAILED", `${path} does not answer as a UCI engine does`));
  const known = greeting.value.flatMap((line) => /^option name (.+?) type /.exec(line)?.[1]?.toLowerCase() ?? []);
  const unknown = Object.keys(options).find((name) => !known.includes(name.toLowerCase()));
  if (unknown !== undefined) return ended(refuse("INVALID_ARGUMENT", `options: the engine has no option ${unknown}`));
  const settings = Object.entries(options).map(([name, value]) => `setoption name ${name} value ${value}`);
  const ready = await engine.ask([...settings, "isready"], (line) => line === "readyok", START_MS);
  if (!ready.ok) return ended(ready);
  const [title = ""] = greeting.value.flatMap((line) => /^id name (.+)$/.exec(line)?.[1] ?? []);
  return accept({ engine, title: cleanLine(title).slice(0, LONGEST_TITLE) });
}

/** Starts an engine once, to see that it can be played with: how it calls itself. */
export async function tryOwnEngine(own: OwnEngine, log: Log): Promise<Result<string>> {
  const started = await startOwnEngine(own, log);
  if (!started.ok) return started;
  await started.value.engine.kill();
  return accept(started.value.title);
}
