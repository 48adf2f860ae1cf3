import { expect, test } from "vitest";
import { sharesOf } from "../support/profile.ts";
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
    expect(slowestCalls(windows)).toMatch(/\| 2: host \|[\s\S]*\| 3: callers \|/);
    expect(windows.at(-1)?.handles).toBeLessThan((windows[1]?.handles ?? 0) + 10);
  },
);

test("samples are shared out among functions, of the whole time and of the spans of slow calls", () => {
  const node = (id: number, functionName: string, url = "") => ({ id, callFrame: { functionName, url } });
  const profile = {
    nodes: [node(1, "(idle)"), node(2, "(garbage collector)"), node(3, "play", "file:///out/games.js")],
    startTime: 1_000_000,
    // A sample each millisecond, from 1,001 on.
    samples: [1, 1, 2, 2, 2, 3, 1, 1, 1, 3],
    timeDeltas: Array.from({ length: 10 }, () => 1_000),
  };
  // The first two overlap: together from 1,002.5 to 1,006.5.
  const slow = [
    { from: 1_004, to: 1_006.5 },
    { from: 1_002.5, to: 1_005 },
    { from: 2_000, to: 2_001 },
  ];
  expect(Object.fromEntries(sharesOf(profile, slow))).toEqual({
    "(idle)": { always: 0.5, within: 0 },
    "(garbage collector)": { always: 0.3, within: 0.75 },
    "play in games.js": { always: 0.2, within: 0.25 },
  });
  expect(sharesOf(profile, []).get("(idle)")).toEqual({ always: 0.5, within: 0 });
});

test("a figure that is higher at the end than at the start is reported, unless machine or disk were slower", () => {
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
