import { expect, test } from "vitest";
import { gameNow, openGames, started } from "./support.ts";

test("a command that was under way when its seat was freed is refused", async () => {
  await using place = openGames();
  const { games } = place;
  const { id } = (await started(games)).state;
  const generation = 1;
  const freeing = games.freeSeat(id, "white");
  const late = [
    games.play(id, "white", { text: "e2e4" }, generation),
    games.say(id, "white", "wait", generation),
    games.draw(id, "white", "offer", generation),
    games.takeback(id, "white", "offer", generation),
    games.resign(id, "white", generation),
  ];
  expect((await freeing).ok).toBe(true);
  for (const answer of await Promise.all<unknown>(late))
    expect(answer).toMatchObject({ ok: false, code: "SEAT_REQUIRED" });
  const game = await gameNow(games, id);
  expect(game.state).toMatchObject({ ply: 0, outcome: null, drawOffer: null, takebackOffer: null });
  expect(game.talk).toEqual([]);
  expect(game.version).toBe(2);
});
