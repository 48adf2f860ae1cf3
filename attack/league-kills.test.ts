import { expect, test, vi } from "vitest";
import { amount } from "../test/support/full.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { killLeagues } from "./league-kills.ts";

// Ten hosts one after the other take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test("a host that is killed again and again loses no result of its league and counts none twice; npm run attack -- leagues goes on for longer", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  const kills = amount(4, 8);
  const done = await killLeagues(dir.path, kills, Date.now());
  expect(done.kills).toBeGreaterThanOrEqual(kills);
  // Most of the kills met a league that went on, and half of them games in their middle.
  expect(done.met).toBeGreaterThan(kills / 2);
  expect(done.resumed).toBeGreaterThan(kills / 4);
});
