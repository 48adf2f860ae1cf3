import { expect, test } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import { ownStandstills, startHeartbeat } from "../../src/main/live/heartbeat.ts";
import { agent, agentGame, gameNow, openGames, started, sure } from "./support.ts";

/** A host that is frozen, or asleep with its machine: its clocks go on, and nobody could play. */

const clock = { initialMs: 60_000, incrementMs: 0 };
const hour = 3_600_000;

function openFreezable() {
  const time = { missed: 0 };
  const place = openGames((store) => store, { missedMs: () => time.missed });
  return Object.assign(place, {
    freeze: (ms: number) => {
      place.time.now += ms;
      time.missed += ms;
    },
  });
}

test("nobody is charged for a standstill: not the one who moves first after it, nor those who do nothing", async () => {
  await using place = openFreezable();
  const { games } = place;
  const [one, other] = [await started(games, { ...agentGame, clock }), await started(games, { ...agentGame, clock })];
  const untimed = await started(games);
  place.freeze(hour);
  const played = sure(await games.play(one.state.id, "white", { text: "e2e4" }));
  expect(played.game.state).toMatchObject({ outcome: null, clock: { left: [60_000, 60_000] } });
  const idle = await gameNow(games, other.state.id);
  expect(idle.state).toMatchObject({ clock: { left: [60_000, 60_000], since: [place.time.now, null] } });
  expect((await gameNow(games, untimed.state.id)).state.turnSince).toBe(place.time.now);
  for (const { state } of [one, other, untimed]) {
    const events = sure(await games.log(state.id, 0, 10)).map(({ event }) => event);
    expect(events[1]).toEqual({ type: "hostResumed", downMs: hour });
  }
});

test("a flag that would have fallen in a standstill does not fall, and one that falls later does", async () => {
  await using place = openFreezable();
  const { games } = place;
  const { id } = (await started(games, { ...agentGame, clock: { initialMs: 30, incrementMs: 0 } })).state;
  place.freeze(hour);
  // The timer that was set for the flag goes off first.
  const resumed = sure(await games.waitUntil(id, ({ version }) => version > 1, 10_000));
  expect(resumed).toMatchObject({ end: "changed", game: { state: { outcome: null, clock: { left: [30, 30] } } } });
  place.time.now += 30;
  const over = sure(await games.waitUntil(id, ({ state }) => state.outcome !== null, 10_000));
  expect(over.game.state.outcome).toEqual({ winner: "black", reason: "time" });
});

test("time in which the host lives is charged", async () => {
  await using place = openFreezable();
  const { games } = place;
  const { id } = (await started(games, { ...agentGame, clock })).state;
  place.time.now += 2_000;
  sure(await games.say(id, "white", "hm"));
  place.time.now += 2_000;
  const { game } = sure(await games.play(id, "white", { text: "e2e4" }));
  expect(game.state.clock?.left).toEqual([56_000, 60_000]);
  expect(sure(await games.log(id, 0, 10)).map(({ event }) => event.type)).toEqual([
    "gameCreated",
    "said",
    "movePlayed",
  ]);
});

test("a game that nobody plays yet is left as it is by a standstill", async () => {
  await using place = openFreezable();
  const open = await started(place.games, { ...agentGame, players: [agent("One"), agent(null)] });
  place.freeze(hour);
  sure(await place.games.join(open.state.id, "Two", { connection: null }));
  expect(sure(await place.games.log(open.state.id, 0, 10)).map(({ event }) => event.type)).toEqual([
    "gameCreated",
    "seatTaken",
  ]);
});

test("hosts are asked whether anybody was there where the clock that they share is put forward", async () => {
  const time = { now: 1_800_000_000_000, leapt: 0 };
  const awakeUntil: number[] = [];
  const pulse = startHeartbeat({
    store: { beat: async () => {} },
    standstills: {
      ...ownStandstills({ lastBeat: async () => null }, () => time.now),
      isShared: true,
      leapt: () => time.leapt,
    },
    log: silentLog,
    now: () => time.now,
    missedMs: () => 0,
    isAsleep: () => false,
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
