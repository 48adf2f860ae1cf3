import { findRunningHost } from "../main/data/discovery.ts";
import { readStartOptions } from "../main/start/start-options.ts";
import { nameOf } from "../shared/command-options.ts";
import { messageOf, type Refusal, type Result } from "../shared/result.ts";
import { type HostLink, linkRunning } from "./request-host.ts";

/** Says something beside the result, on standard error. */
export const note = (message: string): void => void process.stderr.write(`kibitz: ${message}\n`);

/** Prints an error and sets the exit code: 2 for a wrong option, 1 for the rest. */
export function fail(code: 1 | 2, message: string): void {
  note(message);
  process.exitCode = code;
}

/** The same for a refusal: 2 for a wrong request, 1 for a failure. */
export const failFor = ({ code, message }: Refusal): void => fail(code === "INVALID_ARGUMENT" ? 2 : 1, message);

export const helpOption = { help: "print this" } as const;
export const jsonOption = { json: "print one JSON object, and nothing else, on standard output" } as const;
/** Options of every command that reads the data folder. */
export const folderOptions = {
  "data-dir DIR": "which Kibitz, by its data folder (KIBITZ_DATA_DIR; default: application data)",
  ...helpOption,
} as const;
/** The help on an option that a host takes as well. */
export const asHost = "as for kibitz headless";
/** Options of a command that asks the running Kibitz, or one that it starts. */
export const askOptions = { ...jsonOption, "port PORT": asHost, ...folderOptions } as const;
/** Options of a command that may start a Kibitz for hours. */
export const hostOptions = {
  "calls-per-second N": asHost,
  "log-format FORMAT": asHost,
  debug:
    "log what the host does, on standard error: each call to a player that is a server or a model with what it was asked and answered, and why somebody forfeits; the Kibitz that runs already has a log of its own (KIBITZ_LOG_LEVEL=debug)",
  ...askOptions,
} as const;

export type HostOptions = ReturnType<typeof hostOptionsIn>;

type OptionRecord = Readonly<Record<string, unknown>>;

/** Those among a command's options that a host takes as well. */
export const hostArgumentsIn = (values: OptionRecord): readonly string[] =>
  [...Object.keys(hostOptions).map(nameOf), "database"].flatMap((name) => {
    const value = values[name];
    return typeof value === "string" ? [`--${name}`, value] : [];
  });

export const hostOptionsIn = (values: OptionRecord) => ({
  help: values["help"] === true,
  debug: values["debug"] === true,
  /** Whether the command prints one JSON object and nothing else. */
  json: values["json"] === true,
  /** As `kibitz headless` takes them. */
  hostArguments: hostArgumentsIn(values),
});

/** Prints a command's result, as JSON or in words, or why there is none. */
export const print = <T>(json: boolean, result: Result<T>, words: (value: T) => string): void =>
  result.ok
    ? void process.stdout.write(`${json ? JSON.stringify(result.value) : words(result.value)}\n`)
    : failFor(result);

/** Runs a command against the running host, or against one of its own, which is closed at the end. */
export async function withHost<Options extends HostOptions>(
  reading: Result<Options>,
  usage: string | (() => Promise<string>),
  work: (link: HostLink, options: Options) => Promise<void>,
): Promise<void> {
  if (!reading.ok) return failFor(reading);
  const options = reading.value;
  if (options.help) return void process.stdout.write(typeof usage === "string" ? usage : await usage());
  try {
    const settings = readStartOptions(options.hostArguments, process.env);
    if (!settings.ok) return failFor(settings);
    const { dataDir } = settings.value;
    const running = await findRunningHost(dataDir);
    // Loading the host takes longer than most commands.
    const link = running
      ? linkRunning(running, dataDir)
      : await (await import("./host-link.ts")).linkOwnHost(settings.value, options.debug);
    if (!link.ok) return failFor(link);
    try {
      await work(link.value, options);
    } finally {
      await link.value.close();
    }
  } catch (error) {
    fail(1, messageOf(error));
  }
}

/** Aborted when the person or the system asks this program to end: work under way is abandoned. */
export function stopSignal(): AbortSignal {
  const stop = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => stop.abort());
  return stop.signal;
}

/** A table as lines of text; the columns that hold words stand to the left, figures to the right. */
export function columnsText(head: readonly string[], rows: readonly (readonly string[])[], words: ReadonlySet<number>) {
  const widths = head.map((_, column) => Math.max(...[head, ...rows].map((row) => [...(row[column] ?? "")].length)));
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padCell(cell, widths[column] ?? 0, words.has(column)))
      .join("  ")
      .trimEnd();
  return [head, ...rows].map(line).join("\n");
}

function padCell(cell: string, width: number, alignLeft: boolean): string {
  const space = " ".repeat(Math.max(0, width - [...cell].length));
  return alignLeft ? cell + space : space + cell;
}
