import { afterAll, expect, test } from "vitest";
import { gameAggregate } from "../../src/main/games/game-aggregate.ts";
import { unstoredGame } from "../../src/main/games/live-game.ts";
import { createGame } from "../../src/main/games/machine/seats.ts";
import { createWaitRegistry, type Waiter } from "../../src/main/live/waits.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { agentGame, sure } from "../live-games/support.ts";

const store = openSqliteStore(":memory:");
afterAll(() => store.close());
const waitsForGames = gameAggregate(store);
const forever = 60_000;
const onlooker: Waiter = { seat: null, client: null };
const game = (id: string) => unstoredGame(sure(createGame({ ...agentGame, id }, 0)).state);

test("a wait ends with what it waited for, with its time, or with its caller, and leaves nothing behind", async () => {
  const waits = createWaitRegistry(waitsForGames);
  const caller = new AbortController();
  let ready = false;
  const ends = [
    waits.open("1", () => ready, forever, caller.signal, onlooker),
    waits.open("1", () => false, 1, caller.signal, onlooker),
    waits.open("2", () => false, forever, caller.signal, onlooker),
  ];
  expect(waits.count()).toBe(3);
  waits.wake(game("1"));
  ready = true;
  waits.wake(game("1"));
  expect(await ends[0]).toEqual({ ok: true, value: "changed" });
  expect(await ends[1]).toEqual({ ok: true, value: "timeout" });
  caller.abort();
  expect(await ends[2]).toEqual({ ok: true, value: "cancelled" });
  expect(waits.count()).toBe(0);
  expect(await waits.open("1", () => false, forever, caller.signal, onlooker)).toEqual({
    ok: true,
    value: "cancelled",
  });
});

test("a wake ends the waits for its own game alone", async () => {
  const waits = createWaitRegistry(waitsForGames);
  const { signal } = new AbortController();
  void waits.open("1", () => true, forever, signal, onlooker);
  void waits.open("2", () => true, forever, signal, onlooker);
  waits.wake(game("2"));
  expect(waits.count()).toBe(1);
  waits.close();
  expect(waits.count()).toBe(0);
});

test("a wait looks at the game as it was committed", async () => {
  const waits = createWaitRegistry(waitsForGames);
  const { signal } = new AbortController();
  const wait = waits.open("1", ({ version }) => version === 7, forever, signal, onlooker);
  waits.wake(game("1"));
  expect(waits.count()).toBe(1);
  waits.wake({ ...game("1"), version: 7 });
  expect(await wait).toEqual({ ok: true, value: "changed" });
});

test("one client that looks on takes neither all places of those who do, nor any of those who play", async () => {
  const waits = createWaitRegistry(waitsForGames);
  const open = (gameId: string, waiter: Waiter) =>
    waits.open(gameId, () => false, forever, new AbortController().signal, waiter);
  const refusal = async (gameId: string, waiter: Waiter): Promise<unknown> => {
    const opened = await open(gameId, waiter);
    return opened.ok ? opened : opened.message;
  };
  for (let count = 0; count < 20; count += 1) void open("1", { seat: null, client: "greedy" });
  expect(await refusal("1", { seat: null, client: "greedy" })).toContain("20 such calls");
  for (let count = 0; count < 100; count += 1) void open("1", onlooker);
  expect(await refusal("1", onlooker)).toContain("100 such calls");
  for (let client = 0; client < 80; client += 1) void open("1", { seat: null, client: String(client) });
  expect(await refusal("1", { seat: null, client: "late" })).toContain("200 calls wait");
  // Those who play have places of their own, and so have other games.
  const before = waits.count();
  for (const seat of ["white", "black"])
    for (let count = 0; count < 100; count += 1) void open("1", { seat, client: "greedy" });
  void open("2", { seat: null, client: "greedy" });
  expect(waits.count()).toBe(before + 201);
  expect(await refusal("1", { seat: "white", client: "other" })).toContain("100 calls wait");
  waits.close();
});

test("one client waits at many games, and not at all of them", async () => {
  const waits = createWaitRegistry(waitsForGames);
  const { signal } = new AbortController();
  const open = (game: number, client: string) =>
    waits.open(String(game), () => false, forever, new AbortController().signal, { seat: "white", client });
  for (let game = 0; game < 2_000; game += 1) void open(game, "greedy");
  expect(await open(2_000, "greedy")).toMatchObject({
    code: "LIMIT_REACHED",
    message: expect.stringContaining("2000 of your calls"),
  });
  const other = waits.open("1", () => true, forever, signal, onlooker);
  waits.wake(game("1"));
  expect(await other).toEqual({ ok: true, value: "changed" });
  waits.close();
  expect(waits.count()).toBe(0);
});

test("closing answers those who wait, and whoever comes later, and says that it is that", async () => {
  const waits = createWaitRegistry(waitsForGames);
  const { signal } = new AbortController();
  const wait = waits.open("1", () => false, forever, signal, onlooker);
  waits.close();
  expect(await wait).toEqual({ ok: true, value: "closing" });
  expect(await waits.open("1", () => false, forever, signal, onlooker)).toEqual({ ok: true, value: "closing" });
});

test("too many waits in all are refused in words, and those there are go on", async () => {
  const waits = createWaitRegistry(waitsForGames);
  const { signal } = new AbortController();
  for (let count = 0; count < 19_999; count += 1)
    void waits.open(String(count % 1_500), () => false, forever, new AbortController().signal, {
      ...onlooker,
      client: String(count % 17),
    });
  const last = waits.open("last", () => true, forever, signal);
  expect(await waits.open("more", () => true, forever, signal)).toMatchObject({ ok: false, code: "LIMIT_REACHED" });
  waits.wake(game("last"));
  expect(await last).toEqual({ ok: true, value: "changed" });
  waits.close();
  expect(waits.count()).toBe(0);
});
