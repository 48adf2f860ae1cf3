// `npm run attack -- thoughts`: listens at every door of the built host for what players think while their games go on.
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { tempDir } from "../test/support/temp-dir.ts";
import { eavesdrop, keyInHand } from "./eavesdroppers.ts";
import { createTally } from "./tally.ts";
import { startVictim } from "./victim.ts";

using dir = tempDir();
const dataDir = join(dir.path, "host");
mkdirSync(dataDir, { mode: 0o700 });
const tally = createTally();
const victim = await startVictim(dataDir, tally, keyInHand);
try {
  await eavesdrop(victim, tally);
  victim.inspect();
} finally {
  await victim.stop();
}
console.log(tally.table());
process.exitCode = tally.failures.length > 0 ? 1 : 0;
