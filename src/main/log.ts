import { format } from "node:util";
import { visibleLine } from "../shared/text.ts";

export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * One line a call, for the person who runs the program. Never given secrets: tokens, keys, join prompts, request bodies. At
 * `debug` it has what players that are servers or models were asked and answered, without their tokens and keys.
 */
export type Log = Record<LogLevel, (message: string) => void>;

/** A log that writes lines at or above a level; standard error unless told otherwise, since standard output may carry data. */
export function createLog(level: LogLevel, write: (line: string) => void = (line) => process.stderr.write(line)): Log {
  const most = logLevels.indexOf(level);
  const at = (name: LogLevel) => {
    const on = logLevels.indexOf(name) <= most;
    return (message: string) => {
      if (on) write(`${new Date().toISOString()} ${name} ${visibleLine(message)}\n`);
    };
  };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}

/**
 * Has what libraries write to the console written to the log: standard output may carry data, and what they quote may be
 * anybody's.
 */
export function consoleToLog(log: Log): void {
  const at =
    (level: LogLevel) =>
    (...told: readonly unknown[]) =>
      log[level](format(...told));
  Object.assign(console, {
    error: at("error"),
    warn: at("warn"),
    info: at("debug"),
    log: at("debug"),
    debug: at("debug"),
  });
}

export const silentLog: Log = { error() {}, warn() {}, info() {}, debug() {} };

/** Has the program go on where nobody reads what it writes any more (`| head -1`): that is no reason to stop a table. */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
