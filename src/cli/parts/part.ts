import { once } from "node:events";
import { homedir } from "node:os";
import { setTimeout as delay } from "node:timers/promises";
import { consoleToLog, createLog, type Log, readLogFormat } from "../../main/base/log.ts";
import { readableText } from "../../main/base/text-file.ts";
import { fileIn } from "../../main/data/data-dir.ts";
import { type LeagueAddress, leagueUrl } from "../../main/league-v1/programs/league-link.ts";
import { wholeNumber } from "../../main/start/start-options.ts";
import type { OptionValues } from "../../shared/command-options.ts";
import { defaultDataDir, expandHome } from "../../shared/instance.ts";
import { accept, invalid, mapResult, messageOf, type Result, type ValueOf } from "../../shared/result.ts";
import { NAME_LENGTH } from "../../shared/text.ts";
import { fail, helpOption, stopSignal } from "../command.ts";

export interface UsualPort {
  readonly port: number;
  /** The environment variable with another one. */
  readonly variable: string;
}

/** The options that a player and a referee have in common; `storage` names further files of the part in the data folder. */
export const partOptions = ({ port, variable }: UsualPort, storage = "") =>
  ({
    "name NAME": "its name",
    "register URL":
      "the address of the Kibitz that runs the league, such as http://127.0.0.1:7397, or the whole address of any other league's MCP server that speaks league.v1",
    "give-up-after S": "seconds to keep trying a league that does not answer, with growing pauses (default 60)",
    "port PORT": `where it listens on 127.0.0.1; 0 for any free one (${variable}; default ${port})`,
    "data-dir DIR": `where that Kibitz keeps its agents' token${storage} (KIBITZ_DATA_DIR; default: application data)`,
    debug: "log what it does, on standard error",
    "log-format FORMAT": "text (default), or json: JSON lines, each with the ids of what it is about",
    ...helpOption,
  }) as const;

export const partVariables = `\
KIBITZ_AGENT_TOKEN is the agents' token where the data folder is out of reach. LEAGUE_HOST and LEAGUE_PORT (8000) say where
to register without --register; LOG_LEVEL=debug is --debug, LOG_FORMAT=json is --log-format json.`;

/** The options that both have, as they were read; `place` is the league to register at, null where none is named. */
type PartRequest = ValueOf<ReturnType<typeof readPart>>;

/** Reads the options. Refuses with `INVALID_ARGUMENT`. Where it `entersLeague`, the environment may name the league. */
export function readPart(
  flags: OptionValues<ReturnType<typeof partOptions>>,
  name: string,
  usual: UsualPort,
  entersLeague = true,
) {
  const {
    debug = false,
    register = entersLeague ? leagueUrlFromEnvironment() : undefined,
    "data-dir": dataDir,
  } = flags;
  if (name.length > NAME_LENGTH) return invalid(`--name takes at most ${NAME_LENGTH} characters.`);
  const port = wholeNumber(flags.port ?? (process.env[usual.variable] || String(usual.port)), 0, 65_535);
  if (port === null)
    return invalid(`${flags.port === undefined ? usual.variable : "--port"} takes a whole number from 0 to 65535.`);
  const seconds = wholeNumber(flags["give-up-after"] ?? "60", 0, 999_999);
  if (seconds === null) return invalid("--give-up-after takes a whole number of seconds.");
  const logFormat = readLogFormat(flags["log-format"], process.env);
  if (logFormat === null) return invalid("--log-format takes text or json.");
  const place = register === undefined ? accept(null) : readPlace(register, dataDir);
  return mapResult(place, (at) => ({ name, port, place: at, giveUpAfterMs: seconds * 1_000, debug, logFormat }));
}

