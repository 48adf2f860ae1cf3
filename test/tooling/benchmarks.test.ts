import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aimsTable } from "../../bench/aims.ts";
import { documentOf, readDocument, withRun } from "../../bench/document.ts";
import { anchorsIn, placesOf } from "../../bench/kibitz-scale.ts";
import { belowLevels, levelRatings } from "../../src/games/chess/level-ratings.ts";

/** docs/benchmarks.md, its data, and the anchors that follow from the games of the levels. */

const { text, runs, games, cells } = readDocument();

test("docs/benchmarks.md is what its data make of it: npm run bench -- --only none --document makes it anew", () => {
  expect(text).toBe(documentOf(text, runs, games, cells));
});

test("an aim is reached only where the run reaches it", () => {
  const rowOf = (table: string, words: string) => table.split("\n").find((row) => row.startsWith(`| ${words}`));
  const words = "ply 300 over ply 10, same position";
  expect(rowOf(aimsTable(runs), words)).toMatch(/\| yes \|$/);
  const slower = runs.flatMap((run) =>
    run.sections
      .filter(({ name }) => name === "length")
      .map((section) => ({
        ...run,
        sections: [{ ...section, figures: section.figures.map((figure) => ({ ...figure, value: 2 * figure.value })) }],
      })),
  );
  const [again] = slower;
  expect(rowOf(aimsTable(again ? withRun(runs, again) : []), words)).toMatch(/\| no \|$/);
  expect(aimsTable([])).not.toMatch(/yes/);
});

test("the anchors' strengths are those that follow from the games of the levels", () => {
  expect({ levels: levelRatings, below: belowLevels }).toEqual(anchorsIn(placesOf(games)));
});

test("the scale adds up: no pair of its players is more than three deviations from it", () => {
  const { links, cycles } = placesOf(games);
  expect(links.filter(({ z }) => Math.abs(z) > 3)).toEqual([]);
  expect(cycles.freedom.near + cycles.freedom.far).toBeGreaterThan(20);
});

test("the shares of intervals in docs/leagues.md are those of bench/coverage.json", () => {
  const root = join(import.meta.dirname, "../..");
  const { found } = JSON.parse(readFileSync(join(root, "bench", "coverage.json"), "utf8"));
  const leagues = Object.entries<Readonly<Record<"all" | "top", number>>>(found).filter(
    ([, { top }]) => top !== undefined,
  );
  /** The least and the largest share in the leagues of these names, in whole percents. */
  const share = (name: RegExp, of: "all" | "top" = "all") => {
    const shares = leagues.filter(([each]) => name.test(each)).map(([, figures]) => Math.round(figures[of]));
    expect(shares.length).toBeGreaterThan(2);
    return `${Math.min(...shares)} to ${Math.max(...shares)} %`;
  };
  const usual = /(round robin|Swiss|gauntlet) \d+, \d+ normal/;
  const section = readFileSync(join(root, "docs", "leagues.md"), "utf8").split("### What the intervals hold")[1] ?? "";
  for (const words of [
    `${share(usual)} of the intervals hold the truth, of the champion's ${share(usual, "top")}`,
    `${share(/(ladder|near) \d+, [1-9]/)} if only neighbours in strength meet`,
    `${share(/outlier/)} if one entrant is far above all others`,
    `${share(/, [3-6]00 two groups/)} with two groups of equals far apart`,
    `${share(/strata \d+, [1-9]/)} if groups of different strength never meet`,
  ])
    expect(section.includes(words), words).toBe(true);
});
