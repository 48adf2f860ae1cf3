import { expect, test } from "vitest";
import type { Games } from "../../src/main/games/games.ts";
import { personsDetail } from "../../src/main/views/game/game-view.ts";
import { codeOf, gameNow, openGames, outliving, started, sure } from "./support.ts";

/** Moves that are refused one after the other: the log keeps the first of them, and how many the others were. */

async function refused(games: Games, id: string, seat: string, count: number): Promise<void> {
  for (let each = 0; each < count; each += 1)
    expect(codeOf(await games.play(id, seat, { text: `nonsense ${each}` }))).toBe("ILLEGAL_MOVE");
}

const logOf = async (games: Games, id: string) => sure(await games.log(id, 0, 500)).map(({ event }) => event);
const illegalOf = async (games: Games, id: string) =>
  (await gameNow(games, id)).state.seats.map(({ illegal }) => illegal);

test("ten refused moves in a row are kept as they were, the others counted with what follows, and none is lost", async () => {
  await using place = openGames();
  const { games } = place;
  const { id } = (await started(games)).state;
  await refused(games, id, "white", 25);
  sure(await games.play(id, "white", { text: "e4" }));
  await refused(games, id, "black", 12);
  sure(await games.resign(id, "black"));
  const events = await logOf(games, id);
  const types = events.map((event) => (event.type === "movesRefused" ? `${event.seat} ${event.count}` : event.type));
  const ten = Array.from({ length: 10 }, () => "moveRefused");
  expect(types).toEqual(["gameCreated", ...ten, "white 15", "movePlayed", ...ten, "black 2", "gameOver"]);
  expect(await illegalOf(games, id)).toEqual([25, 12]);
  expect((await gameNow(games, id)).state.seats.map(({ illegalKinds }) => illegalKinds)).toEqual([
    { notation: 25 },
    { notation: 12 },
  ]);
  expect((await place.store.game(id))?.version).toBe(events.length);
});

test("refused moves are kept as they were again after a move of one's own", async () => {
  await using place = openGames();
  const { games } = place;
  const { id } = (await started(games)).state;
  for (const move of ["e4", "e5", "Nf3"]) {
    const { ply } = (await gameNow(games, id)).state;
    await refused(games, id, ply % 2 === 0 ? "white" : "black", 3);
    sure(await games.play(id, ply % 2 === 0 ? "white" : "black", { text: move }));
  }
  const events = await logOf(games, id);
  expect(events.filter(({ type }) => type === "moveRefused")).toHaveLength(9);
  expect(events.some(({ type }) => type === "movesRefused")).toBe(false);
});

test("thousands of refused moves make a short log and a light page, also over the end of the host", async () => {
  await using place = openGames((store) => outliving(store));
  const { games } = place;
  const { id } = (await started(games)).state;
  await refused(games, id, "white", 3_500);
  expect(await logOf(games, id)).toHaveLength(1 + 10 + 3);
  expect(JSON.stringify(personsDetail(await gameNow(games, id), 0, () => null)).length).toBeLessThan(5_000);
  await games.close();
  await using later = openGames((store) => store, { store: place.store });
  expect(await illegalOf(later.games, id)).toEqual([3_500, 0]);
  expect(await logOf(later.games, id)).toHaveLength(1 + 10 + 3 + 1);
});
