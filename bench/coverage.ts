import { writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { definitionOf } from "../src/games/register.ts";
import { gamesNeeded, type LevelScale } from "../src/main/league/measure/strength.ts";
import { anchorsOf } from "../src/main/league/ratings/anchors.ts";
import { rateEntrants } from "../src/main/league/ratings/bradley-terry.ts";
import { type Pentanomial, pairStatistics } from "../src/main/league/ratings/pairs.ts";
import { runAtOnce } from "../src/shared/steps.ts";
import { FIRST_MOVE, type LeagueCell, simulatedLeague } from "../test/league/simulated-league.ts";
import { simulate } from "../test/league/simulated-measurement.ts";
import { seeded } from "../test/support/seeded.ts";

/*
 * Do the 95 % intervals hold the truth in 95 of 100 cases? Leagues of known strengths are simulated and rated, matches
 * of two compared by pairs, and players from −400 to 3200 Elo measured, against levels that truly are as far from their
 * stored strength as its errors have it. Where strengths are `normal` they are drawn anew for each league, else they are
 * the same in all. Run:
 * npx node --import ./scripts/raw-assets.mjs bench/coverage.ts --runs 1000 --write bench/coverage.json
 * and with --part leagues, pairs or measurements for one of the three, --only Swiss for the cells with this in their name.
 */

const { values } = parseArgs({
  options: {
    runs: { type: "string", default: "200" },
    part: { type: "string", default: "leagues,pairs,measurements" },
    only: { type: "string", default: "" },
    within: { type: "string", default: "200" },
    games: { type: "string", default: "200" },
    seed: { type: "string", default: "1" },
    write: { type: "string" },
  },
});
const runs = Number(values.runs);
const random = seeded(Number(values.seed));
const print = (line: string) => void process.stdout.write(`${line}\n`);
const percent = (part: number, all: number): number | null =>
  all === 0 ? null : Math.round((1_000 * part) / all) / 10;
const shown = (value: number | null) => (value === null ? "–" : value.toFixed(1)).padStart(7);
/** The figures of each cell by its name, as they are stored. */
const found: Record<string, Readonly<Record<string, number | null>>> = {};
/** The cells in which the intervals of all entrants hold too rarely, or too often. */
const failing: string[] = [];
function note(name: string, figures: Readonly<Record<string, number | null>>, held: number | null): void {
  found[name] = figures;
  print(`${name.padEnd(58)}${Object.values(figures).map(shown).join("")}`);
  if (held !== null && Math.abs(held - 95) > 2) failing.push(`${name}: ${held} %`);
  if (values.write !== undefined) writeFileSync(values.write, `${JSON.stringify({ runs, found }, null, 2)}\n`);
}

const base: LeagueCell = {
  entrants: 4,
  format: "round robin",
  rounds: 1,
  spread: 300,
  shape: "normal",
  draws: 0,
  ties: "cap",
};
type Field = Pick<LeagueCell, "entrants" | "format" | "rounds">;
const field = (entrants: number, format: LeagueCell["format"], rounds: number): Field => ({ entrants, format, rounds });
const small = [
  field(2, "round robin", 2),
  field(2, "round robin", 10),
  field(3, "round robin", 2),
  field(4, "round robin", 1),
  field(8, "round robin", 2),
];
const large = [field(16, "Swiss", 6), field(32, "Swiss", 8), field(64, "Swiss", 11)];
const others = [
  field(16, "round robin", 2),
  field(32, "round robin", 1),
  field(16, "gauntlet", 10),
  field(32, "random pairs", 8),
  field(16, "apart", 2),
  field(16, "strata", 2),
  field(16, "near", 4),
  field(12, "ladder", 10),
];
const drawing = [
  { ties: "cap", draws: 0.2 },
  { ties: "cap", draws: 0.6 },
  { ties: "Davidson", draws: 0.2 },
  { ties: "Davidson", draws: 0.6 },
  { ties: "varying", draws: 0.4 },
] as const;
const cells: readonly LeagueCell[] = [
  ...[...small, ...large, ...others].flatMap((each) =>
    [0, 148, 300, 600].map((spread) => ({ ...base, ...each, spread })),
  ),
  ...[...small.slice(1, 5), ...large].flatMap((each) =>
    drawing.flatMap((draws) => [148, 300].map((spread) => ({ ...base, ...each, ...draws, spread }))),
  ),
  ...[...small.slice(3), ...large.slice(0, 2)].flatMap((each) =>
    (["even", "two groups", "outlier"] as const).flatMap((shape) =>
      [148, 300, 600].map((spread) => ({ ...base, ...each, shape, spread })),
    ),
  ),
];

function rateLeagues(cell: LeagueCell): void {
  const { entrants, format, rounds, spread, shape, draws, ties } = cell;
  const name = `${entrants} entrants, ${format} ${rounds}, ${spread} ${shape}${draws > 0 ? `, ${100 * draws} % draws ${ties}` : ""}`;
  if (!name.includes(values.only)) return;
  // Of large leagues there are fewer, each with the more intervals.
  const times = Math.ceil(runs * Math.min(1, Math.max(0.2, 12 / entrants)));
  const count = { all: 0, held: 0, top: 0, bottom: 0, bounds: 0, bounded: 0, firstMove: 0, width: 0, spread: 0 };
  for (let run = 0; run < times; run += 1) {
    const { truth, tallies } = simulatedLeague(cell, random);
    const rated = runAtOnce(rateEntrants(entrants, tallies));
    const known = rated.ratings.flatMap((rating, at) => {
      if (rating.kind === "unknown") return [];
      const elo = 1_500 + (truth[at] ?? 0);
      return [{ rating, elo, holds: rating.low <= elo && elo <= rating.high }];
    });
    const sorted = known.toSorted((one, other) => other.rating.elo - one.rating.elo);
    for (const { rating, elo, holds } of known) {
      count.all += 1;
      count.held += Number(holds);
      count.width += rating.interval;
      if (rating.kind === "rated") continue;
      count.bounds += 1;
      count.bounded += Number(rating.kind === "at_least" ? elo >= rating.low : elo <= rating.high);
    }
    count.top += Number(sorted[0]?.holds ?? false);
    count.bottom += Number(sorted.at(-1)?.holds ?? false);
    count.firstMove += Number(Math.abs((rated.firstMove?.elo ?? 999) - FIRST_MOVE) <= (rated.firstMove?.interval ?? 0));
    count.spread += rated.spread ?? 0;
  }
  const held = percent(count.held, count.all);
  note(
    name,
    {
      leagues: times,
      all: held,
      top: percent(count.top, times),
      bottom: percent(count.bottom, times),
      bounds: percent(count.bounded, count.bounds),
      "number of bounds": count.bounds,
      "first move": percent(count.firstMove, times),
      "mean ±": Math.round(count.width / count.all),
      "mean spread": Math.round(count.spread / times),
    },
    held,
  );
}

function comparePairs(elo: number, pairs: number, draws: number): void {
  let held = 0;
  for (let run = 0; run < runs; run += 1) {
    const counts: [number, number, number, number, number] = [0, 0, 0, 0, 0];
    for (let pair = 0; pair < pairs; pair += 1) {
      const expected = 1 / (1 + 10 ** (-elo / 400));
      const drawn = Math.min(4 * draws * expected * (1 - expected), 2 * Math.min(expected, 1 - expected));
      const points = [random(), random()].reduce(
        (sum, chance) => sum + (chance < expected - drawn / 2 ? 2 : chance < expected + drawn / 2 ? 1 : 0),
        0,
      );
      counts[points] = (counts[points] ?? 0) + 1;
    }
    const statistics = pairStatistics(counts satisfies Pentanomial);
    if (statistics && statistics.low <= elo && elo <= statistics.high) held += 1;
  }
  const share = percent(held, runs);
  note(`${pairs} pairs, ${elo} Elo apart, ${100 * draws} % draws`, { held: share }, share);
}

const anchors = anchorsOf(definitionOf("chess"));
const scale: LevelScale = {
  levels: anchors.map(({ elo }) => elo),
  covariance: anchors.map(({ covariance }) => covariance),
};
function measureOnes(elo: number, draws: number): void {
  const [within, games] = [Number(values.within), Number(values.games)];
  const measured = Array.from({ length: runs }, () => simulate({ scale, elo, draws, within, games, random }));
  const held = percent(measured.filter((each) => each.holds).length, runs);
  const said = gamesNeeded(scale, within, elo);
  note(
    `measured ${elo} Elo, ${100 * draws} % draws`,
    {
      held,
      narrow: percent(measured.filter((each) => each.narrow).length, runs),
      "mean games": Math.round(measured.reduce((sum, each) => sum + each.games, 0) / runs),
      "said beforehand": Number.isFinite(said) ? said : null,
    },
    held,
  );
}

if (values.part.includes("leagues")) {
  print("league: their number, all, top, bottom, bounds, their number, first move, mean ±, mean spread");
  for (const cell of cells) rateLeagues(cell);
}
if (values.part.includes("pairs")) {
  print("pairs: held");
  for (const draws of [0, 0.4])
    for (const elo of [0, 100, 300, 600]) for (const pairs of [2, 5, 20, 100]) comparePairs(elo, pairs, draws);
}
if (values.part.includes("measurements")) {
  print("measurement: held, narrow, mean games, said beforehand");
  for (const draws of [0, 0.3, 0.6]) for (let elo = -400; elo <= 3_200; elo += 400) measureOnes(elo, draws);
}
print(`Outside 95 ± 2 %:\n${failing.map((each) => `  ${each}`).join("\n")}`);
