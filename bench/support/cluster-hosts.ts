import { randomBytes } from "node:crypto";
import type { HostProcess } from "../../test/support/host-process.ts";
import type { Cluster } from "../../test/support/postgres.ts";
import { openAgentGame } from "./agent-game.ts";
import { httpCaller } from "./callers.ts";
import { longGame } from "./long-game.ts";
import { startKibitz } from "./processes.ts";

/** Starts so many hosts over one database of their own, or each over its own. */
export async function hostsOf(
  opened: AsyncDisposableStack,
  cluster: Cluster,
  count: number,
  share: "one database" | "nothing" = "one database",
): Promise<readonly HostProcess[]> {
  const secret = randomBytes(32).toString("base64url");
  const database = await cluster.fresh();
  const hosts: HostProcess[] = [];
  // The first one creates the schema.
  while (hosts.length < count) {
    const KIBITZ_DATABASE = share === "nothing" && hosts.length > 0 ? await cluster.fresh() : database;
    hosts.push(opened.use(await startKibitz({ env: { KIBITZ_DATABASE, KIBITZ_ARENA_SECRET: secret } })).line);
  }
  return hosts;
}

/**
 * Creates games at the hosts in turn, and returns the way to play the next ply of each.
 * @param apart how many hosts further the second player of each game is
 */
export function openGamesAt(
  hosts: readonly HostProcess[],
  games: number,
  apart: number,
): Promise<readonly (() => Promise<void>)[]> {
  const callers = hosts.map(httpCaller);
  const callerOf = (number: number) => {
    const caller = callers[number % callers.length];
    if (!caller) throw new Error("there is no host");
    return caller;
  };
  return Promise.all(
    Array.from({ length: games }, (_, index) =>
      openAgentGame(callerOf(index), longGame(), undefined, callerOf(index + apart)),
    ),
  );
}
