// `npm run attack:database -- --strikes 300 [--seed 1]`: kills the built host and its database, and lets hosts sleep while
// another one takes over.
import { parseArgs } from "node:util";
import { tempDir } from "../support/temp-dir.ts";
import { killWithDatabase } from "./database-kills.ts";
import { createTally } from "./tally.ts";

const { values } = parseArgs({ options: { strikes: { type: "string" }, seed: { type: "string" } } });
const rounds = Number(values.strikes ?? 300);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
process.env.KIBITZ_HOST_COMMAND = '["false"]';
const tally = createTally();
using dir = tempDir();
console.log(`Striking ${rounds} times, seed ${seed}.`);
await killWithDatabase({ dir: dir.path, tally, seed, first: [], rounds }).catch((error: unknown) =>
  tally.fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
);
console.log(tally.table());
process.exitCode = tally.failures.length > 0 ? 1 : 0;
