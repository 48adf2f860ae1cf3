import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { fileIn } from "../../main/data-dir.ts";
import { consoleToLog, createLog } from "../../main/log.ts";
import type { Player } from "../../main/player.ts";
import { defaultDataDir, expandHome } from "../../shared/instance.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { NAME_LENGTH } from "../../shared/text.ts";
import { fail, unreadable } from "../command.ts";

const usage = `Usage: kibitz player --name NAME --strategy STRATEGY [--register URL --league ID] [options]

A player that is an MCP server of its own (league.v1), which a Kibitz calls for its moves. It registers itself in a league
and ends when that is over; without a league it waits to be called, by one whose entrants name its address.

  --name NAME          how it is called
  --strategy STRATEGY  what it plays: one of the game's, such as random, pattern, perfect
  --register URL       with --league: the address of the Kibitz that runs the league, such as http://127.0.0.1:7397
  --league ID          the league
  --port PORT          where it listens on 127.0.0.1 (default 8101; 0 for any free one)
  --data-dir DIR       where that Kibitz keeps its agents' token   (KIBITZ_DATA_DIR; default: application data)
  --debug              log what it does, on standard error
  --help               print this

KIBITZ_AGENT_TOKEN is the agents' token where the data folder is out of reach.

Exit code: 0 when the league is over, or it was stopped; 1 where it could not take part; 2 for a wrong option.
`;

const flags = {
  name: { type: "string" },
  strategy: { type: "string" },
  register: { type: "string" },
  league: { type: "string" },
  port: { type: "string", default: "8101" },
  "data-dir": { type: "string" },
  debug: { type: "boolean", default: false },
  help: { type: "boolean", short: "h", default: false },
} as const;

interface Wish {
  readonly name: string;
  readonly strategy: string;
  readonly port: number;
  /** Where it registers itself; null where it waits to be called. */
  readonly place: Place | null;
  readonly debug: boolean;
}

interface Place {
  readonly league: string;
  readonly host: { readonly mcp: string; readonly agentToken: string };
}

/** `kibitz player`: resolves once it plays, or has said why it cannot. */
export async function player(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage);
  // With it come all games.
  const { openPlayer, playerStrategies } = await import("../../main/player.ts");
  const wish = readWish(args, playerStrategies);
  if (!wish.ok) return fail(2, wish.message);
  const { name, strategy, port, place, debug } = wish.value;
  const tell = (line: string) => void process.stdout.write(`${name}: ${line}\n`);
  const log = createLog(debug ? "debug" : "error");
  consoleToLog(log);
  let opened: Player;
  try {
    opened = await openPlayer({ name, strategy, port, log, tell });
  } catch (error) {
    return fail(1, error instanceof Error ? error.message : String(error));
  }
  const { promise: signalled, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  const plays = `plays ${strategy} at ${opened.endpoint}`;
  const registered = place === null ? accept(null) : await opened.register(place.host, place.league);
  if (registered.ok) {
    tell(place === null ? plays : `registered in league ${place.league}, ${plays}`);
    await Promise.race(place === null ? [signalled] : [opened.over, signalled]);
  } else fail(1, registered.message);
  await opened.close();
}

function readWish(args: readonly string[], strategies: readonly string[]): Result<Wish> {
  let given: ReturnType<typeof parse>["values"];
  try {
    given = parse(args).values;
  } catch (error) {
    return unreadable(error, "player", Object.keys(flags));
  }
  const { name, strategy } = given;
  for (const [flag, value] of Object.entries({ name, strategy }))
    if (!value) return refuse("INVALID_ARGUMENT", `--${flag} is missing. \`kibitz player --help\` lists the options.`);
  if (!name || !strategy) return refuse("INVALID_ARGUMENT", "An option is missing.");
  if (!strategies.includes(strategy))
    return refuse(
      "INVALID_ARGUMENT",
      `--strategy takes one of ${strategies.join(", ")}, not ${JSON.stringify(strategy.slice(0, 80))}.`,
    );
  if (name.length > NAME_LENGTH) return refuse("INVALID_ARGUMENT", `--name takes at most ${NAME_LENGTH} characters.`);
  const port = /^\d{1,5}$/.test(given.port) ? Number(given.port) : Number.NaN;
  if (!(port <= 65_535)) return refuse("INVALID_ARGUMENT", "--port takes a whole number from 0 to 65535.");
  const place = readPlace(given.register, given.league, given["data-dir"]);
  return place.ok ? accept({ name, strategy, port, place: place.value, debug: given.debug }) : place;
}

function readPlace(register: string | undefined, league: string | undefined, dataDir?: string): Result<Place | null> {
  if (register === undefined && league === undefined) return accept(null);
  if (!register || !league)
    return refuse("INVALID_ARGUMENT", "--register and --league go together: where a league runs, and which it is.");
  const url = URL.parse(register);
  if (!url?.protocol.startsWith("http"))
    return refuse("INVALID_ARGUMENT", "--register takes an address such as http://127.0.0.1:7397.");
  const agentToken = readToken(dataDir);
  if (!agentToken.ok) return agentToken;
  return accept({ league, host: { mcp: new URL("/mcp", url).href, agentToken: agentToken.value } });
}

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false });

function readToken(dataDir = process.env.KIBITZ_DATA_DIR): Result<string> {
  const { KIBITZ_AGENT_TOKEN: given } = process.env;
  if (given) return accept(given);
  const folder = dataDir ? expandHome(dataDir, homedir()) : defaultDataDir(process.platform, process.env, homedir());
  try {
    return accept(readFileSync(fileIn(folder, "agentToken"), "utf8").trim());
  } catch {
    return refuse(
      "INVALID_ARGUMENT",
      `There is no agents' token in ${folder}. Name the data folder of that Kibitz with --data-dir.`,
    );
  }
}
