import { expect, test } from "vitest";
import { tempDir } from "../support/temp-dir.ts";
import { killLeagues } from "./league-kills.ts";

test("a host that is killed again and again loses no result of its league and counts none twice; npm run attack:leagues goes on for longer", async () => {
  using dir = tempDir();
  const done = await killLeagues(dir.path, 12, Date.now());
  expect(done.kills).toBe(12);
  // Most of the kills met games in their middle.
  expect(done.resumed).toBeGreaterThan(6);
});
