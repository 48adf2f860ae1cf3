// `npm run attack:database -- --hosts 3 --strikes 300 [--seed 1]`: strikes hosts that serve one database, and the database.
import { parseArgs } from "node:util";
import { tempDir } from "../support/temp-dir.ts";
import { strikeArena } from "./database-kills.ts";
import { createTally } from "./tally.ts";

const { values } = parseArgs({
  options: { hosts: { type: "string" }, strikes: { type: "string" }, seed: { type: "string" } },
});
const hosts = Number(values.hosts ?? 3);
const rounds = Number(values.strikes ?? 300);
const seed = Number(values.seed ?? Date.now() % 1_000_000);
const tally = createTally();
using dir = tempDir();
console.log(`Striking ${hosts} hosts ${rounds} times, seed ${seed}.`);
const began = performance.now();
/** It takes an hour or more; whoever waits is to see that it goes on. */
const struck = (strikes: number, operations: number) => {
  const minutes = ((performance.now() - began) / 60_000).toFixed(1);
  if (strikes % 10 === 0) console.error(`${strikes} strikes, ${operations} operations, ${minutes} min`);
};
const workers = 4 + 3 * hosts;
await strikeArena({ dir: dir.path, hosts, workers, rest: 0, tally, seed, first: [], rounds, struck }).catch(
  (error: unknown) => tally.fail(error instanceof Error ? (error.stack ?? error.message) : String(error)),
);
console.log(tally.table());
process.exitCode = tally.failures.length > 0 ? 1 : 0;
