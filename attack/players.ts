// `npm run attack -- players [--moves 1000] [--each 1] [--runs 3]`: has hostile players play in leagues of the built host,
// and prints how fast a person's moves are answered beside them, and how fast the host ends.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { hostilePlayers } from "./hostile-players.ts";
import { shutDownUnderLoad } from "./shutdown.ts";
import { createTally } from "./tally.ts";
import { startVictim } from "./victim.ts";

const { moves, each, runs } = numbersFor("attack -- players", { moves: 1_000, each: 1, runs: 1 });
let failed = false;
for (let run = 1; run <= runs; run += 1) {
  using dir = tempDir();
  const dataDir = join(dir.path, "host");
  mkdirSync(dataDir, { mode: 0o700 });
  const tally = createTally();
  const victim = await startVictim(dataDir, tally);
  const figures = await hostilePlayers({ victim, tally, each, moves, timed: true });
  const end = Math.round(await shutDownUnderLoad({ victim, tally, clients: 5, timed: true }));
  victim.inspect();
  console.log(JSON.stringify({ ...figures, end }));
  console.log(tally.table());
  failed ||= tally.failures.length > 0;
}
process.exitCode = failed ? 1 : 0;
