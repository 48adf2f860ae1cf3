import { expect, test, vi } from "vitest";
import { amount, full } from "../test/support/full.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { killReferees } from "./referee-kills.ts";

// Hosts and referees one after the other take their time on a busy machine.
vi.setConfig({ testTimeout: 300_000 });

test("referees and hosts that are killed again and again lose no match and count none twice; npm run attack -- referees goes on for longer", {
  tags: "edge",
}, async () => {
  using dir = tempDir();
  const kills = amount(2, 20);
  const done = await killReferees(dir.path, kills, Date.now(), !full);
  expect(done.kills.referees + done.kills.hosts).toBe(kills);
  expect(done.handedOver).toBeGreaterThan(0);
});
