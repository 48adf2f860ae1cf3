import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { fileIn } from "../../main/data-dir.ts";
import { createLog } from "../../main/log.ts";
import { openPlayer, type Player } from "../../main/player.ts";
import { defaultDataDir, expandHome } from "../../shared/instance.ts";
import { accept, type Result, refuse } from "../../shared/result.ts";
import { NAME_LENGTH } from "../../shared/text.ts";
import { fail } from "../command.ts";

const usage = `Usage: kibitz player --name NAME --strategy STRATEGY --register URL --league ID [options]

A player that is an MCP server of its own (league.v1): it registers itself in a league of a running Kibitz, which then
calls it for its moves, and ends when the league is over.

  --name NAME          how it is called
  --strategy STRATEGY  what it plays: one of the game's, such as random, pattern, perfect
  --register URL       the address of the Kibitz that runs the league, such as http://127.0.0.1:7397
  --league ID          the league
  --port PORT          where it listens on 127.0.0.1 (default 8101; 0 for any free one)
  --data-dir DIR       where that Kibitz keeps its agents' token   (KIBITZ_DATA_DIR; default: application data)
  --debug              log what it does, on standard error
  --help               print this

KIBITZ_AGENT_TOKEN is the agents' token where the data folder is out of reach.

Exit code: 0 when the league is over; 1 where it could not take part; 2 for a wrong option.
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
  readonly league: string;
  readonly port: number;
  readonly host: { readonly mcp: string; readonly agentToken: string };
  readonly debug: boolean;
}

/** `kibitz player`: resolves once it plays, or has said why it cannot. */
export async function player(args: readonly string[]): Promise<void> {
  if (args.includes("--help") || args.includes("-h")) return void process.stdout.write(usage);
  const wish = readWish(args);
  if (!wish.ok) return fail(2, wish.message);
  const { name, strategy, league, port, host, debug } = wish.value;
  const tell = (line: string) => void process.stdout.write(`${name}: ${line}\n`);
  let opened: Player;
  try {
    opened = await openPlayer({ name, strategy, port, log: createLog(debug ? "debug" : "error"), tell });
  } catch (error) {
    return fail(1, `port ${port}: ${error instanceof Error ? error.message : error}`);
  }
  const { promise: signalled, resolve } = Promise.withResolvers<void>();
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(signal, () => resolve());
  const registered = await opened.register(host, league);
  if (registered.ok) {
    tell(`registered in league ${league}, plays ${strategy} at ${opened.endpoint}`);
    await Promise.race([opened.over, signalled]);
  } else fail(1, registered.message);
  await opened.close();
}

function readWish(args: readonly string[]): Result<Wish> {
  let given: ReturnType<typeof parse>["values"];
  try {
    given = parse(args).values;
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? "") : String(error);
    return refuse("INVALID_ARGUMENT", `${reason}. \`kibitz player --help\` lists the options.`);
  }
  const { name, strategy, register, league } = given;
  for (const [flag, value] of Object.entries({ name, strategy, register, league }))
    if (!value) return refuse("INVALID_ARGUMENT", `--${flag} is missing. \`kibitz player --help\` lists the options.`);
  if (!name || !strategy || !register || !league) return refuse("INVALID_ARGUMENT", "An option is missing.");
  if (name.length > NAME_LENGTH) return refuse("INVALID_ARGUMENT", `--name takes at most ${NAME_LENGTH} characters.`);
  const port = /^\d{1,5}$/.test(given.port) ? Number(given.port) : Number.NaN;
  if (!(port <= 65_535)) return refuse("INVALID_ARGUMENT", "--port takes a whole number from 0 to 65535.");
  const url = URL.parse(register);
  if (!url?.protocol.startsWith("http"))
    return refuse("INVALID_ARGUMENT", "--register takes an address such as http://127.0.0.1:7397.");
  const agentToken = readToken(given["data-dir"]);
  if (!agentToken.ok) return agentToken;
  const host = { mcp: new URL("/mcp", url).href, agentToken: agentToken.value };
  return accept({ name, strategy, league, port, host, debug: given.debug });
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
