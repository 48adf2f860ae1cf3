import { expect, test, vi } from "vitest";
import { tempDir } from "../test/support/temp-dir.ts";
import { attackLargeLeague } from "./large-leagues.ts";
import { createTally } from "./tally.ts";

vi.setConfig({ testTimeout: 120_000 });

test("a league of thousands of matches is told in full and paired on while the host answers others; npm run attack -- large-leagues takes a larger one", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  const tally = createTally();
  // On a busy machine the garbage alone may take a while; the long form has the measured limit.
  await attackLargeLeague({ dir: dir.path, tally, entrants: 128, rounds: 60, stallMs: 250 });
  expect(tally.failures).toEqual([]);
  for (const what of ["the whole of it", "its next pairings", "its end"]) expect(tally.counts.get(what), what).toBe(1);
});
