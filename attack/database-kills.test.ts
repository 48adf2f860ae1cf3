import { expect, test, vi } from "vitest";
import { needs } from "../test/support/needs.ts";
import { noPostgres } from "../test/support/postgres.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { strikeArena } from "./database-kills.ts";
import { createTally } from "./tally.ts";

vi.setConfig({ testTimeout: 300_000 });

test.skipIf(noPostgres)(
  "hosts and their database are killed, and sleep for longer than a lease, and nothing is lost or doubled; npm run attack -- database goes on for longer",
  { tags: "edge", ...needs("PostgreSQL") },
  async () => {
    using dir = tempDir();
    const tally = createTally();
    const seed = Date.now() % 1_000_000;
    await strikeArena({
      dir: dir.path,
      hosts: 3,
      workers: 5,
      rest: 200,
      lull: 3_000,
      tally,
      seed,
      first: ["sleep", "both"],
      rounds: 2,
    });
    expect(tally.failures).toEqual([]);
    expect(tally.counts.get("struck: sleep")).toBe(1);
    expect(tally.counts.get("acknowledged operations looked up after a restart") ?? 0).toBeGreaterThan(100);
    expect(tally.counts.get("clocks that fell") ?? 0).toBeGreaterThan(0);
    expect(tally.counts.get("leagues held against their games") ?? 0).toBeGreaterThan(0);
  },
);
