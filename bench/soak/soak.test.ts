import { expect, test } from "vitest";
import { compare, report, slowestCalls } from "./report.ts";
import { soak } from "./soak.ts";

// The run of ten minutes is `npm run soak`: this test checks that it measures what it says.
test.skipIf(process.platform !== "linux")(
  "agents on both doors play on beside pages and leagues, and nothing grows",
  { tags: "edge" },
  async () => {
    const { windows, leagues, problems, told } = await soak({
      agents: 12,
      pages: 3,
      rate: 40,
      windowMs: 1_500,
      windows: 3,
      leagueMs: 500,
      profiled: true,
      say: () => {},
    });
    expect(problems).toEqual([]);
    expect(leagues).toBeGreaterThan(0);
    expect(told).toBeGreaterThan(10_000);
    for (const door of ["HTTP", "socket"])
      for (const what of ["finishTurn", "opponent awake"])
        expect(windows.at(-1)?.times[`${door}: ${what}`]?.count, `${door}: ${what}`).toBeGreaterThan(0);
    expect(windows.at(-1)?.times["bare commit"]?.count).toBeGreaterThan(0);
    expect(report(windows)).toContain("HTTP: finishTurn");
    // Both processes run whenever a move is under way, and wait now and then.
    for (const shares of Object.values(windows[1]?.slowest ?? {})) {
      const within = [...shares.values()].reduce((sum, share) => sum + share.within, 0);
      expect(within).toBeCloseTo(1);
      expect(shares.get("(idle)")?.always).toBeGreaterThan(0.1);
    }
    expect(slowestCalls(windows)).toMatch(/\| 2: host \|[\s\S]*\| 3: callers \|/);
    expect(windows.at(-1)?.handles).toBeLessThan((windows[1]?.handles ?? 0) + 10);
  },
);

test("what is more at the end than at the start is told, unless machine or disk were slower", () => {
  const window = (ms: number, heap: number, bare = 1) => ({
    times: {
      "no-op tool": { count: 9, median: bare, p99: bare },
      "bare commit": { count: 9, median: bare, p99: bare },
      move: { count: 9, median: ms, p99: 9 },
    },
    slowest: null,
    rss: 100,
    heap,
    handles: 7,
    timers: 7,
  });
  expect(compare([window(9, 9), window(2, 100), window(2.1, 109)])).toEqual([]);
  expect(compare([window(9, 9), window(2, 100), window(4, 100, 2)])).toEqual([]);
  expect(compare([window(9, 9), window(2, 100, 2), window(2, 100)])).toEqual([]);
  expect(compare([window(9, 9), window(2, 100), window(2.3, 111)])).toEqual([
    "move, median in ms: 2.00 in the second minute, 2.30 in the last",
    "heap: 100 in the second minute, 111 in the last",
  ]);
});
