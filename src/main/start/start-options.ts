import { isIP } from "node:net";
import { homedir } from "node:os";
import { resolve } from "node:path";
import { optionHelp } from "../../shared/command-options.ts";
import { defaultDataDir, expandHome, switchFrom } from "../../shared/instance.ts";
import { accept, invalid, type Refusal } from "../../shared/result.ts";
import { logLevels, readLogFormat } from "../base/log.ts";
import { secretForm } from "../data/secrets.ts";
import { readDatabaseAddress } from "../store/address.ts";
import { readOptions } from "./read-options.ts";

const defaultPort = 7397;

/** How this run was asked to behave: flags first, then the environment, then the defaults. */
export type StartOptions = Extract<ReturnType<typeof readStartOptions>, { readonly ok: true }>["value"];

const options = {
  "port PORT": `port on 127.0.0.1; 0 takes any free one (KIBITZ_PORT, LEAGUE_PORT; default ${defaultPort})`,
  "listen ADDRESS":
    "open the port to the network: 0.0.0.0 for all of this machine's addresses, as in a container. Whoever comes is asked for a token as ever, but nothing is encrypted: tokens and games can be read on the way",
  "allow-host NAMES": "with --listen: host names, separated by commas, that Kibitz answers to besides its addresses",
  "data-dir DIR": "where games and tokens are kept (KIBITZ_DATA_DIR; default: application data)",
  "database ADDRESS":
    "keep games and leagues in a PostgreSQL database: postgres://user@host:5432/name. Others on this machine can read what stands on a command line: a password belongs in KIBITZ_DATABASE or PGPASSWORD (KIBITZ_DATABASE; default: a file in the data folder)",
  "calls-per-second N": "calls per second to a player that is a server, at most; moves before news; 0.1 to 1000",
  "log-format FORMAT":
    "text, or json: a log of JSON lines, each with the ids of the league, match, game and conversation that it is about (LOG_FORMAT; default text)",
  "no-window": "of the application: show no window at first (KIBITZ_NO_WINDOW=1 or MCP_DISABLE_BROWSER=1)",
  json: "print one JSON line once ready: url, mcp, token, agentToken, socket, dataDir, pid",
  help: "print this",
} as const;

export const usage = `Usage: kibitz headless [options], or in a checkout: npm run headless -- [options]
npm start takes them, too; with a window it leaves --listen, --allow-host, --database and --json aside.

${optionHelp(options)}

Environment only:
  KIBITZ_ARENA_SECRET  the same for all hosts that share a database, so that seats and tokens are the same at each:
                       43 to 256 letters, digits, - or _
  KIBITZ_WAIT_SECONDS  how long a wait for a turn holds, 0 to 55 (default: as known of each host, else 30)
  KIBITZ_LOG_LEVEL     one of ${logLevels.join(", ")} (default info, or LOG_LEVEL where that is one of them)
  KIBITZ_WARM_UP=0     for a host where nobody plays the computer: the engine is not started before its first move, and
                       the opening explorer reads the games at its first question, as it always does with --database

Exit code: 0 after an orderly stop, and where Kibitz is already running in this data folder (--json then prints
the line of the running one, with "alreadyRunning":true); 1 if it could not start; 2 for a wrong option.
`;

/**
 * The settings of this run, or one sentence that names what is wrong and what is accepted.
 * @param argv without the program's own name
 * @param strangers `pass` where other parties put their own arguments on the line (Electron: switches, links)
 */
