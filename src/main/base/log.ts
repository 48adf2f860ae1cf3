import { format } from "node:util";
import { visibleLine } from "../../shared/text.ts";

export const logLevels = ["error", "warn", "info", "debug"] as const;
export type LogLevel = (typeof logLevels)[number];
export const logFormats = ["text", "json"] as const;
export type LogFormat = (typeof logFormats)[number];

/** Ids of the things that a log line is about. */
export interface LogSubject {
  readonly league?: string | undefined;
  readonly match?: string | undefined;
  readonly game?: string | undefined;
  /** The `conversation_id` of a question and its answer in `league.v1`. */
  readonly conversation?: string | undefined;
}

/**
 * One line a call, for the person who runs the program. Never given secrets: tokens, keys, join prompts, request bodies. At
 * `debug` it has what players that are servers or models were asked and answered, without their tokens and keys.
 */
export type Log = Record<LogLevel, (message: string, about?: LogSubject) => void>;

/**
 * A log that writes lines at or above a level; standard error unless told otherwise, since standard output may carry data.
 * As JSON each line is an object: `time`, `level`, `message`, and of `league_id`, `match_id`, `game_id` and
 * `conversation_id` those that it is about.
 */
export function createLog(
  level: LogLevel,
  format: LogFormat,
  write: (line: string) => void = (line) => process.stderr.write(line),
): Log {
  const most = logLevels.indexOf(level);
  const lineOf: typeof jsonLine = format === "json" ? jsonLine : (time, name, message) => `${time} ${name} ${message}`;
  const at = (name: LogLevel) => {
    const on = logLevels.indexOf(name) <= most;
    return (message: string, about: LogSubject = {}) => {
      if (on) write(`${lineOf(new Date().toISOString(), name, visibleLine(message), about)}\n`);
    };
  };
  return { error: at("error"), warn: at("warn"), info: at("info"), debug: at("debug") };
}

function jsonLine(
  time: string,
  level: LogLevel,
  message: string,
  { league, match, game, conversation }: LogSubject,
): string {
  // The id of a league's game contains those of its league and match, and a conversation begins with the id of its
  // subject.
  const [, ofMatch, ofLeague, inMatch] = /^(L(\d+)m\d+)(g\d+)?(?:-|$)/.exec(game ?? match ?? conversation ?? "") ?? [];
  return JSON.stringify({
    time,
    level,
    message,
    league_id: league ?? ofLeague,
    match_id: match ?? ofMatch,
    game_id: game ?? (inMatch && `${ofMatch}${inMatch}`),
    conversation_id: conversation,
  });
}

/**
 * The format that a flag names, else `LOG_FORMAT`, else text; null for an unknown one in a flag. Other programs read
 * that variable too, and may have formats that do not exist here.
 */
export function readLogFormat(
  flag: string | undefined,
  env: Readonly<Record<string, string | undefined>>,
): LogFormat | null {
  const formatNamed = (text: string | undefined) => logFormats.find((format) => format === text);
  return flag === undefined ? (formatNamed(env["LOG_FORMAT"]?.toLowerCase()) ?? "text") : (formatNamed(flag) ?? null);
}

/** Redirects the console into the log: libraries write to it what anybody said, and standard output may carry data. */
export function consoleToLog(log: Log): void {
  for (const name of ["error", "warn", "info", "log", "debug"] as const) {
    const level = name === "error" || name === "warn" ? name : "debug";
    console[name] = (...args: readonly unknown[]) => log[level](format(...args));
  }
}

export const silentLog: Log = { error() {}, warn() {}, info() {}, debug() {} };

/** Keeps the program running when nobody reads its output any more (`| head -1`). */
export function outliveReaders(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on("error", () => {});
}
