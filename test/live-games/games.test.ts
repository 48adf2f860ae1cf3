import { describe, expect, test, vi } from "vitest";
import type { Games } from "../../src/main/games/games.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import { refuse, Unavailable } from "../../src/shared/result.ts";
import { sharedView } from "../support/sharing.ts";
import { agent, agentGame, codeOf, fallibleDisk, gameNow, openGames, outliving, started, sure } from "./support.ts";

/** On a busy machine what is soon there takes its time. */
const soon = { timeout: 20_000 };

/** Games when several things happen at once, or the disk does not keep up. */

const clock = { initialMs: 60_000, incrementMs: 5_000 };
const openGame = { ...agentGame, players: [agent("One"), agent(null)] as const };
const forever = 60_000;
const anybody = () => new AbortController().signal;

/** The types of the events that are told, as they come. */
function hearing(games: Games): string[] {
  const heard: string[] = [];
  games.listen(({ entries }) => heard.push(...entries.map(({ event }) => event.type)));
  return heard;
}

describe("of two who ask at once", () => {
  test("one of two who join at once gets the open seat", async () => {
    await using place = openGames();
    const { games } = place;
    const { state } = await started(games, openGame);
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) => games.join(state.id, name, { connection: `connection ${name}` })),
    );
    expect(answers.map(codeOf)).toEqual(["OK", "SEAT_TAKEN", "SEAT_TAKEN"]);
    const again = await games.join(state.id, "a", { connection: "connection a" });
    expect(again).toMatchObject({ ok: true, value: { seat: "black", back: true } });
  });

  test("one of two who move at once moves", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games)).state;
    const answers = await Promise.all(["e2e4", "d2d4", "c2c4"].map((text) => games.play(id, "white", { text })));
    expect(answers.map(codeOf)).toEqual(["OK", "NOT_YOUR_TURN", "NOT_YOUR_TURN"]);
    expect((await gameNow(games, id)).moves.map(({ code }) => code)).toEqual(["e2e4"]);
  });

  test("one of two who resign at once ends the game", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games)).state;
    const answers = await Promise.all([games.resign(id, "black"), games.resign(id, "white")]);
    expect(answers.map(codeOf)).toEqual(["OK", "GAME_OVER"]);
    expect((await gameNow(games, id)).state.outcome).toEqual({ winner: "white", reason: "resignation" });
  });

  test("a rematch runs no clock before the one who did not ask for it has come", async () => {
    await using place = openGames();
    const { games, time } = place;
    const { id } = (await started(games, { ...agentGame, clock: { initialMs: 60_000, incrementMs: 0 } })).state;
    await games.resign(id, "white");
    const asked = sure(await games.rematch(id, "black", null));
    const next = asked.game.state.id;
    expect(asked.seat).toBe("white");

    time.now += 300_000;
    expect((await games.play(next, "white", { text: "e4" })).ok).toBe(true);
    time.now += 300_000;
    expect((await gameNow(games, next)).state).toMatchObject({ outcome: null, clock: { since: [null, null] } });

    const came = await games.rematch(id, "white", null);
    expect(came).toMatchObject({ ok: true, value: { seat: "black" } });
    expect((await gameNow(games, next)).state.clock).toMatchObject({
      left: [60_000, 60_000],
      since: [null, time.now],
    });
    time.now += 10_000;
    await games.play(next, "black", { text: "e5" });
    expect((await gameNow(games, next)).state.clock).toMatchObject({
      left: [60_000, 50_000],
      since: [time.now, null],
    });
    const log = sure(await games.log(next, 0, 500));
    expect(log.map(({ event }) => event.type)).toEqual(["gameCreated", "movePlayed", "holderReturned", "movePlayed"]);
  });

  test("a player who moves at once in a rematch has come, too", async () => {
    await using place = openGames();
    const { games, time } = place;
    const { id } = (await started(games, { ...agentGame, clock: { initialMs: 60_000, incrementMs: 0 } })).state;
    await games.resign(id, "black");
    const next = sure(await games.rematch(id, "white", null)).game.state.id;
    time.now += 300_000;
    await games.play(next, "white", { text: "e4" });
    expect((await gameNow(games, next)).state).toMatchObject({
      outcome: null,
      absent: null,
      clock: { left: [60_000, 60_000], since: [null, time.now] },
    });
  });

  test("two who ask for a rematch at once get the same one", async () => {
    await using place = openGames();
    const { games } = place;
    const { state } = await started(games);
    await games.resign(state.id, "white");
    const [one, two] = await Promise.all([
      games.rematch(state.id, "white", null),
      games.rematch(state.id, "black", null),
    ]);
    expect(sure(two).game.state.id).toBe(sure(one).game.state.id);
    expect([sure(one).seat, sure(two).seat]).toEqual(["black", "white"]);
  });
});

