import { expect, test } from "vitest";
import { addCosts, noEffort } from "../../src/main/players/driver.ts";

const tokens = (input: number, output: number, reasoning: number) => ({ input, output, reasoning });

test("the effort of the tries for one move adds up", () => {
  const first = { ...noEffort, retries: 1, unusable: 1, failures: ["garbage"], tokens: tokens(100, 5, 2), cost: 0.5 };
  const last = { ...noEffort, fallback: "it gave up", failures: ["late"], tokens: tokens(200, 7, 0), cost: 0.25 };
  expect(addCosts(first, last)).toEqual({
    retries: 1,
    unusable: 1,
    fallback: "it gave up",
    failures: ["garbage", "late"],
    tokens: tokens(300, 12, 2),
    cost: 0.75,
  });
  expect(addCosts(undefined, last)).toBe(last);
  expect(addCosts(noEffort, noEffort)).toEqual(noEffort);
  const loud = { ...noEffort, failures: Array.from({ length: 5 }, String) };
  expect(addCosts(loud, loud)?.failures).toHaveLength(6);
});
