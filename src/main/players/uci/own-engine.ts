import { addAbortListener } from "node:events";
import { statSync } from "node:fs";
import { dirname } from "node:path";
import type { AddedEngine } from "../../../shared/api.ts";
import { accept, attempt, invalid, mapResult, type Result, refuse } from "../../../shared/result.ts";
import { cleanLine } from "../../../shared/text.ts";
import type { Log } from "../../base/log.ts";
import { type Engine, openProgram } from "../stockfish/engine.ts";

/** Milliseconds that an engine may take to start, or to begin a new game, where its person allowed no other. */
const START_MS = 30_000;
const LONGEST_TITLE = 100;

/**
 * Starts an engine and sets its options; returns its name. Refuses with `ENGINE_FAILED` a program that is no engine,
 * with `INVALID_ARGUMENT` an unknown option, and with `HOST_CLOSING` when it is cancelled, which ends the program.
 */
export async function startOwnEngine(own: AddedEngine, log: Log, signal: AbortSignal) {
  // The engine does not get our other variables, keys above all.
  const { PATH, HOME, SystemRoot, LD_LIBRARY_PATH } = process.env;
  const env = { PATH, HOME, SystemRoot, LD_LIBRARY_PATH };
  if (signal.aborted) return calledOff;
  const program = openProgram({ file: own.path, args: own.args, env, folder: dirname(own.path) }, log);
  if (!program.ok) return program;
  const engine = program.value;
  using _listening = addAbortListener(signal, () => void engine.kill());
  const greeting = await setUpEngine(engine, own);
  if (greeting.ok && !signal.aborted) return accept({ engine, ...greeting.value });
  await engine.kill();
  return signal.aborted || greeting.ok ? calledOff : greeting;
}

const calledOff = refuse("HOST_CLOSING", "The engine was called off while it was starting");

/** Tells an engine its options. Returns its name, empty for none, and its options as set, by {@link optionKey}. */
async function setUpEngine(engine: Engine, own: AddedEngine) {
  const greeting = await engine.ask(["uci"], (line) => line === "uciok", own.start_ms ?? START_MS);
  if (!greeting.ok) return refuse("ENGINE_FAILED", `${own.path} does not answer as a UCI engine does`);
  const options = optionsIn(greeting.value);
  const commands: string[] = [];
  // No game here is one of Chess960, in which engines write castling otherwise.
  const settings = { ...own.options, ...(options.has("uci_chess960") ? { UCI_Chess960: "false" } : {}) };
  for (const [name, value] of Object.entries(settings)) {
    const option = options.get(optionKey(name));
    const command = option ? setOption(option, value) : invalid(`options: the engine has no option ${name}`);
    if (!command.ok) return command;
    commands.push(command.value);
    if (option) options.set(optionKey(name), { ...option, value });
  }
  return mapResult(await waitUntilReady(engine, own, commands), () => ({ title: titleIn(greeting.value), options }));
}

/** Sends commands and waits until they are carried out. Refuses with `ENGINE_FAILED` after the time of a start. */
const waitUntilReady = (engine: Engine, { start_ms = START_MS }: AddedEngine, commands: readonly string[]) =>
  engine.ask([...commands, "isready"], (line) => line === "readyok", start_ms);

/** The engine's name in its greeting; empty for none. */
export function titleIn(greeting: readonly string[]): string {
  const [title = ""] = greeting.flatMap((line) => /^id name (.+)$/.exec(line)?.[1] ?? []);
  return cleanLine(title).slice(0, LONGEST_TITLE);
}

/** Starts an engine once to check it: returns its name. */
export async function tryOwnEngine(own: AddedEngine, log: Log, signal: AbortSignal): Promise<Result<string>> {
  const engine = await startOwnEngine(own, log, signal);
  if (!engine.ok) return engine;
  await engine.value.engine.kill();
  return accept(engine.value.title);
}

/** An option as its engine declares it (UCI protocol, `option`). */
export interface EngineOption {
  readonly name: string;
  readonly type: string;
  /** Null where it has none, as a button has not. */
  readonly value: string | null;
  readonly min: number;
  readonly max: number;
  /** The values of a `combo`; empty for all others. */
  readonly choices: readonly string[];
}

/** The key of an option: letter case and the number of blanks do not matter in a name (UCI protocol, `setoption`). */
const optionKey = (name: string): string => name.trim().replace(/\s+/g, " ").toLowerCase();

/** The options in an engine's greeting, by {@link optionKey}. */
export const optionsIn = (greeting: readonly string[]): Map<string, EngineOption> =>
  new Map(
    greeting.flatMap((line) => {
      const match = /^option\s+name\s+(.+?)\s+type\s+(check|spin|combo|button|string)\b\s*(.*)$/.exec(line);
      const [, name = "", type = "", details = ""] = match ?? [];
      // A text may contain the words before the fields of other types.
      const fields = type === "string" ? [details] : details.split(/\s+(?=(?:default|min|max|var)\s)/);
      const texts = (word: string) => fields.flatMap((field) => field.split(`${word} `, 2).slice(1));
      const [value = null, min = "-Infinity", max = "Infinity"] = ["default", "min", "max"].map(
        (word) => texts(word)[0],
      );
      const option = { name, type, value, min: Number(min), max: Number(max), choices: texts("var") };
      return match ? [[optionKey(name), option] as const] : [];
    }),
  );

/** The command that sets an option or presses a button. Refuses with `INVALID_ARGUMENT` a value not taken. */
export function setOption({ name, type, min, max, choices }: EngineOption, text: string): Result<string> {
  const word = text.trim().toLowerCase();
  const command = `setoption name ${name}`;
  if (type === "button") return accept(command);
  // An empty text has a word of its own (UCI protocol, `setoption`).
  if (type === "string") return accept(`${command} value ${word === "" ? "<empty>" : text}`);
  const isNumber = type === "spin" && /^[+-]?\d+$/.test(word) && Number(word) >= min && Number(word) <= max;
  const values = type === "check" ? ["true", "false"] : choices;
  const value = isNumber ? word : values.find((each) => each.toLowerCase() === word);
  if (value !== undefined) return accept(`${command} value ${value}`);
  const range = type === "spin" ? `a whole number from ${min} to ${max}` : values.join(" or ");
  return invalid(`options: ${name} takes ${range}, not ${JSON.stringify(text)}`);
}

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
    return mapResult(await waitUntilReady(engine, own, ["ucinewgame"]), () => process);
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