describe("a move made before the opponent sits", () => {
  test("a move made before the opponent sits costs no time and earns none", async () => {
    await using place = openGames();
    const { games, time } = place;
    const { id } = (await started(games, { ...openGame, clock })).state;
    time.now += 3_000;
    const { game } = sure(await games.play(id, "white", { text: "e2e4" }));
    expect(game.state.clock).toMatchObject({ left: [60_000, 60_000], since: [null, null] });
    time.now += 3_000;
    const joined = sure(await games.join(id, "Two", { connection: null }));
    expect(joined.game.state.clock).toMatchObject({ left: [60_000, 60_000], since: [null, time.now] });
  });
});

describe("nothing is true before it is kept", () => {
  test("a refused commit changes nothing and tells nobody", async () => {
    const { disk, wrap } = fallibleDisk();
    await using place = openGames(wrap);
    const { games } = place;
    const before = await started(games);
    const { id } = before.state;
    const heard = hearing(games);
    const waiting = games.waitForTurn(id, "black", forever, anybody());
    disk.full = true;
    const refused = [
      await games.play(id, "white", { text: "e2e4" }),
      await games.resign(id, "white"),
      await games.draw(id, "white", "offer"),
      await games.say(id, "white", "hello"),
      await games.freeSeat(id, "white"),
      await games.create(agentGame),
    ];
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 6 }, () => "STORAGE_FAILED"));
    expect(await gameNow(games, id)).toEqual(before);
    expect(heard).toEqual([]);
    expect(games.waiting()).toBe(1);
    disk.full = false;
    expect(codeOf(await games.play(id, "white", { text: "e2e4" }))).toBe("OK");
    expect(await waiting).toMatchObject({ ok: true, value: { end: "changed", game: { state: { ply: 1 } } } });
  });

  test("a flag that could not be kept when it fell is kept as soon as it can be", async () => {
    const { disk, wrap } = fallibleDisk();
    await using place = openGames(wrap);
    const { games, time } = place;
    const { id } = (await started(games, { ...agentGame, clock: { initialMs: 20, incrementMs: 0 } })).state;
    const waiting = games.waitForTurn(id, "black", forever, anybody());
    disk.full = true;
    time.now += 1_000;
    await vi.waitFor(() => expect(disk.refused).toBeGreaterThan(0), { timeout: 5_000, interval: 5 });
    expect((await gameNow(games, id)).state.outcome).toBe(null);
    disk.full = false;
    expect(await waiting).toMatchObject({
      value: { end: "changed", game: { state: { outcome: { winner: "black", reason: "time" } } } },
    });
  });

  test("a flag that another host was in the way of falls once the game can be read again", async () => {
    const database = { away: false, asked: 0 };
    const wrap = (store: Store): Store => ({
      ...store,
      commit: async (changes, at, under) => {
        if (!database.away) return store.commit(changes, at, under);
        return refuse("CONFLICT", "another host was faster");
      },
      game: async (id) => {
        if (!database.away) return store.game(id);
        database.asked += 1;
        throw new Unavailable(refuse("STORAGE_FAILED", "the database does not answer"), null);
      },
    });
    await using place = openGames(wrap);
    const { games, time } = place;
    const { id } = (await started(games, { ...agentGame, clock: { initialMs: 20, incrementMs: 0 } })).state;
    const waiting = games.waitForTurn(id, "black", forever, anybody());
    database.away = true;
    time.now += 1_000;
    await vi.waitFor(() => expect(database.asked).toBeGreaterThan(0), { timeout: 5_000, interval: 5 });
    database.away = false;
    expect(await waiting).toMatchObject({
      value: { end: "changed", game: { state: { outcome: { winner: "black", reason: "time" } } } },
    });
  });

  test("a listener that throws disturbs neither the others nor the game", async () => {
    await using place = openGames();
    const { games } = place;
    games.listen(() => {
      throw new Error("not my day");
    });
    const heard = hearing(games);
    const { state } = await started(games);
    expect(codeOf(await games.play(state.id, "white", { text: "e2e4" }))).toBe("OK");
    expect(heard).toEqual(["gameCreated", "movePlayed"]);
  });

  test("a listener of a commit sees the game before it and after it, and can read both from the store", async () => {
    await using place = openGames();
    const { games, store } = place;
    const { id } = (await started(games)).state;
    const told: unknown[] = [];
    games.listen(({ before, game, entries }) => {
      told.push([before?.state.ply, game.state.ply, entries.map(({ seq }) => seq)]);
      // Asked for within the news, the store has it.
      told.push(store.game(id).then((stored) => stored?.version));
    });
    await games.play(id, "white", { text: "e2e4" });
    expect(await Promise.all(told)).toEqual([[0, 1, [2]], 2]);
  });
});

