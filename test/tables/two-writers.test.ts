import { expect, test } from "vitest";
import { openMemoryStore } from "../../src/main/store/memory.ts";
import { agentGame, codeOf, gameNow, openTables, outliving, started, sure } from "./support.ts";

/** Two who write to one store, as two hosts over one database would: what is compared and set, both see. */

function openTwo() {
  const below = openMemoryStore();
  const [one, other] = [openTables(() => outliving(below)), openTables(() => outliving(below))];
  return {
    ...{ below, one: one.tables, other: other.tables },
    [Symbol.asyncDispose]: async () => {
      await one[Symbol.asyncDispose]();
      await other[Symbol.asyncDispose]();
      await below.close();
    },
  };
}

test("of two moves at one moment one is played, and both writers know which", async () => {
  await using place = openTwo();
  const { id } = (await started(place.one)).table;
  sure(await place.other.get(id));
  const answers = await Promise.all([
    place.one.play(id, "white", { text: "e2e4" }),
    place.other.play(id, "white", { text: "d2d4" }),
  ]);
  expect(answers.map(codeOf)).toEqual(["OK", "NOT_YOUR_TURN"]);
  expect((await gameNow(place.other, id)).moves.map(({ uci }) => uci)).toEqual(["e2e4"]);
  expect(await gameNow(place.other, id)).toEqual(await gameNow(place.one, id));
});

test("what does not exclude each other both happens, and nothing gets lost", async () => {
  await using place = openTwo();
  const { id } = (await started(place.one)).table;
  const answers = await Promise.all([
    place.one.say(id, "white", "hello"),
    place.other.say(id, "black", "hello to you"),
    place.one.play(id, "white", { text: "e2e4" }),
    place.other.switchAnalysis(id, true),
  ]);
  expect(answers.map(codeOf)).toEqual(["OK", "OK", "OK", "OK"]);
  const log = await place.below.log(id, 0);
  expect(log.map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5]);
  expect((await gameNow(place.one, id)).talk).toHaveLength(2);
  expect(await gameNow(place.other, id)).toEqual(await gameNow(place.one, id));
});

test("a wait at one writer ends with a move at the other", async () => {
  await using place = openTwo();
  const { id } = (await started(place.one)).table;
  const waiting = place.other.waitForTurn(id, "black", 60_000, new AbortController().signal);
  await gameNow(place.other, id);
  await place.one.play(id, "white", { text: "e2e4" });
  expect(await waiting).toMatchObject({ ok: true, value: { end: "changed", game: { table: { ply: 1 } } } });
});

test("a rematch that is asked for at both is one game", async () => {
  await using place = openTwo();
  const { id } = (await started(place.one)).table;
  await place.one.resign(id, "white");
  const [asked, too] = await Promise.all([
    place.one.rematch(id, "white", null),
    place.other.rematch(id, "black", null),
  ]);
  expect(sure(too).game.table.id).toBe(sure(asked).game.table.id);
  expect(await place.below.count()).toEqual({ open: 0, live: 1, finished: 1 });
});

test("new games of both have numbers of their own", async () => {
  const below = openMemoryStore();
  // Both would take the same numbers.
  await using one = openTables(() => outliving(below), { random: () => 0 });
  await using other = openTables(() => outliving(below), { random: () => 0 });
  const made = await Promise.all([one, other, one, other].map(({ tables }) => tables.create(agentGame)));
  expect(new Set(made.map((each) => sure(each).table.id)).size).toBe(4);
});
