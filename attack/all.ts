// `npm run attack -- --minutes 10 [--seed 1]`: attacks the built host for so long and prints what it did.
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { attack } from "./attack.ts";
import { createTally } from "./tally.ts";

const { minutes, seed } = numbersFor("attack", { minutes: null, seed: Date.now() % 1_000_000 });
const tally = createTally();
using dir = tempDir();
console.log(`Attacking for ${minutes === null ? "a moment" : `${minutes} minutes`}, seed ${seed}.`);
await attack({ dir: dir.path, tally, seed, minutes }).catch((error: unknown) =>
  tally.fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
);
console.log(tally.table());
process.exitCode = tally.failures.length > 0 ? 1 : 0;