export function readStartOptions(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  strangers: "refuse" | "pass" = "refuse",
) {
  const reading = readOptions("headless", argv, options, strangers);
  if (!reading.ok) return reading;
  const { values } = reading.value;

  const ofPort = env.KIBITZ_PORT ? "KIBITZ_PORT" : "LEAGUE_PORT";
  const portText = values.port ?? (env[ofPort] || undefined);
  const port = portText === undefined ? null : wholeNumber(portText, 0, 65535);
  if (portText !== undefined && port === null)
    return wrongOption(values.port !== undefined ? "--port" : ofPort, "a whole number from 0 to 65535", portText);

  // An application that others start is opened to no network by what they put on its line.
  const listen = strangers === "pass" ? null : (values.listen ?? null);
  if (listen !== null && isIP(listen) === 0)
    return wrongOption("--listen", "an IP address of this machine, or 0.0.0.0 for all of them", listen);
  if (listen?.includes("%"))
    return wrongOption(
      "--listen",
      "an IP address without a zone, since no URL could name it, or :: for all of this machine",
      listen,
    );
  const allowedNames: readonly string[] = (values["allow-host"] ?? "")
    .toLowerCase()
    .split(",")
    .filter((name) => name !== "");
  const odd = allowedNames.find((name) => !/^[a-z\d]([a-z\d._-]{0,251}[a-z\d])?$/.test(name));
  if (values["allow-host"] !== undefined && values.listen === undefined)
    return invalid("--allow-host is for a host that listens elsewhere: name the address with --listen.");
  if (odd !== undefined) return wrongOption("--allow-host", "names of hosts without a port, with commas", odd);

  // The window serves the person at this machine alone.
  const databaseText = strangers === "pass" ? undefined : (values.database ?? (env.KIBITZ_DATABASE || undefined));
  const database = databaseText === undefined ? accept(null) : readDatabaseAddress(databaseText);
  if (!database.ok)
    return invalid(`${values.database !== undefined ? "--database" : "KIBITZ_DATABASE"} takes ${database.message}.`);

  const commonSecret = strangers === "pass" ? null : env.KIBITZ_ARENA_SECRET || null;
  // The message does not repeat the secret.
  if (commonSecret !== null && !secretForm.test(commonSecret))
    return invalid("KIBITZ_ARENA_SECRET takes 43 to 256 letters, digits, - or _.");

  const waitText = env.KIBITZ_WAIT_SECONDS || undefined;
  const waitSeconds = waitText === undefined ? null : wholeNumber(waitText, 0, 55);
  if (waitText !== undefined && waitSeconds === null)
    return wrongOption("KIBITZ_WAIT_SECONDS", "a whole number from 0 to 55", waitText);

  const levelText = env.KIBITZ_LOG_LEVEL || "info";
  // Other programs read LOG_LEVEL too, and may have levels that do not exist here.
  const common = env.KIBITZ_LOG_LEVEL ? undefined : env.LOG_LEVEL?.toLowerCase();
  const logLevel =
    logLevels.find((level) => level === (common ?? "")) ?? logLevels.find((level) => level === levelText.toLowerCase());
  if (logLevel === undefined) return wrongOption("KIBITZ_LOG_LEVEL", `one of ${logLevels.join(", ")}`, levelText);

  const logFormat = readLogFormat(values["log-format"], env);
  if (logFormat === null) return wrongOption("--log-format", "text or json", values["log-format"]);

  const paceText = values["calls-per-second"];
  const callsPerSecond = paceText === undefined ? null : readPace(paceText);
  if (paceText !== undefined && callsPerSecond === null)
    return wrongOption("--calls-per-second", "a number from 0.1 to 1000", paceText);

  let noWindow = values["no-window"] ?? false;
  for (const name of ["KIBITZ_NO_WINDOW", "MCP_DISABLE_BROWSER"]) {
    const on = switchFrom(env[name]);
    if (on === null) return wrongOption(name, "1 or 0", env[name]);
    noWindow ||= on;
  }

  const warmUp = switchFrom(env.KIBITZ_WARM_UP || "1");
  if (warmUp === null) return wrongOption("KIBITZ_WARM_UP", "1 or 0", env.KIBITZ_WARM_UP);

  const dataDirText = values["data-dir"] ?? (env.KIBITZ_DATA_DIR || undefined);
  const dataDir =
    dataDirText === undefined
      ? defaultDataDir(process.platform, env, homedir())
      : resolve(expandHome(dataDirText, homedir()));

  return accept({
    /** 0 takes any free port; null where nobody named one, and the person's settings decide. */
    port,
    /** The address to listen at in place of 127.0.0.1; null for that. */
    listen,
    /** Names by which others may ask for a host that listens elsewhere, in small letters; its addresses are allowed anyway. */
    allowedNames,
    /** Absolute. */
    dataDir,
    /** The database in place of the data folder's own; null for that. */
    database: database.value,
    /**
     * The secret that hosts with a common database share; null where this one has its own. It is shown to nobody. A host
     * with a store of its own has seats of its own, and another secret would make their tokens void.
     */
    arenaSecret: database.value && commonSecret,
    /** How long a wait for a turn holds where the caller names no time; null for what is known of its client. */
    waitSeconds,
    logLevel,
    logFormat,
    /** Calls to one player that is a server in a second; null for any number. */
    callsPerSecond,
    noWindow,
    /** Whether the engine is started soon after the host, before anybody plays the computer. */
    warmUp,
    /** Whether to print one JSON line instead of friendly ones. */
    json: values.json ?? false,
    help: values.help ?? false,
  });
}

const quote = (value: string | undefined): string => JSON.stringify((value ?? "").slice(0, 80));
const wrongOption = (name: string, expectation: string, value: string | undefined): Refusal =>
  invalid(`${name} takes ${expectation}, not ${quote(value)}.`);

/** Calls in a second, from 0.1 to 1000; null for what is no number of them. */
export function readPace(text: string): number | null {
  const value = /^\d{1,4}(\.\d{1,3})?$/.test(text) ? Number(text) : Number.NaN;
  return value >= 0.1 && value <= 1_000 ? value : null;
}

/** A whole number of at most six digits within bounds; null for what is none. */
export function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}
