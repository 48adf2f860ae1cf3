import { expect, test, vi } from "vitest";
import { amount } from "../test/support/full.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { cheat } from "./cheating-referees.ts";

// A referee that says yes and never reports holds a match for the time of a move and an invitation.
vi.setConfig({ testTimeout: 300_000 });

test("referees that steal tokens, sleep or favour a player change nothing in the table of a league; npm run attack -- cheats goes on for longer", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  const leagues = amount(1, 20);
  const done = await cheat(dir.path, leagues, leagues, Date.now());
  expect(done).toMatchObject({ leagues, asHonest: leagues, given: { stranger: 0 } });
  // Two matches go on at a time, so one league need not try all that cheat.
  const { thief, sleeper, favouring } = done.given;
  expect(thief + sleeper + favouring).toBeGreaterThan(0);
  expect(done.thefts > 0).toBe(thief > 0);
});