describe("an offer", () => {
  test("an offer wakes the one who waits once, and again when it is made anew after a takeback", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games)).state;
    const wait = () => games.waitForTurn(id, "black", forever, anybody());
    const first = wait();
    await games.draw(id, "white", "offer");
    expect(await first).toMatchObject({ value: { end: "changed", game: { state: { drawOffer: "white" } } } });
    const second = wait();
    await games.say(id, "white", "well?");
    expect(games.waiting()).toBe(1);
    await games.draw(id, "black", "decline");
    await games.play(id, "white", { text: "e4" });
    await second;
    await games.takeback(id, "white", "offer");
    await games.takeback(id, "black", "accept");
    const third = wait();
    // The same offer at the same ply; and yet another one.
    await games.draw(id, "white", "offer");
    expect(games.waiting()).toBe(0);
    expect(await third).toMatchObject({ value: { end: "changed", game: { state: { drawOffer: "white", ply: 0 } } } });
  });

  test("a takeback request wakes the one who waits while a draw offer stands, and each of them once", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games)).state;
    await games.play(id, "white", { text: "e4" });
    await games.play(id, "black", { text: "e5" });
    const wait = () => games.waitForTurn(id, "black", forever, anybody());
    await games.draw(id, "white", "offer");
    expect(await wait()).toMatchObject({ value: { end: "changed" } });
    const second = wait();
    await games.takeback(id, "white", "offer");
    expect(games.waiting()).toBe(0);
    expect(await second).toMatchObject({ value: { end: "changed", game: { state: { takebackOffer: "white" } } } });
    const third = wait();
    await games.takeback(id, "black", "decline");
    expect(games.waiting()).toBe(1);
    await games.play(id, "white", { text: "Nf3" });
    await third;
  });
});

/** Games in a store that other hosts share and that can be away. */
function openAwayable() {
  const database = { away: false };
  const gone = new Unavailable(refuse("STORAGE_FAILED", "the database does not answer"), null);
  const wrap = (store: Store): Store => ({
    ...store,
    game: async (id) => {
      if (database.away) throw gone;
      return store.game(id);
    },
    gameVersion: async (id) => {
      if (database.away) throw gone;
      return store.gameVersion(id);
    },
  });
  return { database, gone, place: openGames((store) => sharedView(wrap(store))) };
}

test("a copy that cannot be compared with the store is not given out as the latest state", async () => {
  const { database, gone, place } = openAwayable();
  await using _ = place;
  const { games } = place;
  const { id } = (await started(games)).state;
  database.away = true;
  await expect(games.latest(id)).rejects.toBe(gone);
  expect(sure(await games.get(id)).state.id).toBe(id);
  database.away = false;
  expect(sure(await games.latest(id)).state.id).toBe(id);
});

test("a wait is not told of a turn on a copy that cannot be compared with the store", async () => {
  const { database, gone, place } = openAwayable();
  await using _ = place;
  const { games } = place;
  const { id } = (await started(games)).state;
  database.away = true;
  await expect(games.waitForTurn(id, "white", forever, anybody())).rejects.toBe(gone);
  database.away = false;
  expect(await games.waitForTurn(id, "white", forever, anybody())).toMatchObject({ value: { end: "changed" } });
});

