import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { commandLine } from "../../main/base/shim-command.ts";
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

export type Servers = ReturnType<typeof createServers>;

/** The processes of a league's players and referees, none of them yet; on a signal no more are started. */
export function createServers(link: HostLink, signal: AbortSignal) {
  const parts: { readonly child: ChildProcess; args: readonly string[] }[] = [];
  let league = "";
  let pausing: Promise<unknown> = Promise.resolve();
  /** Ends the processes, and resolves when they are gone. */
  const stop = async () => {
    await pausing;
    const endings = parts.map(async ({ child }) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const exit = once(child, "exit");
      child.kill("SIGTERM");
      await exit;
    });
    await Promise.all(endings);
  };
  const start = async (port: string, ...others: readonly string[]): Promise<Result<null>> => {
    if (signal.aborted) return refuse("HOST_CLOSING", "it was stopped");
    const args = [...others, "--register", link.url, "--league", league, "--data-dir", link.dataDir];
    const child = spawn(process.execPath, [process.argv[1] ?? "", ...args, "--port", port], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const part = { child, args: [...args, "--port", port] };
    parts.push(part);
    const registration = await whenRegistered(child);
    if (!registration.ok) return registration;
    // A player comes back at the address at which it was registered.
    part.args = [...args, "--port", registration.value];
    return accept(null);
  };
  return {
    stop,
    /** Starts them, until all have registered. Refuses where one cannot; the others are left to `stop`. */
    start: async (id: string, game: string, request: ServersRequest): Promise<Result<null>> => {
      league = id;
      const strategies = await strategiesFor(link, game, request.strategy);
      if (!strategies.ok) return strategies;
      const referees = Array.from({ length: request.referees }, (_, index) =>
        start(portFrom(process.env.REFEREE_PORT, REFEREE_PORT, index), "referee", "--name", `Referee ${index + 1}`),
      );
      const failure = (await Promise.all(referees)).find((each) => !each.ok);
      if (failure) return failure;
      // One after the other, so that they register in the order of their names.
      for (let index = 0; index < request.players; index += 1) {
        const strategy = strategies.value[index % strategies.value.length] ?? "random";
        const turn = Math.floor(index / strategies.value.length) + 1;
        const name = turn === 1 ? strategy : `${strategy} ${turn}`;
        const port = portFrom(process.env.PLAYER_PORT, PLAYER_PORT, index);
        const result = await start(port, "player", "--name", name, "--strategy", strategy);
        if (!result.ok) return result;
      }
      return accept(null);
    },
    /** Pauses their league and ends them. Returns the text that says how it continues; null where none was started. */
    pause: async (): Promise<string | null> => {
      if (parts.length === 0) return null;
      const pause = requestHost(link, "POST", `/api/leagues/${league}/pause`);
      pausing = pause;
      const result = await pause;
      await stop();
      if (!result.ok) return `The players have ended, and league ${league} could not be paused: ${result.message}`;
      const folder = ["--data-dir", link.dataDir];
      const host = link.watch === null ? [] : [["headless", "--port", new URL(link.url).port, ...folder]];
      const commands = [...host, ...parts.map(({ args }) => args), ["league", "--resume", league, ...folder]];
      return [
        `League ${league} is paused, since its players have ended; games under way are played on without them.`,
        "To continue it, run these, each in a terminal of its own and the last once all others say that they are there:",
        ...commands.map((args) => `  ${commandLine({ command: "kibitz", args })}`),
      ].join("\n");
    },
  };
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

/** Resolves with its port once a part reports that it is registered, or with its last message where it ends before. */
async function whenRegistered(child: ChildProcess): Promise<Result<string>> {
  const { stdout, stderr } = child;
  if (!stdout || !stderr) throw new Error("a part was started without its output");
  let output = "";
  stderr.setEncoding("utf8").on("data", (text: string) => {
    output = `${output}${text}`.slice(-1_000);
  });
  const lines = createInterface({ input: stdout });
  const { promise, resolve } = Promise.withResolvers<Result<string>>();
  lines.on("line", (line) => {
    const [, port] = /: registered (?:in|at) .*:(\d+)\/mcp$/.exec(line) ?? [];
    if (port !== undefined) resolve(accept(port));
  });
  child.once("error", (error) => resolve(refuse("HOST_CLOSING", `a part cannot be started: ${error.message}`)));
  child.once("close", () =>
    resolve(refuse("HOST_CLOSING", output.trim().replace(/^kibitz: /, "") || "a part ended before it was registered")),
  );
  return promise;
}
