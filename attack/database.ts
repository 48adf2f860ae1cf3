// `npm run attack -- database --hosts 3 --strikes 300 [--seed 1]`: strikes hosts that serve one database, and the database.
import { join } from "node:path";
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { strikeArena } from "./database-kills.ts";
import { createTally } from "./tally.ts";

const usual = { hosts: 3, strikes: 300, seed: Date.now() % 1_000_000 };
const { hosts, strikes: rounds, seed } = numbersFor("attack -- database", usual);
const tally = createTally();
using dir = tempDir();
console.log(`Striking ${hosts} hosts ${rounds} times, seed ${seed}.`);
const began = performance.now();
const minutes = () => `${((performance.now() - began) / 60_000).toFixed(1)} min`;

/**
 * After so many strikes everything is looked up, and another database is struck: games that strikes left unfinished would
 * come to more than agents may have.
 */
const STRIKES_EACH = 50;
for (let done = 0; done < rounds && tally.failures.length === 0; done += STRIKES_EACH) {
  await strikeArena({
    hosts,
    tally,
    workers: 4 + 3 * hosts,
    rest: 0,
    first: [],
    dir: join(dir.path, `after-${done}`),
    seed: seed + done,
    rounds: Math.min(STRIKES_EACH, rounds - done),
    // Shows progress to a waiting person.
    struck: (strikes, operations) => {
      if (strikes % 10 === 0) console.error(`${done + strikes} strikes, ${operations} operations, ${minutes()}`);
    },
  }).catch((error: unknown) => tally.fail(error instanceof Error ? (error.stack ?? error.message) : String(error)));
}
console.log(`${minutes()}\n${tally.table()}`);
process.exitCode = tally.failures.length > 0 ? 1 : 0;
