// `npm run attack -- referees --kills 100 [--seed 1]`: kills referees and hosts at random moments of running leagues.
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { killReferees } from "./referee-kills.ts";

const { kills, seed } = numbersFor("attack -- referees", { kills: 100, seed: Date.now() % 1_000_000 });
using dir = tempDir();
console.log(`Killing referees and hosts ${kills} times while leagues run, seed ${seed}.`);
const done = await killReferees(dir.path, kills, seed);
console.log(
  `${done.kills.referees} referees and ${done.kills.hosts} hosts were killed in ${done.leagues} leagues of ${done.matches} ` +
    `matches: every match counted once. ${done.handedOver} times a match was given to a referee and ${done.takenBack} times ` +
    `taken back; ${done.elsewhere} games were run elsewhere.`,
);
