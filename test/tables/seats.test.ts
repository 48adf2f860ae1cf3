import { expect, test } from "vitest";
import { gameNow, openTables, started } from "./support.ts";

test("a command that was under way when its seat was freed is refused", async () => {
  await using place = openTables();
  const { tables } = place;
  const { id } = (await started(tables)).table;
  const generation = 1;
  const freeing = tables.freeSeat(id, "white");
  const late = [
    tables.play(id, "white", { text: "e2e4" }, generation),
    tables.say(id, "white", "wait", generation),
    tables.draw(id, "white", "offer", generation),
    tables.takeback(id, "white", "offer", generation),
    tables.resign(id, "white", generation),
  ];
  expect((await freeing).ok).toBe(true);
  for (const answer of await Promise.all<unknown>(late))
    expect(answer).toMatchObject({ ok: false, code: "SEAT_REQUIRED" });
  const game = await gameNow(tables, id);
  expect(game.table).toMatchObject({ ply: 0, outcome: null, drawOffer: null, takebackOffer: null });
  expect(game.talk).toEqual([]);
  expect(game.version).toBe(2);
});
