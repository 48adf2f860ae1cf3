import { expect, test } from "vitest";
import { personsDetail } from "../../src/main/views/game/game-view.ts";
import { gameNow, openGames, started, sure } from "../live-games/support.ts";

test("a game's detail holds the newest talk, and not all of it", async () => {
  await using place = openGames();
  const { id } = (await started(place.games)).state;
  for (let line = 1; line <= 600; line += 1) {
    place.time.now += 3_000;
    sure(await place.games.say(id, "white", `line ${line}`));
  }
  const { talk, version } = personsDetail(await gameNow(place.games, id), place.time.now, () => null);
  expect(version).toBe(601);
  expect(talk.map(({ message }) => message)).toEqual(Array.from({ length: 500 }, (_, index) => `line ${index + 101}`));
});
