import { expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { startHeartbeat } from "../../src/main/live/heartbeat.ts";
import { agent, agentGame, gameNow, openTables, started, sure } from "./support.ts";

/** A host that is frozen, or asleep with its machine: its clocks go on, and nobody could play. */

const clock = { initialMs: 60_000, incrementMs: 0 };
const hour = 3_600_000;

function openFreezable() {
  const time = { missed: 0 };
  const place = openTables((store) => store, { missed: () => time.missed });
  return Object.assign(place, {
    freeze: (ms: number) => {
      place.time.now += ms;
      time.missed += ms;
    },
  });
}

test("nobody is charged for it: not the one who moves first after it, nor those who do nothing", async () => {
  await using place = openFreezable();
  const { tables } = place;
  const [one, other] = [await started(tables, { ...agentGame, clock }), await started(tables, { ...agentGame, clock })];
  const untimed = await started(tables);
  place.freeze(hour);
  const played = sure(await tables.play(one.table.id, "white", { text: "e2e4" }));
  expect(played.game.table).toMatchObject({ outcome: null, clock: { left: [60_000, 60_000] } });
  const idle = await gameNow(tables, other.table.id);
  expect(idle.table).toMatchObject({ clock: { left: [60_000, 60_000], since: [place.time.now, null] } });
  expect((await gameNow(tables, untimed.table.id)).table.turnSince).toBe(place.time.now);
  for (const { table } of [one, other, untimed]) {
    const events = sure(await tables.log(table.id, 0, 10)).map(({ event }) => event);
    expect(events[1]).toEqual({ type: "hostResumed", downMs: hour });
  }
});

test("a flag that would have fallen in it does not, and one that falls later does", async () => {
  await using place = openFreezable();
  const { tables } = place;
  const { id } = (await started(tables, { ...agentGame, clock: { initialMs: 30, incrementMs: 0 } })).table;
  place.freeze(hour);
  // The timer that was set for the flag goes off first.
  const resumed = sure(await tables.waitUntil(id, ({ version }) => version > 1, 10_000));
  expect(resumed).toMatchObject({ end: "changed", game: { table: { outcome: null, clock: { left: [30, 30] } } } });
  place.time.now += 30;
  const over = sure(await tables.waitUntil(id, ({ table }) => table.outcome !== null, 10_000));
  expect(over.game.table.outcome).toEqual({ winner: "black", reason: "time" });
});

test("time in which the host lives is charged", async () => {
  await using place = openFreezable();
  const { tables } = place;
  const { id } = (await started(tables, { ...agentGame, clock })).table;
  place.time.now += 2_000;
  sure(await tables.say(id, "white", "hm"));
  place.time.now += 2_000;
  const { game } = sure(await tables.play(id, "white", { text: "e2e4" }));
  expect(game.table.clock?.left).toEqual([56_000, 60_000]);
  expect(sure(await tables.log(id, 0, 10)).map(({ event }) => event.type)).toEqual([
    "gameCreated",
    "said",
    "movePlayed",
  ]);
});

test("a game that nobody plays yet is left as it is", async () => {
  await using place = openFreezable();
  const open = await started(place.tables, { ...agentGame, players: [agent("One"), agent(null)] });
  place.freeze(hour);
  sure(await place.tables.join(open.table.id, "Two", { connection: null }));
  expect(sure(await place.tables.log(open.table.id, 0, 10)).map(({ event }) => event.type)).toEqual([
    "gameCreated",
    "seatTaken",
  ]);
});

test("where the clock that hosts share is put forward, they are asked whether anybody was there", async () => {
  const time = { now: 1_800_000_000_000, leapt: 0 };
  const awakeUntil: number[] = [];
  const pulse = startHeartbeat({
    store: { beat: async () => {}, cluster: { leapt: () => time.leapt } },
    log: silentLog,
    now: () => time.now,
    missed: () => 0,
    activity: () => ({ unfinished: 1, clocks: 1 }),
    stoodStill: async (from) => void awakeUntil.push(from),
  });
  time.now += 500;
  await pulse.checkStandstill();
  time.now += hour;
  time.leapt += hour;
  await pulse.checkStandstill();
  await pulse.checkStandstill();
  expect(awakeUntil).toEqual([1_800_000_000_500]);
  await pulse.close();
});
