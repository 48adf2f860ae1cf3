import { parseArgs } from "node:util";
import type { Player } from "../../main/player.ts";
import { type KeptPapers, openPapers } from "../../main/player-papers.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { fail, unreadable } from "../command.ts";
import { type PartWish, partFlags, partUsage, readPart, runPart, type UsualPort } from "./part.ts";
import { dataFolder, usualLeague } from "./place.ts";

const usualPort: UsualPort = { port: 8101, variable: "PLAYER_PORT" };

const usage = `Usage: kibitz player --name NAME --strategy STRATEGY [--register URL --league ID] [options]

A player that is an MCP server of its own (league.v1), which a Kibitz calls for its moves. It registers itself in a league
and ends when that is over; without a league it waits to be called, by one whose entrants name its address.

  --name NAME          how it is called
  --strategy STRATEGY  what it plays: one of the game's, such as random, pattern, perfect; mixed, a drawn one each move
  --register URL       with --league: the address of the Kibitz that runs the league, such as http://127.0.0.1:7397, or
                       the whole address of any other league's MCP server that speaks league.v1
  --league ID          the league
${partUsage(usualPort, ", and this player what it comes back with: its id and its tokens")}
Exit code: 0 when the league is over, or it was stopped; 1 where it could not take part; 2 for a wrong option.
`;

const flags = { ...partFlags, strategy: { type: "string" } } as const;

interface Wish extends PartWish {
  readonly strategy: string;
  /** The league that it takes part in; null where it waits to be called. */
  readonly league: string | null;
  readonly dataDir: string;
}

/** `kibitz player`: resolves once its league is over or it was stopped, or it has said why it cannot play. */
export async function player(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage);
  // With it come all games.
  const { openPlayer, playerStrategies } = await import("../../main/player.ts");
  const wish = readWish(args, playerStrategies);
  if (!wish.ok) return fail(2, wish.message);
  const { name, strategy, port, league, dataDir } = wish.value;
  await runPart(wish.value, {
    open: (means) => openPlayer({ ...means, name, strategy, port }),
    register: async (opened) => {
      const plays = `plays ${strategy} at ${opened.endpoint}`;
      if (league === null) return accept(plays);
      const registered = await register(opened, wish.value, league, openPapers(dataDir, name));
      return registered.ok ? accept(`registered in league ${league}, ${plays}`) : registered;
    },
    over: (opened) => (league === null ? new Promise(() => {}) : opened.over),
  });
}

/** Registers, and comes back as who it was where it was there before. */
async function register(opened: Player, { place }: Wish, league: string, papers: KeptPapers): Promise<Result<null>> {
  if (!place) return refuse("INVALID_ARGUMENT", "There is no place to register at");
  const own = papers.of(place.url, league);
  let done = await opened.register(place, league, own);
  if (!done.ok && done.code === "LEAGUE_CLOSED" && own.token !== null) {
    // Another league has the id now, which knows nothing of the token.
    papers.forget();
    done = await opened.register(place, league, papers.of(place.url, league));
  }
  if (!done.ok) return done;
  papers.keep(place.url, league, done.value);
  return accept(null);
}

function readWish(args: readonly string[], strategies: readonly string[]): Result<Wish> {
  let given: ReturnType<typeof parse>["values"];
  try {
    given = parse(args).values;
  } catch (error) {
    return unreadable(error, "player", Object.keys(flags));
  }
  const { name, strategy, league = null, "data-dir": dataDir } = given;
  for (const [flag, value] of Object.entries({ name, strategy }))
    if (!value) return refuse("INVALID_ARGUMENT", `--${flag} is missing. \`kibitz player --help\` lists the options.`);
  if (!name || !strategy) return refuse("INVALID_ARGUMENT", "An option is missing.");
  if (!strategies.includes(strategy))
    return refuse(
      "INVALID_ARGUMENT",
      `--strategy takes one of ${strategies.join(", ")}, not ${JSON.stringify(strategy.slice(0, 80))}.`,
    );
  // The league of the environment is for a player that takes part in one.
  const register = given.register ?? (league === null ? undefined : usualLeague());
  const part = readPart({ ...given, name, register }, usualPort);
  if (!part.ok) return part;
  if ((part.value.place === null) !== (league === null))
    return refuse("INVALID_ARGUMENT", "--register and --league go together: where a league runs, and which it is.");
  return accept({ ...part.value, strategy, league, dataDir: dataFolder(dataDir) });
}

const parse = (args: readonly string[]) =>
  parseArgs({ args: [...args], options: flags, strict: true, allowPositionals: false });
