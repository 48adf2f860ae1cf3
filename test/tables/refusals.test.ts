import { expect, test } from "vitest";
import type { Tables } from "../../src/main/tables/tables.ts";
import { personsDetail } from "../../src/main/views/game-view.ts";
import { codeOf, gameNow, openTables, outliving, started, sure } from "./support.ts";

/** Moves that are refused one after the other: the log keeps the first of them, and how many the others were. */

async function refused(tables: Tables, id: string, seat: string, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1)
    expect(codeOf(await tables.play(id, seat, { text: `nonsense ${each}` }))).toBe("ILLEGAL_MOVE");
}

const logOf = async (tables: Tables, id: string) => sure(await tables.log(id, 0, 500)).map(({ event }) => event);
const illegalOf = async (tables: Tables, id: string) =>
  (await gameNow(tables, id)).table.seats.map(({ illegal }) => illegal);

test("ten of a row are kept as they were, the others counted with what follows, and none is lost", async () => {
  await using place = openTables();
  const { tables } = place;
  const { id } = (await started(tables)).table;
  await refused(tables, id, "white", 25);
  sure(await tables.play(id, "white", { text: "e4" }));
  await refused(tables, id, "black", 12);
  sure(await tables.resign(id, "black"));
  const events = await logOf(tables, id);
  const types = events.map((event) => (event.type === "movesRefused" ? `${event.seat} ${event.count}` : event.type));
  const ten = Array.from({ length: 10 }, () => "moveRefused");
  expect(types).toEqual(["gameCreated", ...ten, "white 15", "movePlayed", ...ten, "black 2", "gameOver"]);
  expect(await illegalOf(tables, id)).toEqual([25, 12]);
  expect((await place.store.game(id))?.version).toBe(events.length);
});

test("after a move of one's own the next ones are kept as they were again", async () => {
  await using place = openTables();
  const { tables } = place;
  const { id } = (await started(tables)).table;
  for (const move of ["e4", "e5", "Nf3"]) {
    const { ply } = (await gameNow(tables, id)).table;
    await refused(tables, id, ply % 2 === 0 ? "white" : "black", 3);
    sure(await tables.play(id, ply % 2 === 0 ? "white" : "black", { text: move }));
  }
  const events = await logOf(tables, id);
  expect(events.filter(({ type }) => type === "moveRefused")).toHaveLength(9);
  expect(events.some(({ type }) => type === "movesRefused")).toBe(false);
});

test("thousands of them make a short log and a light page, also over the end of the host", async () => {
  await using place = openTables((store) => outliving(store));
  const { tables } = place;
  const { id } = (await started(tables)).table;
  await refused(tables, id, "white", 3_500);
  expect(await logOf(tables, id)).toHaveLength(1 + 10 + 3);
  expect(JSON.stringify(personsDetail(await gameNow(tables, id), 0, () => null)).length).toBeLessThan(5_000);
  await tables.close();
  await using later = openTables((store) => store, { store: place.store });
  expect(await illegalOf(later.tables, id)).toEqual([3_500, 0]);
  expect(await logOf(later.tables, id)).toHaveLength(1 + 10 + 3 + 1);
});