/** Runs a part, by the steps of its life, until it is over or stopped; the exit code tells where it could not take part. */
export async function runPart<Part extends { close(): Promise<void> }>(
  { name, giveUpAfterMs, debug, logFormat }: PartRequest,
  {
    open,
    register,
    over,
  }: {
    /** Opens its server; throws where its port is taken. */
    readonly open: (means: { readonly log: Log; readonly tell: (line: string) => void }) => Promise<Part>;
    /** Takes part; returns the text to print. */
    readonly register: (part: Part) => Promise<Result<string>>;
    /** Resolves when there is nothing more to do; never where the person decides that. */
    readonly over: (part: Part) => Promise<unknown>;
  },
): Promise<void> {
  const signal = stopSignal();
  const tell = (line: string) => void process.stdout.write(`${name}: ${line}\n`);
  const isVerbose = debug || process.env.LOG_LEVEL?.toLowerCase() === "debug";
  const log = createLog(isVerbose ? "debug" : "error", logFormat);
  consoleToLog(log);
  let part: Part;
  try {
    part = await open({ log, tell });
  } catch (error) {
    return fail(1, messageOf(error));
  }
  const registration = await registerUntil(() => register(part), giveUpAfterMs, signal);
  if (registration.ok) {
    tell(registration.value);
    if (!signal.aborted) await Promise.race([over(part), once(signal, "abort")]);
  } else if (!signal.aborted) fail(1, registration.message);
  await part.close();
}

/** The data folder of this program: the named one, else `KIBITZ_DATA_DIR`, else the usual folder. */
export const dataFolder = (dataDir = process.env.KIBITZ_DATA_DIR): string =>
  dataDir ? expandHome(dataDir, homedir()) : defaultDataDir(process.platform, process.env, homedir());

/**
 * The league to register at: a Kibitz, by its address alone, or any other that speaks `league.v1`, by the whole URL of
 * its MCP server. Refuses an invalid URL, and a Kibitz whose agents' token cannot be read.
 */
function readPlace(register: string, dataDir: string | undefined): Result<LeagueAddress> {
  const url = leagueUrl(register);
  if (!url) return invalid("--register takes an address such as http://127.0.0.1:7397.");
  const folder = dataFolder(dataDir);
  // Another program than Kibitz has no secrets in a data folder, and gets none.
  const isKibitz = URL.parse(register)?.pathname === "/";
  const textIn = (file: "agentToken" | "refereeCode") =>
    isKibitz ? (readableText(fileIn(folder, file))?.trim() ?? null) : null;
  const agentToken = process.env.KIBITZ_AGENT_TOKEN || textIn("agentToken");
  const refereeCode = process.env.KIBITZ_REFEREE_CODE || textIn("refereeCode");
  return agentToken === null && isKibitz
    ? invalid(`There is no agents' token in ${folder}. Name the data folder of that Kibitz with --data-dir.`)
    : accept({ url, agentToken, refereeCode });
}

/** The address of a league that `LEAGUE_HOST` and `LEAGUE_PORT` name; undefined where neither does. */
function leagueUrlFromEnvironment(): string | undefined {
  const { LEAGUE_HOST: host, LEAGUE_PORT: port } = process.env;
  return host || port ? `http://${host || "127.0.0.1"}:${port || "8000"}` : undefined;
}

/** Milliseconds before a failed registration is repeated; doubles each time, up to half a minute. */
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 30_000;

/** Registers, repeatedly with growing pauses where nobody answers, until so many milliseconds have passed. */
async function registerUntil<T>(register: () => Promise<Result<T>>, giveUpAfterMs: number, signal: AbortSignal) {
  const until = performance.now() + giveUpAfterMs;
  for (let wait = FIRST_PAUSE_MS; ; wait = Math.min(2 * wait, LONGEST_PAUSE_MS)) {
    const registration = await register();
    const remaining = until - performance.now();
    if (registration.ok || registration.code !== "HOST_CLOSING" || remaining <= 0 || signal.aborted)
      return registration;
    await delay(Math.min(wait, remaining), undefined, { signal }).catch(() => {});
  }
}
