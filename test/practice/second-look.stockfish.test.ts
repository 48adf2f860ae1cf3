import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { amount } from "../support/full.ts";
import { projectDir } from "../support/host-process.ts";
import { type Checked, checkMistakes, summary } from "./check-mistakes.ts";

/** The short form of `bench/mistakes.ts`, which takes any games. */
test("the better move of each mistake that would be asked is better by a third search", async () => {
  const texts = readFileSync(join(projectDir, "test/fixtures/ten-games.pgn"), "utf8")
    .trim()
    .split(/\n\n(?=\[Event )/);
  const all: Checked[] = [];
  const nodes = { review: 4_000, second: 40_000, third: 100_000 };
  for await (const checked of checkMistakes(texts, amount(12, 300), nodes)) all.push(checked);
  const { mistakes, asked, better } = summary(all);
  expect(mistakes).toBeGreaterThanOrEqual(12);
  expect(asked).toBeGreaterThanOrEqual(1);
  expect(asked).toBeLessThan(mistakes);
  expect(all.filter(({ seen }) => seen !== null && seen <= 0)).toEqual([]);
  expect(better).toBe(asked);
});
