import { expect, test } from "vitest";
import { unheardOf } from "../../src/main/tables/live-game.ts";
import { createTable } from "../../src/main/tables/machine/create.ts";
import { waitsForGames } from "../../src/main/tables/tables.ts";
import { createWaits } from "../../src/main/tables/waits.ts";
import { agentGame, sure } from "./support.ts";

const forever = 60_000;
const game = (id: string) => unheardOf(sure(createTable({ ...agentGame, id }, 0)).table);

test("a wait ends with what it waited for, with its time, or with its caller, and leaves nothing behind", async () => {
  const waits = createWaits(waitsForGames);
  const caller = new AbortController();
  let ready = false;
  const ends = [
    waits.open("1", () => ready, forever, caller.signal),
    waits.open("1", () => false, 1, caller.signal),
    waits.open("2", () => false, forever, caller.signal),
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
  expect(await waits.open("1", () => false, forever, caller.signal)).toEqual({ ok: true, value: "cancelled" });
});

test("a wake is for its own game", async () => {
  const waits = createWaits(waitsForGames);
  const { signal } = new AbortController();
  void waits.open("1", () => true, forever, signal);
  void waits.open("2", () => true, forever, signal);
  waits.wake(game("2"));
  expect(waits.count()).toBe(1);
  waits.close();
  expect(waits.count()).toBe(0);
});

test("what is waited for is looked for in the game as it was committed", async () => {
  const waits = createWaits(waitsForGames);
  const { signal } = new AbortController();
  const wait = waits.open("1", ({ version }) => version === 7, forever, signal);
  waits.wake(game("1"));
  expect(waits.count()).toBe(1);
  waits.wake({ ...game("1"), version: 7 });
  expect(await wait).toEqual({ ok: true, value: "changed" });
});

test("too many waits for one game are refused in words, and other games do not suffer", async () => {
  const waits = createWaits(waitsForGames);
  const { signal } = new AbortController();
  for (let count = 0; count < 200; count += 1) void waits.open("1", () => false, forever, new AbortController().signal);
  expect(await waits.open("1", () => false, forever, signal)).toMatchObject({
    ok: false,
    code: "LIMIT_REACHED",
    message: expect.stringContaining("200 calls wait"),
  });
  const other = waits.open("2", () => true, forever, signal);
  waits.wake(game("2"));
  expect(await other).toEqual({ ok: true, value: "changed" });
  waits.close();
});

test("too many waits in all are refused in words, and those there are go on", async () => {
  const waits = createWaits(waitsForGames);
  const { signal } = new AbortController();
  for (let count = 0; count < 19_999; count += 1)
    void waits.open(String(count % 150), () => false, forever, new AbortController().signal);
  const last = waits.open("last", () => true, forever, signal);
  expect(await waits.open("more", () => true, forever, signal)).toMatchObject({ ok: false, code: "LIMIT_REACHED" });
  waits.wake(game("last"));
  expect(await last).toEqual({ ok: true, value: "changed" });
  waits.close();
  expect(waits.count()).toBe(0);
});
