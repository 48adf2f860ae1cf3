import { setTimeout as delay } from "node:timers/promises";
import { parseArgs } from "node:util";
import type { LeagueAddress } from "../../main/league-link.ts";
import { consoleToLog, createLog } from "../../main/log.ts";
import type { Player } from "../../main/player.ts";
import { openPapers } from "../../main/player-papers.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { NAME_LENGTH } from "../../shared/text.ts";
import { fail, unreadable } from "../command.ts";
import { dataFolder, isVerbose, readPlace, registerUntil, usualLeague } from "./place.ts";

const usage = `Usage: kibitz player --name NAME --strategy STRATEGY [--register URL --league ID] [options]

A player that is an MCP server of its own (league.v1), which a Kibitz calls for its moves. It registers itself in a league
and ends when that is over; without a league it waits to be called, by one whose entrants name its address.

  --name NAME          how it is called
  --strategy STRATEGY  what it plays: one of the game's, such as random, pattern, perfect; mixed, a drawn one each move
  --register URL       with --league: the address of the Kibitz that runs the league, such as http://127.0.0.1:7397, or
                       the whole address of any other league's MCP server that speaks league.v1
  --league ID          the league
  --give-up-after S    seconds for which a league is tried that does not answer, with growing pauses (default 60)
  --port PORT          where it listens on 127.0.0.1 (default 8101; 0 for any free one)
  --data-dir DIR       where that Kibitz keeps its agents' token, and this player what it comes back with: its id and its
                       tokens                                      (KIBITZ_DATA_DIR; default: application data)
  --debug              log what it does, on standard error
  --help               print this

KIBITZ_AGENT_TOKEN is the agents' token where the data folder is out of reach. LEAGUE_HOST and LEAGUE_PORT (8000) say where
to register without --register; LOG_LEVEL=debug is --debug.

Exit code: 0 when the league is over, or it was stopped; 1 where it could not take part; 2 for a wrong option.
`;

const flags = {
  name: { type: "string" },
  strategy: { type: "string" },
  register: { type: "string" },
  league: { type: "string" },
  port: { type: "string", default: "8101" },
  "give-up-after": { type: "string", default: "60" },
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
  readonly address: LeagueAddress;
  readonly dataDir: string;
  /** Milliseconds. */
  readonly giveUpAfter: number;
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
  const log = createLog(isVerbose(debug) ? "debug" : "error");
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
  const registered = place === null ? accept(null) : await register(opened, name, place, signalled);
  if (registered.ok) {
    tell(place === null ? plays : `registered in league ${place.league}, ${plays}`);
    await Promise.race(place === null ? [signalled] : [opened.over, signalled]);
  } else fail(1, registered.message);
  await opened.close();
}

/** Registers, and comes back as who it was where it was there before. */
async function register(opened: Player, name: string, place: Place, signalled: Promise<void>): Promise<Result<null>> {
  const { league, address, dataDir, giveUpAfter } = place;
  const papers = openPapers(dataDir, name);
  let isStopped = false;
  const stopped = signalled.then(() => {
    isStopped = true;
  });
  const once = async () => {
    const own = papers.of(address.url, league);
    const done = await opened.register(address, league, own);
    if (done.ok || done.code !== "LEAGUE_CLOSED" || own.token === null) return done;
    // Another league has the id now, which knows nothing of the token.
    papers.forget();
    return opened.register(address, league, papers.of(address.url, league));
  };
  const pause = async (ms: number) => {
    const waited = new AbortController();
    await Promise.race([stopped, delay(ms, undefined, { signal: waited.signal }).catch(() => {})]);
    waited.abort();
  };
  const registered = await registerUntil(once, giveUpAfter, pause, () => isStopped);
  if (!registered.ok) return registered;
  papers.keep(address.url, league, registered.value);
  return accept(null);
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
  const place = placeIn(given);
  return place.ok ? accept({ name, strategy, port, place: place.value, debug: given.debug }) : place;
}

function placeIn(given: ReturnType<typeof parse>["values"]): Result<Place | null> {
  const { league, "data-dir": dataDir, "give-up-after": seconds } = given;
  const at = given.register ?? (league === undefined ? undefined : usualLeague());
  if (at === undefined && league === undefined) return accept(null);
  if (!at || !league)
    return refuse("INVALID_ARGUMENT", "--register and --league go together: where a league runs, and which it is.");
  if (!/^\d{1,6}$/.test(seconds)) return refuse("INVALID_ARGUMENT", "--give-up-after takes a whole number of seconds.");
  const address = readPlace(at, dataDir);
  return address.ok
    ? accept({ league, address: address.value, dataDir: dataFolder(dataDir), giveUpAfter: Number(seconds) * 1_000 })
    : address;
}

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false });
