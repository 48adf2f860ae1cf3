import { setImmediate as nextPass } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { Games } from "../../src/main/games/games.ts";
import type { GameUpdate, LiveGame } from "../../src/main/games/live-game.ts";
import { createQuotas } from "../../src/main/live/quotas.ts";
import { newLeague } from "../store/support.ts";
import { seeded } from "../support/seeded.ts";
import { agentGame, codeOf, fallibleDisk, openGames, recordedStore, started, sure } from "./support.ts";

/** New games: each has a number of its own, however many are made at once. */

/** Chance with so few outcomes that numbers collide again and again. */
const colliding = (seed: number, outcomes: number) => {
  const random = seeded(seed);
  return () => Math.floor(random() * outcomes) / outcomes;
};

/** Two moves of which no other of the first four hundred games has the same. */
const openings = (() => {
  const pawns = [..."abcdefgh"];
  const white = [...pawns.flatMap((file) => [`${file}2${file}3`, `${file}2${file}4`]), "b1a3", "b1c3", "g1f3", "g1h3"];
  const black = [...pawns.flatMap((file) => [`${file}7${file}6`, `${file}7${file}5`]), "b8a6", "b8c6", "g8f6", "g8h6"];
  return white.flatMap((one) => black.map((other) => [one, other]));
})();
const movesOf = (index: number): readonly string[] => openings[index % openings.length] ?? [];

const record = (index: number) => ({
  kind: "chess",
  names: [`White ${index}`, `Black ${index}`] as const,
  tags: { Round: String(index) },
  options: {},
  moves: movesOf(index),
  lines: null,
  outcome: null,
});

async function inBatches<T>(count: number, atOnce: number, make: (index: number) => Promise<T>): Promise<T[]> {
  const made: T[] = [];
  while (made.length < count)
    made.push(
      ...(await Promise.all(
        Array.from({ length: Math.min(atOnce, count - made.length) }, (_, at) => make(made.length + at)),
      )),
    );
  return made;
}

async function expectRecord(games: Games, id: string, index: number): Promise<void> {
  const { state, moves } = sure(await games.get(id));
  expect(state.seats.map(({ name }) => name)).toEqual([`White ${index}`, `Black ${index}`]);
  expect(state.imported).toEqual({ Round: String(index) });
  expect(moves.map(({ code }) => code)).toEqual(movesOf(index));
}

test("six hundred games that are read at once stand side by side, each with its own moves", async () => {
  await using place = openGames((store) => store, { random: colliding(1, 400) });
  const { games } = place;
  const made = await inBatches(600, 50, (index) => games.importGame(record(index)));
  const ids = made.map((each) => sure(each).state.id);
  expect(new Set(ids).size).toBe(600);
  expect(await games.count()).toEqual({ open: 0, live: 0, finished: 600 });
  for (const [index, id] of ids.entries()) await expectRecord(games, id, index);
});

test("games that are made and read at once keep out of each other's way", async () => {
  await using place = openGames((store) => store, { random: colliding(2, 150) });
  const { games } = place;
  const made = await inBatches(400, 40, (index) =>
    index % 2 === 0 ? games.importGame(record(index)) : games.create({ ...agentGame, options: {} }),
  );
  const ids = made.map((each) => sure(each).state.id);
  expect(new Set(ids).size).toBe(400);
  for (const [index, id] of ids.entries())
    if (index % 2 === 0) await expectRecord(games, id, index);
    else expect(sure(await games.log(id, 0, 500)).map(({ event }) => event.type)).toEqual(["gameCreated"]);
});

test("where chance knows one number only, games get longer ones, and none is lost", async () => {
  await using place = openGames((store) => store, { random: () => 0 });
  const ids = (await inBatches(12, 12, () => place.games.create(agentGame))).map((each) => sure(each).state.id);
  expect(ids.toSorted((a, b) => a.length - b.length)).toEqual(
    Array.from({ length: 12 }, (_, index) => String(10 ** (index + 3))),
  );
  const { version } = sure(await place.games.get("1000"));
  expect(codeOf(await place.games.create(agentGame))).toBe("CONFLICT");
  expect(sure(await place.games.get("1000")).version).toBe(version);
});

