import { parseArgs } from "node:util";
import { definitionOf } from "../src/games/register.ts";
import { gamesNeeded, type LevelScale } from "../src/main/league/measure/strength.ts";
import { anchorsOf } from "../src/main/league/ratings/anchors.ts";
import { simulate } from "../test/league/simulated-measurement.ts";
import { seeded } from "../test/support/seeded.ts";

/*
 * Do the 95 % intervals of a measurement hold the truth in 95 of 100 cases? Measurements are simulated of players from
 * −400 to 3200 Elo, against levels and a random player that truly are as far from their stored strength as its errors have it, with draws or
 * without; beside it stands what comes out where the levels' errors are left out of the interval. Run:
 * npx node --import ./scripts/raw-assets.mjs bench/coverage.ts --runs 400
 */

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "400" },
    within: { type: "string", default: "200" },
    games: { type: "string", default: "200" },
    draws: { type: "string", default: "0,0.3,0.6" },
    seed: { type: "string", default: "1" },
  },
});
const [runs, within, games] = [Number(values.runs), Number(values.within), Number(values.games)];
const shares = values.draws.split(",").map(Number);
const strengths = Array.from({ length: 19 }, (_, at) => -400 + 200 * at);
const anchors = anchorsOf(definitionOf("chess"));
const scale: LevelScale = {
  levels: anchors.map(({ elo }) => elo),
  covariance: anchors.map(({ covariance }) => covariance),
};
const random = seeded(Number(values.seed));
const write = (line: string) => void process.stdout.write(`${line}\n`);

write(`${runs} measurements of each, to within ${within} or ${games} games`);
write("  Elo   draws   hold   narrow   games (mean)   said beforehand");
let [held, all] = [0, 0];
for (const draws of shares)
  for (const elo of strengths) {
    const found = Array.from({ length: runs }, () => simulate({ scale, elo, draws, within, games, random }));
    const count = (of: (each: (typeof found)[number]) => boolean) => found.filter(of).length;
    const percent = (number: number) => `${((100 * number) / runs).toFixed(1)} %`.padStart(7);
    const holding = count((each) => each.holds);
    held += holding;
    all += runs;
    const mean = found.reduce((sum, each) => sum + each.games, 0) / runs;
    const said = gamesNeeded(scale, within, elo);
    write(
      `${String(elo).padStart(5)}   ${`${100 * draws} %`.padStart(5)} ${percent(holding)} ${percent(count((each) => each.narrow))} ${mean.toFixed(0).padStart(12)}   ${Number.isFinite(said) ? said : "never"}`,
    );
  }
write(`All: ${((100 * held) / all).toFixed(2)} %`);
process.exitCode = Math.abs(held / all - 0.95) <= 0.02 ? 0 : 1;
