import { beforeEach, expect, test, vi } from "vitest";
import { tempDir } from "../test/support/temp-dir.ts";
import { attack } from "./attack.ts";
import { createTally } from "./tally.ts";

// A shim that finds no host would start its own; here it is the attack that brings hosts back.
beforeEach(() => void vi.stubEnv("KIBITZ_HOST_COMMAND", '["false"]'));

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
    "flood: moves of a person beside them",
    "hostile players, each in a league that goes on",
    "shutdowns under load",
  ])
    expect(tally.counts.get(what) ?? 0, what).toBeGreaterThan(0);
});