test("a wait is not told of a turn that was over before it began, however late its copy hears of that", async () => {
  const below = openSqliteStore(":memory:");
  await using elsewhere = openGames(sharedView, { store: below });
  const asked = Promise.withResolvers<void>();
  const slow = [Promise.withResolvers<void>(), Promise.withResolvers<void>()] as const;
  const answers = [...slow];
  const wrap = (store: Store): Store => ({
    ...store,
    // Of what another host keeps the entries come, and the rest is read as it stands when it is asked for.
    subscribe: (hear) => store.subscribe(({ entries }) => hear({ entries, changes: [] })),
    games: async (ids) => {
      const read = await store.games(ids);
      asked.resolve();
      await answers.shift()?.promise;
      return read;
    },
  });
  const { id } = (await started(elsewhere.games)).state;
  await using here = openGames((store) => sharedView(wrap(store)), { store: below });
  expect((await gameNow(here.games, id)).state.ply).toBe(0);
  sure(await elsewhere.games.play(id, "white", { text: "e2e4" }));
  await asked.promise;
  sure(await elsewhere.games.play(id, "black", { text: "e7e5" }));
  const waiting = here.games.waitForTurn(id, "black", forever, anybody());
  await vi.waitFor(() => expect(here.games.waiting()).toBe(1), soon);
  slow[0].resolve();
  await vi.waitFor(() => expect(here.games.inMemory(id)?.state.ply).toBeGreaterThan(0), soon);
  slow[1].resolve();
  sure(await elsewhere.games.play(id, "white", { text: "g1f3" }));
  expect(sure(await waiting)).toMatchObject({ end: "changed", game: { state: { ply: 3 } } });
});

test("a wait goes on where what woke it has passed when it is looked at", async () => {
  await using place = openGames();
  const { games } = place;
  const { id } = (await started(games)).state;
  // When the wait begins, at the first move, when that is looked at, and at the second.
  const looks = [false, true, false, true];
  const waiting = games.waitUntil(id, () => looks.shift() ?? true, forever);
  await vi.waitFor(() => expect(games.waiting()).toBe(1), soon);
  await games.play(id, "white", { text: "e2e4" });
  await vi.waitFor(() => expect([games.waiting(), looks.length]).toEqual([1, 1]), soon);
  await games.play(id, "black", { text: "e7e5" });
  expect(sure(await waiting)).toMatchObject({ end: "changed", game: { state: { ply: 2 } } });
});

describe("the answer of a command", () => {
  test("the answer of a command does not change any more when the game goes on", async () => {
    await using place = openGames();
    const { games, time } = place;
    const answers = [await started(games, { ...openGame, clock })];
    const { id } = answers[0]?.state ?? { id: "" };
    answers.push(sure(await games.join(id, "Two", { connection: "two" })).game);
    time.now += 1_000;
    answers.push(sure(await games.play(id, "white", { text: "e2e4" })).game);
    answers.push(sure(await games.say(id, "black", "hello")));
    answers.push(sure(await games.draw(id, "black", "offer")));
    const copies = structuredClone(answers);
    time.now += 1_000;
    await games.play(id, "black", { text: "e7e5" });
    await games.takeback(id, "black", "offer");
    await games.takeback(id, "white", "accept");
    await games.say(id, "white", "well");
    await games.freeSeat(id, "black");
    await games.resign(id, "white");
    await games.rematch(id, "white", null);
    expect(answers).toEqual(copies);
    expect(answers.map(({ version }) => version)).toEqual([1, 2, 3, 4, 5]);
  });

  test("the answer of a command is the game as it was committed, even where others have gone on from there by then", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games)).state;
    const [first, second, third] = await Promise.all([
      games.play(id, "white", { text: "e2e4" }),
      games.play(id, "black", { text: "e7e5" }),
      games.say(id, "white", "hello"),
    ]);
    expect(sure(first).game.state).toMatchObject({ ply: 1, lastMove: "e2e4" });
    expect(sure(first).game.moves).toHaveLength(1);
    expect(sure(second).game.state).toMatchObject({ ply: 2, lastMove: "e7e5" });
    expect(sure(third)).toMatchObject({ version: 4, talk: [{ message: "hello" }] });
  });
});

