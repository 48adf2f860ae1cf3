import { copyFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pass } from "node:timers/promises";
import { personAt } from "../support/person.ts";
import { startCluster } from "../support/postgres.ts";
import { createChance } from "./chance.ts";
import { kills, people, type Strike } from "./kills.ts";
import type { Tally } from "./tally.ts";
import { startVictim, type Victim } from "./victim.ts";

/** What can befall a host whose games are in a database. */
const strikes = ["host", "database", "both", "sleep"] as const;
export type StrikeKind = (typeof strikes)[number];

export interface DatabaseKillOptions {
  readonly dir: string;
  readonly tally: Tally;
  readonly seed: number;
  /** In order; after them by chance. */
  readonly first: readonly StrikeKind[];
  readonly rounds: number;
}

const players = { white: { kind: "human" }, black: { kind: "human" } };

/** Kills hosts and their database, and lets hosts sleep while another one takes over, and looks up what was acknowledged. */
export async function killWithDatabase({ dir, tally, seed, first, rounds }: DatabaseKillOptions): Promise<void> {
  await using cluster = await startCluster();
  const env = { KIBITZ_DATABASE: await cluster.fresh() };
  const chance = createChance(seed);
  const [home, elsewhere] = [join(dir, "one"), join(dir, "other")];
  /** Resolves once a game is kept. */
  const awake = async (host: Victim) => {
    for (const until = performance.now() + 30_000; ; await pass(50)) {
      const made = await personAt(host).post("/api/games", { players });
      if (made.status < 300) return host;
      if (performance.now() > until)
        throw new Error(`nothing can be kept any more: ${JSON.stringify(made)} ${host.log()}`);
    }
  };
  const takeOver = async () => {
    mkdirSync(elsewhere, { recursive: true, mode: 0o700 });
    for (const file of ["person.token", "agent.token", "seat.secret"])
      copyFileSync(join(home, file), join(elsewhere, file));
    return startVictim(elsewhere, tally, env);
  };
  let round = 0;

  const strike: Strike = async (host, scene) => {
    const kind = first[round] ?? chance.of(strikes);
    round += 1;
    tally.count(`struck: ${kind}`);
    switch (kind) {
      case "database":
        await cluster.stop("immediate");
        await cluster.start();
        return awake(host);
      case "sleep": {
        host.child.kill("SIGSTOP");
        const other = await takeOver();
        await people({ person: personAt(other), ...scene });
        host.excuse();
        host.child.kill("SIGCONT");
        const late = await personAt(host).post("/api/games", { players });
        if (late.status >= 300) tally.fail(`a host that had slept does not go on: ${JSON.stringify(late)}`);
        await Promise.all([host.kill(), other.kill()]);
        return startVictim(home, tally, env);
      }
      case "both":
        await cluster.stop("immediate");
        await host.kill();
        await cluster.start();
        return startVictim(home, tally, env);
      case "host":
        await host.kill();
        return startVictim(home, tally, env);
    }
  };
  await kills({ dataDir: home, env, tally, chance, workers: 5, strike, goesOn: (killed) => killed < rounds });
}