test("a game is made with the moves that it begins with, in one commit of which each is an event", async () => {
  const { kept, wrap } = recordedStore();
  await using place = openGames(wrap);
  const { games } = place;
  const news: GameUpdate[] = [];
  games.listen((each) => void news.push(each));
  const asked: number[] = [];
  const mate = ["f2f3", "e7e5", "g2g4", "d8h4"];
  const next = async ({ state: { ply }, version }: LiveGame) => {
    asked.push(version);
    const text = mate[ply];
    return text === undefined ? null : { seat: ply % 2 === 0 ? "white" : "black", text };
  };
  const { state, moves } = sure(await games.create(agentGame, { id: "L1m1g1", next }));
  expect(asked).toEqual([1, 2, 3, 4]);
  expect(moves.map(({ code }) => code)).toEqual(mate);
  expect(state.outcome).toEqual({ winner: "black", reason: "checkmate" });
  expect([kept.length, news.length, news[0]?.before]).toEqual([1, 1, null]);
  const types = ["gameCreated", ...mate.map(() => "movePlayed"), "gameOver"];
  expect(news[0]?.entries.map(({ seq, event }) => [seq, event.type])).toEqual(types.map((type, at) => [at + 1, type]));
  expect(sure(await games.log("L1m1g1", 0, 10)).map(({ event }) => event.type)).toEqual(types);
  expect(await games.count()).toEqual({ open: 0, live: 0, finished: 1 });
  expect(codeOf(await games.create(agentGame, { id: "L1m1g1", next }))).toBe("CONFLICT");
});

test("games come along with another change, as far as there is room for them, or none of it is kept", async () => {
  await using place = openGames(undefined, { mostGames: 4 });
  const { games, store } = place;
  const told: string[] = [];
  games.listen(({ game }) => void told.push(game.state.id));
  const next =
    (moves: number) =>
    async ({ state: { ply } }: LiveGame) =>
      ply < moves ? { seat: ply % 2 === 0 ? "white" : "black", text: ["e4", "e5"][ply] ?? "" } : null;
  const wanted = (...ids: readonly string[]) =>
    ids.map((id, index) => ({ id, request: agentGame, next: next(index === 1 ? 0 : 2) }));
  const along = async (league: string, ...ids: readonly string[]) => {
    let made: readonly string[] = [];
    const changeWith = (there: ReadonlySet<string>) => {
      made = [...there];
      return newLeague(league);
    };
    const kept = await games.asDirector.createAlong(changeWith, "person", wanted(...ids));
    return kept.ok ? made : kept.code;
  };
  // One in which nobody moves is left out.
  expect(await along("1", "a", "b", "c")).toEqual(["a", "c"]);
  expect(await along("2", "d", "e", "c")).toBe("CONFLICT");
  expect([await store.league("2"), codeOf(await games.get("d"))]).toEqual([null, "GAME_NOT_FOUND"]);
  // A commit that failed has left its place.
  expect(await along("3", "d", "e", "f", "g")).toEqual(["d", "f"]);
  expect(await along("4", "h")).toEqual([]);
  expect((await store.league("4"))?.version).toBe(1);
  expect(told).toEqual(["a", "c", "d", "f"]);
  expect(games.unfinished().map(({ state: { ply } }) => ply)).toEqual([2, 2, 2, 2]);
});

test("a move that cannot be played is none of a new game's", async () => {
  await using place = openGames();
  const next = async ({ state: { ply } }: LiveGame) => ({ seat: ply === 0 ? "white" : "black", text: "e2e4" });
  const { state, moves } = sure(await place.games.create(agentGame, { next }));
  expect([state.ply, state.outcome, moves.length]).toEqual([1, null, 1]);
  sure(await place.games.play(state.id, "black", { text: "e7e5" }));
});

describe.each([
  ["create", (games: Games) => games.create(agentGame)],
  ["importGame", (games: Games) => games.importGame(record(0))],
] as const)("new games by %s", (_, make) => {
  test("a new game is refused once the host closes", async () => {
    await using place = openGames();
    await place.games.close();
    expect(codeOf(await make(place.games))).toBe("HOST_CLOSING");
    expect(await place.store.count()).toEqual({ open: 0, live: 0, finished: 0 });
  });

  test("a new game that could not be kept takes no place", async () => {
    const { disk, wrap } = fallibleDisk();
    await using place = openGames(wrap);
    disk.full = true;
    expect(codeOf(await make(place.games))).toBe("STORAGE_FAILED");
    expect(place.games.unfinished()).toEqual([]);
    disk.full = false;
    expect(codeOf(await make(place.games))).toBe("OK");
    expect((await place.store.count()).finished + (await place.store.count()).live).toBe(1);
  });
});