describe("when the host closes", () => {
  test("waits end when the host closes, what was asked before is kept, and what is asked after is refused", async () => {
    await using place = openGames();
    const { games, store } = place;
    const { state } = await started(games);
    const waiting = games.waitForTurn(state.id, "black", forever, anybody());
    const last = games.play(state.id, "white", { text: "e2e4" });
    await Promise.resolve();
    await games.close();
    expect(await waiting).toMatchObject({ ok: true });
    expect(["OK", "HOST_CLOSING"]).toContain(codeOf(await last));
    expect((await store.game(state.id))?.version).toBe(codeOf(await last) === "OK" ? 2 : 1);
    expect(codeOf(await games.play(state.id, "white", { text: "d2d4" }))).toBe("HOST_CLOSING");
    expect(codeOf(await games.create(agentGame))).toBe("HOST_CLOSING");
    expect(games.waiting()).toBe(0);
  });
});

describe("when a host takes up what the last one left", () => {
  test("the time between two hosts is charged to nobody, and stands in the record", async () => {
    await using place = openGames();
    const { games, store, time } = place;
    const { id: timed } = (await started(games, { ...agentGame, clock })).state;
    const { id: untimed } = (await started(games)).state;
    time.now += 10_000;
    await games.play(timed, "white", { text: "e2e4" });
    await games.play(untimed, "white", { text: "e2e4" });
    const stopped = time.now;

    await using later = openGames(() => outliving(store));
    later.time.now = stopped + 3_600_000;
    expect(await later.games.recover()).toEqual({ games: 2 });
    expect((await gameNow(later.games, timed)).state.clock).toMatchObject({
      left: [55_000, 60_000],
      since: [null, later.time.now],
    });
    for (const id of [timed, untimed]) {
      expect((await store.log(id, 0)).at(-1)?.event).toEqual({ type: "hostResumed", downMs: 3_600_000 });
      later.time.now += 2_000;
      const { game } = sure(await later.games.play(id, "black", { text: "e7e5" }));
      expect(game.moves.at(-1)?.ms).toBeLessThanOrEqual(4_000);
    }
  });

  test("a flag that had fallen before the last host ended has fallen for the next one", async () => {
    await using place = openGames();
    const { games, store, time } = place;
    const { state } = await started(games, { ...agentGame, clock });
    // The last sign of life comes after the flag fell, and before anybody could say so.
    await store.beat(time.now + 61_000);
    await using later = openGames(() => outliving(store));
    later.time.now = time.now + 3_600_000;
    await later.games.recover();
    expect((await gameNow(later.games, state.id)).state.outcome).toEqual({ winner: "black", reason: "time" });
  });
});

describe("where both choose at the same time, a choice that is repeated", () => {
  const game = { ...agentGame, kind: "odd-even" };

  test("a choice that is repeated counts once, whoever chose first, and whatever came since", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games, game)).state;
    const odd = () => games.play(id, "odd", { text: "3", ply: 0 });
    const even = () => games.play(id, "even", { text: "4", ply: 0 });
    expect(await odd()).toMatchObject({ ok: true, value: { repeat: null } });
    expect(await odd()).toMatchObject({ ok: true, value: { repeat: { code: "3" } } });
    // Both believe to be playing ply 0, and both are right.
    expect(await even()).toMatchObject({ ok: true, value: { repeat: null } });
    expect(await even()).toMatchObject({ ok: true, value: { repeat: { code: "4" } } });
    expect(await odd()).toMatchObject({ ok: true, value: { repeat: { code: "3" }, game: { state: { ply: 2 } } } });
    // The same number in the next round is a choice of its own.
    expect(await games.play(id, "even", { text: "4", ply: 2 })).toMatchObject({
      ok: true,
      value: { repeat: null, game: { state: { ply: 3 } } },
    });
  });

  test("a choice that is repeated where both choose at the same time cannot be changed", async () => {
    await using place = openGames();
    const { games } = place;
    const { id } = (await started(games, game)).state;
    await games.play(id, "odd", { text: "3", ply: 0 });
    expect(codeOf(await games.play(id, "odd", { text: "5", ply: 0 }))).toBe("STALE_PLY");
    expect(codeOf(await games.play(id, "odd", { text: "5", ply: 1 }))).toBe("NOT_YOUR_TURN");
    expect(codeOf(await games.play(id, "odd", { text: "5" }))).toBe("NOT_YOUR_TURN");
    await games.play(id, "even", { text: "4", ply: 1 });
    expect(codeOf(await games.play(id, "even", { text: "5", ply: 0 }))).toBe("STALE_PLY");
    expect(codeOf(await games.play(id, "even", { text: "5", ply: 7 }))).toBe("STALE_PLY");
    expect((await gameNow(games, id)).state.ply).toBe(2);
  });
});
