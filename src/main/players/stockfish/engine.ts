import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { accessSync, constants, existsSync, statSync } from "node:fs";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { accept, invalid, type Refusal, type Result, refuse } from "../../../shared/result.ts";
import { awakeTime } from "../../base/awake-time.ts";
import type { Log } from "../../base/log.ts";
import { outFolder } from "../../base/shim-command.ts";
import { systemErrorCode } from "../../data/data-dir.ts";
import { refusedPosition } from "./uci.ts";

export type Engine = ReturnType<typeof converse>;

interface UciExchange {
  readonly lines: string[];
  readonly isAnswer: (line: string) => boolean;
  readonly onLine: ((line: string) => void) | undefined;
  readonly resolve: (result: Result<string[]>) => void;
  callOff: () => void;
}

/** A UCI program, with its arguments and environment. */
export interface Program {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  /** Its working folder; ours where absent. */
  readonly folder?: string;
}

/**
 * Starts a process for the engine's script, as {@link openProgram} does; refuses also when that or the .wasm beside it is
 * missing. Windows cannot start a program without SystemRoot; the engine gets no other variable of ours.
 * @param script where it is not the one that the build laid beside the program
 */
export function openEngine(
  log: Log,
  script = join(outFolder(), "stockfish", "stockfish-19-lite-single.js"),
): Result<Engine> {
  const missing = [script, script.replace(/\.js$/, ".wasm")].find((file) => !existsSync(file));
  if (missing !== undefined) return refuse("ENGINE_FAILED", `The engine's file ${missing} is missing.`);
  const env = { ELECTRON_RUN_AS_NODE: "1", SystemRoot: process.env["SystemRoot"] };
  return openProgram({ file: process.execPath, args: [script], env }, log);
}

/**
 * Starts a process for a program. Refuses with `ENGINE_FAILED` and the reason when the system does not let it start.
 */
export function openProgram({ file, args, env, folder }: Program, log: Log): Result<Engine> {
  // Node throws some of the reasons why the system starts no process, and reports others by an event.
  try {
    const child = spawn(file, args, {
      env,
      cwd: folder,
      stdio: "pipe",
      windowsHide: true,
      // Its own process group: Ctrl+C in the terminal is for the host, which then closes its engines in order.
      detached: process.platform !== "win32",
    });
    child.on("error", (error) => log.warn(`engine: ${error.message}`));
    if (child.pid !== undefined) return accept(converse(child, child.pid, log));
  } catch (error) {
    log.warn(`engine: ${error}`);
  }
  const why = programObstacle(file) ?? "the system did not let it. The log says why";
  return refuse("ENGINE_FAILED", `The engine did not start (${file}): ${why}.`);
}

/** The reason why a file cannot be started as a program, and the remedy; null where none is visible. */
export function programObstacle(file: string): string | null {
  try {
    if (statSync(file).isDirectory()) return "it is a folder. Name the program that lies in it";
    accessSync(file, constants.X_OK);
    return null;
  } catch (error) {
    const code = systemErrorCode(error);
    if (code === "ENOENT" || code === "ENOTDIR") return "there is no such file. Check its path";
    if (code === "EACCES") return "this user may not run it. Make it executable, as `chmod +x` does";
    return `the system says nothing of it (${code})`;
  }
}

/** Ends a process with everything that it started: the engine may stand behind a script. */
function killGroup(child: ChildProcessWithoutNullStreams, pid: number): void {
  if (process.platform === "win32") return void child.kill("SIGKILL");
  try {
    process.kill(-pid, "SIGKILL");
  } catch {
    // The group is gone, or must not be killed as a whole.
    child.kill("SIGKILL");
  }
}

