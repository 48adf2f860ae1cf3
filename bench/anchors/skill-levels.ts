import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { silentLog } from "../../src/main/base/log.ts";
import { rate } from "../../test/league/at-once.ts";
import { type Comparison, type Row, sourceOf } from "./comparison.ts";
import published from "./data/skill-levels.json" with { type: "json" };
import { playSkills, type SkillGames } from "./play-skills.ts";

const file = join(import.meta.dirname, "data/skill-games.json");

/** The games that Kibitz's Stockfish has played, added up, and how. */
interface Played {
  readonly engine: string;
  readonly search: string;
  readonly results: readonly SkillGames[];
}
const played = (): Played => JSON.parse(readFileSync(file, "utf8"));

/** Plays for so many minutes more and adds the results to those kept. */
export async function playOn(minutes: number): Promise<void> {
  const before = played();
  const until = performance.now() + 60_000 * minutes;
  const onPair = (results: readonly SkillGames[]) =>
    writeFileSync(file, `${JSON.stringify({ ...before, results }, null, 2)}\n`);
  await playSkills({ until, before: before.results, log: silentLog, onPair });
}

/** By how much each of Stockfish's skill levels is stronger than the one below. */
export function skillSteps(): Comparison {
  const games = played();
  return {
    title: "Stockfish's skill levels: Elo above the level below",
    source: sourceOf(published),
    rows: games.results.map(({ skill, wins, draws, losses }): Row => {
      const half = { wins: wins / 2, draws: draws / 2, losses: losses / 2 };
      const { ratings } = rate(2, [
        { first: 0, second: 1, ...half },
        { first: 1, second: 0, wins: half.losses, draws: half.draws, losses: half.wins },
      ]);
      const [one, other] = ratings.map((rating) => (rating.kind === "rated" ? rating : null));
      const [[elo = 0, error = 0] = [], [below = 0, errorBelow = 0] = []] = [
        published.ratings[skill],
        published.ratings[skill - 1],
      ];
      return {
        name: `skill ${skill} above ${skill - 1}: +${wins} =${draws} −${losses}`,
        ours: (one?.elo ?? Number.NaN) - (other?.elo ?? Number.NaN),
        theirs: elo - below,
        // Both are as far from their mean as from half of their difference.
        tolerance: Math.hypot(2 * (one?.interval ?? Number.NaN), error, errorBelow),
      };
    }),
    digits: 0,
    tolerance: "95 % intervals of both",
    differences: `Theirs are ratings among all levels and a second engine, in games with a clock, of Stockfish of January 2023; ours direct games of ${games.engine}, ${games.search}.`,
  };
}
