// `npm run attack -- kills --kills 1000 [--seed 1]`: kills the built host at work so many times, and holds what it keeps
// against all that it had acknowledged: games, imports, studies, reviews, leagues.
import { join } from "node:path";
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { createChance } from "./chance.ts";
import { kills } from "./kills.ts";
import { createTally } from "./tally.ts";

const { kills: most, seed } = numbersFor("attack -- kills", { kills: 30, seed: Date.now() % 1_000_000 });
const tally = createTally();
using dir = tempDir();
console.log(`Killing a host at work ${most} times, seed ${seed}.`);
const from = performance.now();
const chance = createChance(seed);
/** Fewer kills of one host than would leave more unfinished games than a host takes. */
const KILLS_OF_ONE = 50;
for (let done = 0; done < most && tally.failures.length === 0; done += KILLS_OF_ONE) {
  const dataDir = join(dir.path, String(done));
  const goesOn = (killed: number) => killed < Math.min(KILLS_OF_ONE, most - done) && tally.failures.length === 0;
  await kills({ dataDir, tally, chance, workers: 10, atDesk: 10, goesOn }).catch((error: unknown) =>
    tally.fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  );
  console.log(`${tally.counts.get("kills")} kills, ${Math.round((performance.now() - from) / 1000)} s`);
}
console.log(tally.table());
console.log(`${Math.round((performance.now() - from) / 1000)} s`);
process.exitCode = tally.failures.length > 0 ? 1 : 0;
