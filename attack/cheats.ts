// `npm run attack -- cheats --leagues 200 [--at-once 12] [--seed 1]`: leagues whose referees steal, sleep and favour a player.
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { cheat } from "./cheating-referees.ts";

const usual = { leagues: 20, "at-once": 12, seed: Date.now() % 1_000_000 };
const { leagues, "at-once": atOnce, seed } = numbersFor("attack -- cheats", usual);
using dir = tempDir();
console.log(`Playing ${leagues} leagues with referees that cheat, seed ${seed}.`);
const done = await cheat(dir.path, leagues, atOnce, seed);
console.log(
  `In ${done.asHonest} of ${done.leagues} leagues the table was that of honest referees. The thief was given ${done.given.thief} ` +
    `matches and failed ${done.thefts} times, the sleeper ${done.given.sleeper}, the favouring one reported ` +
    `${done.given.favouring}, the stranger was given ${done.given.stranger}; ${done.seconds} s.`,
);
