import { describe, expect, it, vi } from "vitest";
import type { GameList } from "../../src/shared/api.ts";

const listed = (counts: GameList["counts"]) =>
  Response.json({
    games: [],
    next_cursor: null,
    counts,
    set_aside: { games: [], leagues: [], more: 0 },
  } satisfies GameList);

/** Each test has its own page. */
async function opened() {
  vi.resetModules();
  return await import("../../src/renderer/dashboard/counts.ts");
}

describe("the counts of the dashboard", () => {
  it("the counts of the dashboard follow the events without another question", async () => {
    const asked = vi.fn();
    vi.stubGlobal("fetch", asked);
    const { counts, countEvent, countsAsked, learnCounts, settleCounts } = await opened();
    learnCounts({ open: 1, live: 2, finished: 3 }, countsAsked());
    countEvent("open", "live", "seatTaken");
    countEvent("live", "live", "movePlayed");
    countEvent("live", "finished", "gameOver");
    countEvent(null, "open", "gameCreated");
    // A game of long ago, which is counted and was never read.
    countEvent(null, "finished", "rematchCreated");
    expect(counts.value).toEqual({ open: 1, live: 2, finished: 4 });
    countEvent("finished", "finished", "gameDeleted");
    countEvent(null, "finished", "gameDeleted");
    expect(counts.value).toEqual({ open: 1, live: 2, finished: 2 });
    countEvent("finished", "finished", "gameRestored");
    expect(counts.value).toEqual({ open: 1, live: 2, finished: 3 });
    await settleCounts();
    expect(asked).not.toHaveBeenCalled();
  });

  it("the counts of the dashboard are asked for again where an event and the host's figures met", async () => {
    const asked = vi.fn(async () => listed({ open: 0, live: 5, finished: 1 }));
    vi.stubGlobal("fetch", asked);
    const { counts, countEvent, countsAsked, learnCounts, settleCounts } = await opened();
    const point = countsAsked();
    countEvent("live", "finished", "gameOver");
    learnCounts({ open: 0, live: 6, finished: 0 }, point);
    await settleCounts();
    expect(asked).toHaveBeenCalledTimes(1);
    expect(counts.value).toEqual({ open: 0, live: 5, finished: 1 });
  });

  it("the counts of the dashboard are not asked for without end on a host on which something always happens", async () => {
    const { counts, countEvent, countsAsked, learnCounts, settleCounts } = await opened();
    const asked = vi.fn(async () => {
      countEvent("open", "live", "seatTaken");
      return listed({ open: 9, live: 9, finished: 9 });
    });
    vi.stubGlobal("fetch", asked);
    const point = countsAsked();
    countEvent("open", "live", "seatTaken");
    learnCounts({ open: 9, live: 9, finished: 9 }, point);
    await settleCounts();
    expect(asked).toHaveBeenCalledTimes(3);
    expect(counts.value).toEqual({ open: 9, live: 9, finished: 9 });
  });
});
