// `npm run attack -- leagues --kills 200 [--seed 1]`: kills the built host at random moments of running leagues.
import { numbersFor } from "../test/support/script-options.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { killLeagues } from "./league-kills.ts";

const { kills, seed } = numbersFor("attack -- leagues", { kills: 200, seed: Date.now() % 1_000_000 });
using dir = tempDir();
console.log(`Killing hosts ${kills} times while their leagues run, seed ${seed}.`);
const { kills: done, leagues, games, resumed, met } = await killLeagues(dir.path, kills, seed);
console.log(
  `${done} kills, ${leagues} leagues, ${games} games: no result lost, none counted twice, no pairing twice, the same ` +
    `schedules. ${met} kills met a league that went on; ${resumed} times a game was taken up in its middle.`,
);
