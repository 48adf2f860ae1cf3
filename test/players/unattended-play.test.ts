import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { silentLog } from "../../src/main/base/log.ts";
import type { GameUpdate } from "../../src/main/games/live-game.ts";
import type { NewPlayer } from "../../src/main/games/machine/seats.ts";
import type { Driver } from "../../src/main/players/driver.ts";
import { strategyDriver } from "../../src/main/players/drivers.ts";
import { createSupervisor } from "../../src/main/players/supervisor.ts";
import { liveEvents } from "../../src/main/views/game/live-event.ts";
import { refuse } from "../../src/shared/result.ts";
import { agentGame, gameNow, openGames, recordedStore, started, sure, type Wish } from "../live-games/support.ts";

/** Games in which everybody who sits there answers at once. */

// No time passes, so that a busy machine does not cut a game in pieces.
const still = ["setTimeout", "clearTimeout", "Date", "performance"] as const;
beforeEach(() => void vi.useFakeTimers({ now: 1_800_000_000_000, toFake: [...still] }));
afterEach(() => void vi.useRealTimers());

const strategy = (name: string, seed: number): NewPlayer => ({
  kind: "computer",
  name,
  connection: null,
  settings: { strategy: name, seed: String(seed) },
});
const oddEven = (more: Partial<Wish> = {}): Wish => ({
  ...agentGame,
  kind: "odd-even",
  players: [strategy("pattern", 1), strategy("random", 2)],
  options: { rounds: 9 },
  pace: "none",
  ...more,
});

function supervised(driver: Driver = strategyDriver("random", () => 0.5), ruledFrom?: () => Promise<number>) {
  const recorded = recordedStore();
  const place = openGames(recorded.wrap, { now: () => Date.now() });
  const { games } = place;
  const supervisor = createSupervisor({
    games,
    drivers: () => driver,
    log: silentLog,
    random: () => 0,
    now: () => Date.now(),
    ...(ruledFrom ? { ruledFrom } : {}),
  });
  return {
    ...place,
    supervisor,
    /** How many moves each of a game's commits brought, its making left out. */
    commits: () =>
      recorded.kept.slice(1).map(({ events }) => events.filter(({ type }) => type === "movePlayed").length),
    over: async (id: string) => sure(await games.waitUntil(id, ({ state }) => state.outcome !== null, 60_000)).game,
    [Symbol.asyncDispose]: async () => {
      await supervisor.close();
      await place[Symbol.asyncDispose]();
    },
  };
}

test("all moves of two strategies are one commit, and each is an event of its own", async () => {
  await using place = supervised();
  const news: GameUpdate[] = [];
  place.games.listen((each) => void news.push(each));
  const { state, moves, version } = await place.over((await started(place.games, oddEven())).state.id);
  expect(place.commits()).toEqual([moves.length]);
  const log = sure(await place.games.log(state.id, 0, 500)).map(({ seq, event }) => [seq, event.type]);
  expect(log.slice(-2 - moves.length, -1).map(([, type]) => type)).toEqual([
    "gameCreated",
    ...moves.map(() => "movePlayed"),
  ]);
  expect(log.at(-1)).toEqual([version, "gameOver"]);
  // Pages are told each choice once, with the first event after which it is no secret.
  const told = news.slice(1).flatMap((each) => liveEvents(each, 0, () => null));
  expect(told.flatMap(({ revealed }) => revealed)).toEqual(moves.map(({ ply, code, text }) => ({ ply, code, text })));
  for (const { event, revealed } of told.slice(0, -1))
    expect(revealed.map(({ ply }) => ply)).toEqual(event.type === "movePlayed" ? [event.ply] : []);
});

test("each move of a game with a clock is a commit", async () => {
  await using place = supervised();
  const { games } = place;
  const { moves } = await place.over(
    (await started(games, oddEven({ clock: { initialMs: 60_000, incrementMs: 0 } }))).state.id,
  );
  expect(place.commits()).toEqual(moves.map(() => 1));
});

test("the same is played whether moves share a commit or not", async () => {
  const courses = [];
  for (const clock of [null, { initialMs: 60_000, incrementMs: 0 }]) {
    await using place = supervised();
    const { moves } = await place.over((await started(place.games, oddEven({ clock }))).state.id);
    courses.push(moves.map(({ seat, code }) => `${seat} ${code}`));
  }
  expect(courses[0]?.length).toBeGreaterThan(9);
  expect(courses[1]).toEqual(courses[0]);
});

test("each move is a commit from the ply on which the league's rules look at a game", async () => {
  await using place = supervised(undefined, async () => 4);
  const { moves } = await place.over((await started(place.games, oddEven())).state.id);
  expect(place.commits()).toEqual([4, ...moves.slice(4).map(() => 1)]);
});

test("a driver that fails keeps what was played before, and is asked again after a while", async () => {
  let asked = 0;
  const driver: Driver = {
    atOnce: true,
    chooseMove: async (thought) => {
      asked += 1;
      if (asked === 4) throw new Error("broken");
      if (asked === 5 || asked === 6) return refuse("ENGINE_FAILED", "still broken");
      return strategyDriver("random", () => 0.5).chooseMove(thought);
    },
  };
  await using place = supervised(driver);
  const { id } = (await started(place.games, oddEven())).state;
  const kept = async () => expect((await gameNow(place.games, id)).state).toMatchObject({ ply: 3, outcome: null });
  // The disk takes real time, and the driver is asked again only after a second of the other.
  await vi.waitFor(kept, { interval: 1, timeout: 900 });
  const over = async () => expect((await gameNow(place.games, id)).state.outcome).not.toBeNull();
  await vi.waitFor(over, { interval: 100, timeout: 60_000 });
});

test("a host that closes keeps what was played", async () => {
  let asked = 0;
  let closing: Promise<void> | null = null;
  const driver: Driver = {
    atOnce: true,
    chooseMove: async (thought) => {
      asked += 1;
      if (asked === 5) closing = place.supervisor.close();
      return strategyDriver("random", () => 0.5).chooseMove(thought);
    },
  };
  await using place = supervised(driver);
  const { id } = (await started(place.games, oddEven())).state;
  await vi.waitUntil(() => closing !== null);
  await closing;
  expect((await gameNow(place.games, id)).state).toMatchObject({ ply: 5, outcome: null });
});

test("many games that go by themselves leave others their turns", async () => {
  vi.useRealTimers();
  await using place = supervised();
  const players = [strategy("random", 1), strategy("random", 2)] as const;
  const chess = { ...oddEven(), kind: "chess" as const, options: {}, players };
  const games = await Promise.all(Array.from({ length: 2 }, () => started(place.games, chess)));
  const over = Promise.all(games.map(({ state }) => place.over(state.id)));
  let turns = 0;
  let isOver = false;
  void over.then(() => {
    isOver = true;
  });
  while (!isOver) {
    await new Promise(setImmediate);
    turns += 1;
  }
  // A game of hundreds of plies takes longer than everybody's share of a turn.
  expect(turns).toBeGreaterThan(3);
  expect(place.commits().length).toBeGreaterThan(3);
});