/** One Stockfish process. It answers one question at a time; once it has failed, it is killed and never used again. */
function converse(child: ChildProcessWithoutNullStreams, pid: number, log: Log) {
  const exit = Promise.withResolvers<void>();
  let failure: Refusal | null = null;
  let question: UciExchange | null = null;

  function answer(result: Result<string[]>): void {
    if (question === null) return;
    question.callOff();
    const { resolve } = question;
    question = null;
    resolve(result);
  }

  function fail(reason: Refusal): Refusal {
    // Kills once: the id of a dead process may be another's by now.
    if (failure !== null) return failure;
    failure = reason;
    killGroup(child, pid);
    answer(reason);
    return reason;
  }

  function deadline(limitMs: number): () => void {
    return awakeTime.after(limitMs, () =>
      fail(refuse("ENGINE_FAILED", `The engine hung: no answer in ${limitMs} ms.`)),
    );
  }

  // The pipe breaks when the process dies, which "exit" reports; the streams' own errors must only not be thrown.
  child.stdin.on("error", () => {});
  child.stderr.on("error", () => {});
  child.stderr.on("data", (chunk: Buffer) => log.debug(`engine ${pid} stderr: ${chunk.toString().trim()}`));
  child.on("exit", (code, signal) => {
    fail(refuse("ENGINE_FAILED", `The engine ended by itself (${signal ?? `exit code ${code}`}).`));
    exit.resolve();
  });

  const onOutput = (line: string) => {
    log.debug(`engine ${pid}: ${line}`);
    if (question === null) return;
    // Information without moves tells how the search goes on, and nothing that an answer needs.
    const { lines } = question;
    if (!/^info\s(?!.*\spv\s)/.test(line) && lines.push(line) > MOST_LINES) lines.splice(0, MOST_LINES / 2);
    question.onLine?.(line);
    const refusal = refusedPosition(line);
    if (refusal !== null) fail(invalid(`The engine does not play this position: ${refusal}`));
    else if (question.isAnswer(line)) answer(accept(question.lines));
  };
  const beginAnswer = readOutput(child.stdout, onOutput, (reason) => {
    log.warn(fail(refuse("ENGINE_FAILED", `The engine is broken: ${reason}.`)).message);
  });

  return {
    pid,
    /** Whether it can be asked. */
    usable: () => failure === null,
    /**
     * Sends commands and resolves with the lines up to the one that `isAnswer` accepts. Refuses with `ENGINE_FAILED`
     * when the process ends or gives no answer in time, with `INVALID_ARGUMENT` when it does not play the position.
     * After a refusal the engine is dead. `onLine` gets each line when it comes.
     */
    ask(
      commands: readonly string[],
      isAnswer: (line: string) => boolean,
      limitMs: number,
      onLine?: (line: string) => void,
    ) {
      if (failure !== null) return Promise.resolve(failure);
      const { promise, resolve } = Promise.withResolvers<Result<string[]>>();
      beginAnswer();
      question = { lines: [], isAnswer, onLine, resolve, callOff: deadline(limitMs) };
      child.stdin.write(`${commands.join("\n")}\n`);
      return promise;
    },
    /** Ends the running search early: its best move so far must come within `limitMs`. */
    stop(limitMs: number) {
      if (question === null) return;
      question.callOff();
      question.callOff = deadline(limitMs);
      child.stdin.write("stop\n");
    },
    /** Ends the process and resolves when it is gone. It has nothing to save. */
    kill() {
      fail(refuse("HOST_CLOSING", "The engine was closed."));
      return exit.promise;
    },
    exit: exit.promise,
  };
}

/** Most lines of one answer that are kept. A search prints the best ones last, and those of our levels some hundreds. */
const MOST_LINES = 10_000;
/** Most characters of a line, and of all that a program may print in a minute for one answer. */
const LONGEST_LINE = 64 * 1024;
const MOST_A_MINUTE = 64 * 1024 * 1024;
const MINUTE_MS = 60_000;

/**
 * Reads a program's lines. A program that prints an endless line, or lines without end, is broken: then `onFailure` is
 * called once with the reason, and nothing more is read. Returns a function to call where a new answer begins.
 */
function readOutput(stdout: Readable, onLine: (line: string) => void, onFailure: (reason: string) => void) {
  let partial = "";
  let [bytes, since] = [0, 0];
  const begin = () => {
    [bytes, since] = [0, performance.now()];
  };
  const giveUp = (reason: string) => {
    stdout.off("data", readChunk);
    stdout.destroy();
    partial = "";
    onFailure(reason);
  };
  const readChunk = (chunk: string) => {
    if (performance.now() - since > MINUTE_MS) begin();
    bytes += chunk.length;
    if (bytes > MOST_A_MINUTE) return giveUp(`it printed more than ${MOST_A_MINUTE} characters in a minute`);
    const lines = (partial + chunk).split("\n");
    partial = lines.pop() ?? "";
    if (partial.length > LONGEST_LINE) return giveUp(`it printed a line of more than ${LONGEST_LINE} characters`);
    // White space around a line means nothing (UCI), nor does the carriage return of Windows.
    for (const line of lines) onLine(line.trim());
  };
  stdout.on("error", () => {});
  stdout.setEncoding("utf8").on("data", readChunk);
  return begin;
}
