import { expect, test, vi } from "vitest";
import { spareTime } from "../../src/main/base/spare-time.ts";
import { hostHere } from "../league-v1/support.ts";

test("a league does not stand back for those who wait for its progress, and does for other requests", async () => {
  const { league, start, over, person } = await hostHere();
  const id = await league({ game: "odd-even", players: 4, strategy: "random" });
  const asked = vi.spyOn(spareTime, "noteRequest");
  try {
    await person.get(`/api/leagues/${id}/progress?after=0`);
    await person.get(`/api/leagues/${id}/progress`);
    expect(asked).not.toHaveBeenCalled();
    await person.get(`/api/leagues/${id}`);
    expect(asked).toHaveBeenCalledTimes(1);
    await start(id);
    // One to start it, and one for the league at its end, however often its progress was asked for.
    expect((await over(id))["status"]).toBe("complete");
    expect(asked).toHaveBeenCalledTimes(3);
  } finally {
    asked.mockRestore();
  }
});
