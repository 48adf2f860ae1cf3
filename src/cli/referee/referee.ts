import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { LeagueAddress } from "../../main/league-link.ts";
import { createLog } from "../../main/log.ts";
import { ALL_LEAGUES } from "../../shared/league-protocol.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { NAME_LENGTH } from "../../shared/text.ts";
import { fail, unreadable } from "../command.ts";
import { isVerbose, readPlace, registerUntil, usualLeague } from "../player/place.ts";
import { stopSignal } from "../stop-signal.ts";

const usage = `Usage: kibitz referee --register URL [options]

A referee that is an MCP server of its own (league.v1): it runs matches between players that are servers, for leagues that
let referees in (kibitz league --referees, or "referees": true), and reports them with their games, which the league plays
again by the rules before it counts them. It stays until it is stopped.

  --register URL       the address of the Kibitz that runs the leagues, such as http://127.0.0.1:7397, or the whole address
                       of any other league's MCP server that speaks league.v1
  --league ID          the one league that it registers in; all of that Kibitz that let referees in where left out
  --name NAME          how it is called (default Referee)
  --matches N          matches that it runs at once (default 4)
  --port PORT          where it listens on 127.0.0.1 (default 8001; 0 for any free one)
  --endpoint-hosts HOSTS  hosts beside this machine at which players may be called, with commas
  --calls-per-second N  calls to one player in a second at the most, moves before news (default: any number)
  --give-up-after S    seconds for which a league is tried that does not answer, with growing pauses (default 60)
  --data-dir DIR       where that Kibitz keeps its agents' token   (KIBITZ_DATA_DIR; default: application data)
  --debug              log what it does, on standard error
  --help               print this

KIBITZ_AGENT_TOKEN is the agents' token where the data folder is out of reach. LEAGUE_HOST and LEAGUE_PORT (8000) say where
to register without --register, REFEREE_PORT where to listen; LOG_LEVEL=debug is --debug.

Exit code: 0 when it was stopped; 1 where it could not take part; 2 for a wrong option.
`;

const flags = {
  register: { type: "string" },
  league: { type: "string", default: ALL_LEAGUES },
  name: { type: "string", default: "Referee" },
  matches: { type: "string", default: "4" },
  port: { type: "string" },
  "endpoint-hosts": { type: "string", default: "" },
  "calls-per-second": { type: "string" },
  "give-up-after": { type: "string", default: "60" },
  "data-dir": { type: "string" },
  debug: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

interface Wish {
  readonly place: LeagueAddress;
  readonly league: string;
  readonly name: string;
  readonly matches: number;
  readonly port: number;
  readonly endpointHosts: readonly string[];
  readonly callsPerSecond: number | null;
  /** Milliseconds. */
  readonly giveUpAfter: number;
  readonly debug: boolean;
}

/** `kibitz referee`: resolves once it was stopped, or has said why it cannot take part. */
export async function referee(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage);
  const wish = readWish(args);
  if (!wish.ok) return fail(2, wish.message);
  const { name, league, place, debug, giveUpAfter, ...options } = wish.value;
  const stopped = stopSignal();
  const tell = (line: string) => void process.stdout.write(`${name}: ${line}\n`);
  // With it come all games.
  const { openReferee } = await import("../../main/referee.ts");
  let opened: Awaited<ReturnType<typeof openReferee>>;
  try {
    opened = await openReferee({ ...options, name, log: createLog(isVerbose(debug) ? "debug" : "error"), tell });
  } catch (error) {
    return fail(1, error instanceof Error ? error.message : String(error));
  }
  const pause = (ms: number) => delay(ms, undefined, { signal: stopped }).catch(() => {});
  const registered = await registerUntil(
    () => opened.register(place, league),
    giveUpAfter,
    pause,
    () => stopped.aborted,
  );
  if (registered.ok) {
    tell(`registered at ${place.url.origin}, runs ${options.matches} matches at once at ${opened.endpoint}`);
    if (!stopped.aborted) await new Promise((resolve) => stopped.addEventListener("abort", resolve, { once: true }));
  } else if (!stopped.aborted) fail(1, registered.message);
  await opened.close();
}

function readWish(args: readonly string[]): Result<Wish> {
  let given: ReturnType<typeof parse>["values"];
  try {
    given = parse(args).values;
  } catch (error) {
    return unreadable(error, "referee", Object.keys(flags));
  }
  const { register = usualLeague(), league, name, debug } = given;
  if (!register) return refuse("INVALID_ARGUMENT", "--register is missing. `kibitz referee --help` lists the options.");
  if (name.length > NAME_LENGTH) return refuse("INVALID_ARGUMENT", `--name takes at most ${NAME_LENGTH} characters.`);
  const matches = wholeNumber(given.matches, 1, 256);
  if (matches === null) return refuse("INVALID_ARGUMENT", "--matches takes a whole number from 1 to 256.");
  const port = wholeNumber(given.port ?? (process.env.REFEREE_PORT || "8001"), 0, 65_535);
  if (port === null) return refuse("INVALID_ARGUMENT", "--port takes a whole number from 0 to 65535.");
  const seconds = wholeNumber(given["give-up-after"], 0, 999_999);
  if (seconds === null) return refuse("INVALID_ARGUMENT", "--give-up-after takes a whole number of seconds.");
  const { "calls-per-second": pace } = given;
  const callsPerSecond = pace === undefined ? null : wholeNumber(pace, 1, 1_000);
  if (pace !== undefined && callsPerSecond === null)
    return refuse("INVALID_ARGUMENT", "--calls-per-second takes a whole number from 1 to 1000.");
  const place = readPlace(register, given["data-dir"]);
  if (!place.ok) return place;
  const endpointHosts = given["endpoint-hosts"].split(",").filter((host) => host !== "");
  return accept({
    place: place.value,
    league,
    name,
    matches,
    port,
    endpointHosts,
    callsPerSecond,
    giveUpAfter: seconds * 1_000,
    debug,
  });
}

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false });

function wholeNumber(text: string, least: number, most: number): number | null {
  const value = /^\d{1,6}$/.test(text) ? Number(text) : Number.NaN;
  return value >= least && value <= most ? value : null;
}