test("there may be so many unfinished games and no more, and a finished one makes room", async () => {
  await using place = openGames(undefined, { mostGames: 100 });
  const { games } = place;
  await inBatches(99, 50, () => games.create(agentGame));
  // Two ask for the last place at once.
  const [last, late] = await Promise.all([games.create(agentGame), games.create(agentGame)]);
  expect([codeOf(last), codeOf(late)]).toEqual(["OK", "LIMIT_REACHED"]);
  for (const refused of [await games.create(agentGame), await games.importGame(record(0))])
    expect(refused).toMatchObject({
      code: "LIMIT_REACHED",
      message: expect.stringMatching(/100 unfinished games.*Finish or resign/),
    });
  await games.resign(sure(last).state.id, "white");
  expect(codeOf(await games.importGame(record(0)))).toBe("OK");
  expect(codeOf(await games.create(agentGame))).toBe("OK");
}, 60_000);

test("agents together make fewer games than there may be, one of them fewer still, and the person gets through", async () => {
  await using place = openGames(undefined, { mostGames: 100 });
  const { games } = place;
  const by = (agent: string | null) => games.create(agentGame, { creator: { agent } });
  const greedy = await inBatches(10, 10, () => by("greedy"));
  expect(greedy.map(codeOf)).toEqual(greedy.map(() => "OK"));
  expect(await by("greedy")).toMatchObject({
    code: "LIMIT_REACHED",
    message: expect.stringContaining("You have made 10 games"),
  });
  await inBatches(40, 40, () => by(null));
  expect(await by(null)).toMatchObject({
    code: "LIMIT_REACHED",
    message: expect.stringContaining("40 unfinished games that agents"),
  });
  for (const other of ["a", "b", "c"]) await inBatches(10, 10, () => by(other));
  expect(await by("late")).toMatchObject({
    code: "LIMIT_REACHED",
    message: expect.stringContaining("80 unfinished games, as many as agents"),
  });
  expect(codeOf(await games.create(agentGame))).toBe("OK");
  // Finished games count no more.
  for (const made of greedy.slice(0, 3)) sure(await games.resign(sure(made).state.id, "white"));
  expect([codeOf(await by("greedy")), codeOf(await by("late")), codeOf(await by("late"))]).toEqual([
    "OK",
    "OK",
    "LIMIT_REACHED",
  ]);
});

test("a record with an illegal move leaves nothing behind", async () => {
  await using place = openGames();
  const refused = await place.games.importGame({ ...record(0), moves: ["e2e4", "e2e4"] });
  expect(refused).toMatchObject({ ok: false, code: "INVALID_ARGUMENT", message: expect.stringContaining("ply 2") });
  expect(await place.store.count()).toEqual({ open: 0, live: 0, finished: 0 });
  expect((await started(place.games)).version).toBe(1);
});

test("a record of four thousand moves is read while others have their turns", async () => {
  await using place = openGames();
  const shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
  const moves = Array.from({ length: 4_000 }, (_, ply) => shuffle[ply % shuffle.length] ?? "");
  let isDone = false;
  const made = place.games.importGame({ ...record(0), moves }).finally(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns += 1) await nextPass();
  expect(sure(await made).moves).toHaveLength(4_000);
  // Of some ten milliseconds each, however many those are here; read in one go, it would be two or three.
  expect(turns).toBeGreaterThan(4);
});

test("a creator of many games is not refused for those of its games that are over", () => {
  const unfinished = new Set<string>();
  const quotas = createQuotas({
    noun: "games",
    remedy: "Finish some",
    most: 40,
    unfinished: () => unfinished.size,
    isUnfinished: (id) => unfinished.has(id),
  });
  const admit = () => quotas.admit({ agent: "league 7" });
  for (const id of ["a", "b", "c"]) sure(admit())(id);
  const places = [sure(admit()), sure(admit()), sure(admit()), sure(admit())];
  // Four are as many as one may have of forty.
  expect(codeOf(admit())).toBe("LIMIT_REACHED");
  for (const settle of places) settle(null);
  unfinished.add("d");
  sure(admit())("d");
  expect([1, 2, 3, 4].map(() => codeOf(admit()))).toEqual(["OK", "OK", "OK", "LIMIT_REACHED"]);
});
