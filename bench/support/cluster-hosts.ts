import { randomBytes } from "node:crypto";
import type { HostProcess } from "../../test/support/host-process.ts";
import type { Cluster } from "../../test/support/postgres.ts";
import { startKibitz } from "./processes.ts";

/** Starts so many hosts over a database of their own. */
export async function hostsOf(
  opened: AsyncDisposableStack,
  cluster: Cluster,
  count: number,
): Promise<readonly HostProcess[]> {
  const secret = randomBytes(32).toString("base64url");
  const env = {
    KIBITZ_DATABASE: await cluster.fresh(),
    KIBITZ_ARENA_SECRET: secret,
    ...(process.env.PROF ? { NODE_OPTIONS: `--cpu-prof --cpu-prof-dir=${process.env.PROF}` } : {}),
  };
  const hosts: HostProcess[] = [];
  // The first one makes the tables.
  while (hosts.length < count) hosts.push(opened.use(await startKibitz({ env })).line);
  return hosts;
}
