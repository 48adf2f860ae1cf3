import { expect, test } from "vitest";
import { tempDir } from "../test/support/temp-dir.ts";
import { attack } from "./attack.ts";
import { createTally } from "./tally.ts";

test("a moment's attack through every door finds nothing; npm run attack -- --minutes N goes on for longer", async () => {
  using dir = tempDir();
  const tally = createTally();
  await attack({ dir: dir.path, tally, seed: 1, minutes: null });
  expect(tally.failures).toEqual([]);
  // It did what it is for.
  for (const what of [
    "kills",
    "acknowledged: moves of agents",
    "fuzz: tools",
    "acknowledged: reviews",
    "whole answers read again after a restart",
    "leagues held against their games",
    "fuzz: PGN",
    "operations refused by a full disk",
    "echoes of keys",
    "forged answers of a person in a league",
    "doors asked for thoughts while games go on",
    "doors that tell thoughts at the end",
    "flood: moves of a person beside them",
    "hostile players, each in a league that goes on",
    "shutdowns under load",
  ])
    expect(tally.counts.get(what) ?? 0, what).toBeGreaterThan(0);
});
