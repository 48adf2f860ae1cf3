import { resolve } from "node:path";
import { readOptions } from "../main/start/read-options.ts";
import type { EngineLeagues, KnownEngines } from "../shared/api.ts";
import { type OptionValues, optionHelp } from "../shared/command-options.ts";
import { removedEngineText } from "../shared/league-words.ts";
import { accept, invalid, type Result } from "../shared/result.ts";
import * as cli from "./command.ts";
import { type HostLink, type Method, requestHost } from "./request-host.ts";

const options = {
  "name NAME": "its name",
  "path PROGRAM": "the engine's program",
  "arg TEXT …": "an argument to start it with; repeat it for more",
  "option NAME=VALUE …": "a UCI option to set, or a button to press (NAME=); repeat it for more",
  "move-ms N": "milliseconds that it thinks about a move where there is no clock (default 1000)",
  "start-ms N": "milliseconds that it may take to start, and to begin a game (default 30000)",
  ...cli.askOptions,
} as const;

const usage = `Usage: kibitz engines [list | add | test NAME | remove NAME] [options]

The UCI engines of your own that can take part in leagues, as {"kind": "computer", "engine": NAME}, and which engine
analyses, as it is set on the settings page. An engine is started once before it is added.

  list         print them (the default)
  add          adds one: --name and --path
  test NAME    starts one, and prints the name that it gives
  remove NAME  forgets one; the program itself stays where it is

${optionHelp(options)}

Exit code: 0 when it is done; 1 if it could not be; 2 for a wrong option.
`;

/** The request to the host. */
interface EngineTask {
  readonly method: Method;
  readonly path: string;
  readonly body?: Readonly<Record<string, unknown>>;
  /** The engine that it removes, where it does. */
  readonly removes?: string;
}

/** The answer: all engines, or the name that the tested engine reports. */
type EngineAnswer = KnownEngines | { readonly title: string };

export const engines = (args: readonly string[]): Promise<void> => cli.withHost(readTask(args), usage, runTask);

async function runTask(link: HostLink, { task, json }: cli.HostOptions & { readonly task: EngineTask }): Promise<void> {
  const plays = task.removes === undefined ? accept("") : await playsIn(link, task.removes, task.path);
  if (!plays.ok) return cli.failFor(plays);
  const answer = await requestHost<EngineAnswer>(link, task.method, task.path, task.body);
  if (answer.ok && plays.value !== "") cli.note(plays.value);
  cli.print(json, answer, (answer) => ("title" in answer ? `It answers: ${answer.title}` : knownText(answer)));
}

async function playsIn(link: HostLink, engine: string, path: string): Promise<Result<string>> {
  const leagues = await requestHost<EngineLeagues>(link, "GET", `${path}/leagues`);
  return leagues.ok ? accept(removedEngineText(engine, leagues.value.leagues)) : leagues;
}

const knownText = ({ engines, analysis_engine: choice, found }: KnownEngines): string =>
  [
    listText(engines),
    analysisText(choice, engines),
    ...(found ? [`There is a Stockfish at ${found.path}. To have it here: ${found.command}`] : []),
  ].join("\n");

function analysisText(choice: string | null, engines: KnownEngines["engines"]): string {
  if (choice === null) return "Kibitz's own engine analyses.";
  if (engines.some(({ name }) => name === choice)) return `${choice} analyses.`;
  return `${choice}, chosen for analysis, is missing, so Kibitz's own engine analyses. Choose another on the settings page.`;
}

function listText(list: KnownEngines["engines"]): string {
  if (list.length === 0) return "There are no engines of your own.";
  const rows = list.map(({ name, path, args, options, move_ms }) => [
    name,
    [path, ...args].join(" "),
    Object.entries(options)
      .map(([option, value]) => `${option}=${value}`)
      .join(" "),
    String(move_ms),
  ]);
  return cli.columnsText(["Name", "Program", "Options", "ms a move"], rows, new Set([0, 1, 2]));
}

function readTask(args: readonly string[]) {
  const reading = readOptions("engines", args, options, "take");
  if (!reading.ok) return reading;
  const { values, positionals } = reading.value;
  const task = values.help ? accept(listTask) : taskOf(positionals, values);
  return task.ok ? accept({ ...cli.hostOptionsIn(values), task: task.value }) : task;
}

type EngineValues = OptionValues<typeof options>;

const listTask: EngineTask = { method: "GET", path: "/api/engines" };

function taskOf([verb = "list", ...names]: readonly string[], values: EngineValues): Result<EngineTask> {
  const [name, ...more] = names;
  if (verb === "remove" || verb === "test") {
    if (name === undefined || more.length > 0) return invalid(`${verb} takes one name.`);
    const path = `/api/engines/${encodeURIComponent(name)}`;
    return accept(
      verb === "test" ? { method: "POST", path: `${path}/test` } : { method: "DELETE", path, removes: name },
    );
  }
  if (name !== undefined || (verb !== "list" && verb !== "add"))
    return invalid("list, add, test NAME or remove NAME is expected.");
  return verb === "add" ? additionOf(values) : accept(listTask);
}

function additionOf(values: EngineValues): Result<EngineTask> {
  const { name, path, arg = [], option = [], "move-ms": moveMs, "start-ms": startMs } = values;
  if (name === undefined || path === undefined) return invalid("add takes --name and --path.");
  for (const flag of ["move-ms", "start-ms"] as const)
    if (!/^\d{1,7}$/.test(values[flag] ?? "0")) return invalid(`--${flag} takes a whole number.`);
  const pairs = option.map((text) => /^([^=]+)=(.*)$/s.exec(text)?.slice(1) ?? []);
  const options = pairs.flatMap(([key, value]) => (key === undefined || value === undefined ? [] : [[key, value]]));
  if (options.length < option.length) return invalid("--option takes NAME=VALUE.");
  return accept({
    method: "POST",
    path: "/api/engines",
    body: {
      name,
      path: resolve(path),
      args: arg,
      options: Object.fromEntries(options),
      ...(moveMs === undefined ? {} : { move_ms: Number(moveMs) }),
      ...(startMs === undefined ? {} : { start_ms: Number(startMs) }),
    },
  });
}
