import { readOptions } from "../../main/start/read-options.ts";
import { readPace, wholeNumber } from "../../main/start/start-options.ts";
import { optionHelp } from "../../shared/command-options.ts";
import { accept, invalid } from "../../shared/result.ts";
import { fail } from "../command.ts";
import { partOptions, partVariables, readPart, runPart, type UsualPort } from "./part.ts";

const usualPort: UsualPort = { port: 8001, variable: "REFEREE_PORT" };

const options = {
  ...partOptions(usualPort),
  "name NAME": "its name (default Referee)",
  "league ID": "the one league that it registers in (default: all of that Kibitz that let referees in)",
  "matches N": "matches that it runs at once (default 4)",
  "endpoint-hosts HOSTS": "hosts beside this machine at which players may be called, with commas",
  "calls-per-second N": "calls per second to a player, at most; moves before news (default: any number)",
} as const;

const usage = `Usage: kibitz referee --register URL [options]

A referee that is an MCP server of its own (league.v1): it runs matches between players that are servers, for leagues that
let referees in (kibitz league --let-referees, or "referees": true), and reports them with their games, which the league
plays again by the rules before it counts them. It stays until it is stopped.

A Kibitz admits the referees that have its code: the text of referee.code in its data folder, which this command reads, or
KIBITZ_REFEREE_CODE where that folder is out of reach.

${optionHelp(options)}

${partVariables}

Exit code: 0 when it was stopped; 1 if it could not take part; 2 for a wrong option.
`;

/** `kibitz referee`: resolves once it was stopped, or has reported why it cannot take part. */
export async function referee(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage);
  const request = readRequest(args);
  if (!request.ok) return fail(2, request.message);
  const { name, port, place, league, referee: own } = request.value;
  await runPart(request.value, {
    // This loads all games.
    open: async (means) =>
      (await import("../../main/league-v1/programs/referee-server.ts")).openReferee({ ...own, ...means, name, port }),
    register: async (part) => {
      const registration = await part.register(place, league);
      const text = `registered at ${place.url.origin}, runs ${own.matches} matches at once at ${part.endpoint}`;
      return registration.ok ? accept(text) : registration;
    },
    over: () => new Promise(() => {}),
  });
}

function readRequest(args: readonly string[]) {
  const reading = readOptions("referee", args, options);
  if (!reading.ok) return reading;
  const values = reading.value.values;
  const part = readPart(values, values.name ?? "Referee", usualPort);
  if (!part.ok) return part;
  const { place } = part.value;
  if (!place) return invalid("--register is missing. `kibitz referee --help` lists the options.");
  const matches = wholeNumber(values.matches ?? "4", 1, 256);
  if (matches === null) return invalid("--matches takes a whole number from 1 to 256.");
  const { league, "calls-per-second": pace } = values;
  const callsPerSecond = pace === undefined ? null : readPace(pace);
  if (pace !== undefined && callsPerSecond === null)
    return invalid("--calls-per-second takes a number from 0.1 to 1000.");
  const endpointHosts = (values["endpoint-hosts"] ?? "").split(",").filter((host) => host !== "");
  return accept({ ...part.value, place, league, referee: { matches, endpointHosts, callsPerSecond } });
}
