import { expect, test, vi } from "vitest";
import { amount } from "../test/support/full.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { standstills, strikes } from "./standstill.ts";
import { createTally } from "./tally.ts";

vi.setConfig({ testTimeout: 300_000 });

test("nobody is charged for ten minutes by which the system's clock leaps, whatever limit runs; npm run attack -- standstill freezes the host as well", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  const tally = createTally();
  // A freeze takes as long as it is; the clock leaps at once.
  const which = amount(1, 2) === 1 ? (["leap forward"] as const) : strikes.filter((strike) => strike !== "freeze");
  const tried = await standstills({ dir: dir.path, tally, missedMs: 600_000, which });
  expect(tried.filter(({ charged }) => charged !== "nobody")).toEqual([]);
  expect(tally.failures).toEqual([]);
  expect(tried.length).toBe(12 * which.length);
});
