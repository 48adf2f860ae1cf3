import { connect } from "../test/support/agents.ts";
import { personAt } from "../test/support/person.ts";
import type { Chance } from "./chance.ts";
import { openCompany } from "./company.ts";
import { openDoors, saysDead } from "./doors.ts";
import { createLedger } from "./ledger.ts";
import type { Tally } from "./tally.ts";
import { startVictim } from "./victim.ts";
import { hostWays, type Scene } from "./ways.ts";

export interface KillOptions {
  readonly dataDir: string;
  readonly tally: Tally;
  readonly chance: Chance;
  readonly workers: number;
  /** How many hosts are killed first while no game goes on, so that boards are shared and mistakes practised. */
  readonly atDesk: number;
  /** Whether to go on after so many kills. */
  readonly goesOn: (kills: number) => boolean;
}

/** Kills a host again and again while everybody is at work, and looks up what it had acknowledged. */
export async function kills({ dataDir, tally, chance, workers, atDesk, goesOn }: KillOptions): Promise<void> {
  const ledger = createLedger(tally);
  let lines = 0;
  const line = () => `line ${++lines}`;
  await using company = await openCompany(tally, chance);
  let host = await startVictim(dataDir, tally, company.env);
  // One shim outlives all hosts, as in an assistant's conversation.
  const shim = await connect(host, "shim", "v2 client, new era");
  try {
    for (let killed = 0; goesOn(killed); killed += 1) {
      let dying = false;
      const doors = await openDoors(host, shim);
      const scene: Scene = { person: personAt(host), calls: doors.calls, chance, ledger, line };
      const isAtDesk = killed < atDesk;
      const ways = isAtDesk ? company.deskWays(host) : [...company.ways(host), ...hostWays];
      const work = async (worker: number) => {
        for (let way = ways[worker % ways.length] ?? chance.of(ways); !dying; way = chance.of(ways)) {
          try {
            await way(scene);
          } catch (error) {
            if (!dying) tally.fail(`refused while the host lived: ${String(error)}`);
            else if (!saysDead(error)) tally.count("other words on a killed host");
          }
        }
      };
      const enough = ledger.total() + (isAtDesk ? 5 + chance.below(30) : 60 + chance.below(250));
      const atWork = Array.from({ length: workers }, (_, worker) => work(worker));
      // An engine takes longer to be there than most hosts have; every fifth lives until it found something.
      const awaited = killed % 5 === 0 ? 1 : 0;
      const kind = isAtDesk ? "answers of practice" : "reviews";
      const tooLong = performance.now() + (awaited > 0 ? 60_000 : 10_000);
      const least = ledger.of(kind) + awaited;
      while ((ledger.total() < enough || ledger.of(kind) < least) && performance.now() < tooLong)
        await new Promise((resolve) => setTimeout(resolve, chance.below(10)));
      dying = true;
      host.inspect();
      await host.kill();
      host = await startVictim(dataDir, tally, company.env);
      tally.count("kills");
      await Promise.all(atWork);
      doors.close();
      await ledger.check(personAt(host), "changed");
      await company.check(host, personAt(host));
    }
    await ledger.check(personAt(host), "all");
    await ledger.close(personAt(host));
    await company.close(personAt(host));
    host.inspect();
  } finally {
    await shim.close();
    await host.stop();
  }
}
