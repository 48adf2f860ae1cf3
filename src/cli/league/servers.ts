import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { LeagueChoices } from "../../shared/leagues.ts";
import { accept, invalid, type Result, refuse } from "../../shared/result.ts";
import { type HostLink, requestHost } from "../request-host.ts";

/** The parts of a league that are processes of their own. */
export interface ServersRequest {
  readonly players: number;
  /** Strategy of the players: one of the game's, or mixed for all of them in turn. */
  readonly strategy: string;
  readonly referees: number;
}

/** The first ports unless `REFEREE_PORT` and `PLAYER_PORT` name others: each part takes the next, for 0 any. */
const REFEREE_PORT = 8001;
const PLAYER_PORT = 8101;

const portFrom = (port: string | undefined, usual: number, index: number): string => {
  const first = /^\d{1,5}$/.test(port ?? "") ? Number(port) : usual;
  return String(first === 0 ? 0 : first + index);
};

/** Starts a league's players and referees, until all have registered. If one cannot, refuses so and ends the others. */
export async function startServers(
  link: HostLink,
  league: string,
  game: string,
  request: ServersRequest,
  signal: AbortSignal,
) {
  const strategies = await strategiesFor(link, game, request.strategy);
  if (!strategies.ok) return strategies;
  const children: ChildProcess[] = [];
  /** Ends the processes, and resolves when they are gone. */
  const stop = async () => {
    const endings = children.map(async (child) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    });
    await Promise.all(endings);
  };
  signal.addEventListener("abort", () => void stop(), { once: true });
  const start = (args: readonly string[]): Promise<Result<null>> => {
    const register = ["--register", link.url, "--league", league, "--data-dir", link.dataDir];
    const child = spawn(process.execPath, [process.argv[1] ?? "", ...args, ...register], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    children.push(child);
    return whenRegistered(child);
  };
  const referees = Array.from({ length: request.referees }, (_, index) => {
    const port = portFrom(process.env.REFEREE_PORT, REFEREE_PORT, index);
    return start(["referee", "--name", `Referee ${index + 1}`, "--port", port]);
  });
  // One after the other, so that they register in the order of their names.
  let failure = (await Promise.all(referees)).find((each) => !each.ok) ?? null;
  for (let index = 0; index < request.players && !failure; index += 1) {
    const strategy = strategies.value[index % strategies.value.length] ?? "random";
    const turn = Math.floor(index / strategies.value.length) + 1;
    const name = turn === 1 ? strategy : `${strategy} ${turn}`;
    const port = portFrom(process.env.PLAYER_PORT, PLAYER_PORT, index);
    const result = await start(["player", "--name", name, "--strategy", strategy, "--port", port]);
    if (!result.ok) failure = result;
  }
  if (!failure) return accept({ stop });
  await stop();
  return failure;
}

/** The strategies that players are started with, in turn. */
async function strategiesFor(link: HostLink, game: string, strategy: string): Promise<Result<readonly string[]>> {
  const choices = await requestHost<LeagueChoices>(link, "GET", "/api/leagues/choices");
  if (!choices.ok) return choices;
  const names = choices.value.games.find((each) => each.game === game)?.strategies ?? [];
  if (strategy === "mixed") return accept(names);
  return names.includes(strategy)
    ? accept([strategy])
    : invalid(`--strategy takes one of ${names.join(", ")}, or mixed, not ${JSON.stringify(strategy.slice(0, 40))}.`);
}

/** Resolves once a part reports that it is registered, or ends before, with its last message. */
async function whenRegistered(child: ChildProcess): Promise<Result<null>> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("a part was started without its output");
  let output = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    output = `${output}${text}`.slice(-1_000);
  });
  const lines = createInterface({ input: stdout });
  const { promise, resolve } = Promise.withResolvers<Result<null>>();
  lines.on("line", (line) => {
    if (/: registered (in|at) /.test(line)) resolve(accept(null));
  });
  child.once("error", (error) => resolve(refuse("HOST_CLOSING", `a part cannot be started: ${error.message}`)));
  child.once("close", () =>
    resolve(refuse("HOST_CLOSING", output.trim().replace(/^kibitz: /, "") || "a part ended before it was registered")),
  );
  return promise;
}
