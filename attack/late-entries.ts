// `npm run attack -- late-entries --kills 100 [--seed 1]`: kills the built host while players enter a running league late.
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { killLateEntries } from "./late-entry-kills.ts";

const { kills, seed } = numbersFor("attack -- late-entries", { kills: 100, seed: Date.now() % 1_000_000 });
using dir = tempDir();
console.log(`Killing hosts ${kills} times while players enter their leagues late, seed ${seed}.`);
const done = await killLateEntries(dir.path, kills, seed);
console.log(
  `${done.kills} kills, ${done.leagues} leagues, ${done.confirmed} confirmed entries, none lost or doubled, each paired from ` +
    `its round on (${Object.entries(done.missed)
      .map(([rounds, entrants]) => `${entrants} after ${rounds} missed`)
      .join(", ")}); ${done.unanswered} entries without an answer.`,
);
