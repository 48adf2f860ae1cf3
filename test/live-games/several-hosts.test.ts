import { describe, expect, test, vi } from "vitest";
import { createSharedClock, neverBackwards } from "../../src/main/store/postgres/shared-clock.ts";
import { shareOf } from "../../src/main/store/postgres/shares.ts";
import type { Store } from "../../src/main/store/store.ts";
import { liveEvents } from "../../src/main/views/game/live-event.ts";
import { freshAddress } from "../store/support.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { noPostgres } from "../support/postgres.ts";
import { declareDead, openGamesHost, quick, sleeper, tableAt } from "./hosts.ts";
import { agent, agentGame, codeOf, computer, gameNow, human, started, sure } from "./support.ts";

/** Hosts that serve one database, each with its own live games. */

/** For what comes soon, on a busy machine, too. */
const patient = { timeout: 20_000, interval: 20 };

const logOf = async (store: Store, id: string) => (await store.log(id, 0)).map(({ event }) => event);
const clock = (initialMs: number) => ({ initialMs, incrementMs: 0 });

test("a clock that follows another one stays between what it was shown", () => {
  let steady = 1_000;
  const shared = createSharedClock(() => steady);
  // The other one is 500 ahead; it answers after 10 ms of a way of 40.
  const show = (ahead: number, there = 10, back = 30) => {
    const asked = steady;
    steady += there;
    const time = steady + ahead;
    steady += back;
    shared.noteTime(time, asked, steady);
  };
  show(500);
  expect(Math.abs(shared.now() - steady - 500)).toBeLessThanOrEqual(20);
  show(500, 1, 1);
  expect(Math.abs(shared.now() - steady - 500)).toBeLessThanOrEqual(1);
  // A slow answer tells less than is known.
  show(500, 0, 2_000);
  expect(Math.abs(shared.now() - steady - 500)).toBeLessThanOrEqual(1);
  expect(shared.leapt()).toBe(0);
  // The machine slept, and the steady clock with it; or the other one was put forward.
  show(60_500, 5, 5);
  expect(Math.abs(shared.leapt() - 60_000)).toBeLessThanOrEqual(5);
  expect(Math.abs(shared.now() - steady - 60_500)).toBeLessThanOrEqual(5);
  const forward = neverBackwards(shared.now);
  const before = forward();
  show(0, 1, 1);
  expect(forward()).toBe(before);
});

describe.skipIf(noPostgres)("hosts that share a database", needs("PostgreSQL"), () => {
  const cluster = ownCluster();

  test("hosts that share a database go by its clock, however wrong their own are", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address);
    const wrong = vi.spyOn(Date, "now").mockReturnValue(Date.now() + 3_600_000);
    await using other = await openGamesHost(address);
    const [row] = await cluster.ask("SELECT extract(epoch FROM clock_timestamp())::float8 * 1000 AS time");
    for (const { now } of [one, other]) expect(Math.abs(now() - Number(row?.time))).toBeLessThan(1_000);
    // White thinks for 20 s at one, and moves at the other.
    other.time.behind = 20_000;
    const { id } = (await started(other.games, { ...agentGame, clock: clock(60_000) })).state;
    const played = sure(await one.games.play(id, "white", { text: "e4" })).game;
    wrong.mockRestore();
    expect(played.state.clock?.left[0]).toBeGreaterThan(30_000);
    expect(played.state.clock?.left[0]).toBeLessThan(40_500);
  });

  test("hosts that share a database let a flag fall once, at the one that sees to it", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address, sleeper);
    await using other = await openGamesHost(address);
    const { id } = (await started(one.games, { ...agentGame, clock: clock(400) })).state;
    const waiting = other.games.waitUntil(id, ({ state }) => state.outcome !== null, 20_000);
    expect(sure(await waiting)).toMatchObject({ end: "changed", game: { state: { outcome: { reason: "time" } } } });
    expect((await logOf(one.store, id)).filter(({ type }) => type === "gameOver")).toHaveLength(1);
    expect(other.commits).toEqual([]);
  });

  test("hosts that share a database let one fall that its host slept over, and refuse that host's late decision", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address, sleeper);
    const { id } = (await started(one.games, { ...agentGame, clock: clock(60_000) })).state;
    await using other = await openGamesHost(address);
    await other.games.recover();
    await declareDead(cluster, address);
    await vi.waitFor(() => expect(other.games.actsIn(id)).toBe(true), patient);
    expect(one.games.actsIn(id)).toBe(true);
    const flagsOf = async () => (await logOf(one.store, id)).filter(({ type }) => type === "gameOver").length;
    one.time.behind = -61_000;
    sure(await one.games.say(id, "white", "late"));
    await vi.waitFor(() => expect(one.commits.map(({ answer }) => codeOf(answer))).toContain("ELSEWHERE"), patient);
    expect(await flagsOf()).toBe(0);
    other.time.behind = -61_000;
    sure(await other.games.say(id, "black", "late"));
    const ended = await other.games.waitUntil(id, ({ state }) => state.outcome !== null, 20_000);
    expect(sure(ended)).toMatchObject({ end: "changed", game: { state: { outcome: { reason: "time" } } } });
    expect(await flagsOf()).toBe(1);
  });

  test("hosts that share a database let a flag fall while the one that takes the game over waits for reads that nobody answers", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address, sleeper);
    const { id } = (await started(one.games, { ...agentGame, clock: clock(60_000) })).state;
    await using other = await openGamesHost(address);
    await other.games.recover();
    const answered = Promise.withResolvers<void>();
    other.gate.read = () => answered.promise;
    other.time.behind = -61_000;
    await declareDead(cluster, address);
    await vi.waitFor(async () => expect((await logOf(one.store, id)).at(-1)?.type).toBe("gameOver"), patient);
    answered.resolve();
  });

  test("hosts that share a database give back a time in which none of them was there, once, and none in which one was", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address);
    await using other = await openGamesHost(address);
    const both = [one, other];
    const make = async () => {
      one.time.behind = 30_000;
      const { id } = (await started(one.games, { ...agentGame, clock: clock(60_000) })).state;
      one.time.behind = 0;
      await vi.waitFor(() => expect(other.games.inMemory(id)).not.toBeNull(), patient);
      return id;
    };
    const first = await make();
    const madeAt = performance.now();
    const second = await make();
    // One of them slept; the other one was there, and said so.
    await other.store.beat(other.now());
    one.time.slept = 20_000;
    const played = sure(await one.games.play(first, "white", { text: "e4" })).game;
    expect(played.state.clock?.left[0]).toBeLessThan(31_000);
    expect((await logOf(one.store, first)).map(({ type }) => type)).toEqual(["gameCreated", "movePlayed"]);

    // Both slept.
    for (const { time } of both) time.slept += 20_000;
    await cluster.ask(`UPDATE ${tableAt(address, "heartbeat")} SET at = at - 20000`);
    const answers = await Promise.all([
      one.games.say(second, "white", "good morning"),
      other.games.say(second, "black", "good morning"),
    ]);
    expect(answers.map(codeOf)).toEqual(["OK", "OK"]);
    expect(await cluster.ask(`SELECT * FROM ${tableAt(address, "standstills")}`)).toHaveLength(1);
    const log = await logOf(one.store, second);
    const resumed = log.filter((event) => event.type === "hostResumed");
    expect(resumed).toMatchObject([{ downMs: expect.closeTo(20_000, -4) }]);
    expect(log.map(({ type }) => type)).toEqual(["gameCreated", "hostResumed", "said", "said"]);
    const { state } = await gameNow(one.games, second);
    // Of 60 s it had used 30 and has 20 back, without what the test itself has taken.
    expect(state.clock?.left[0]).toBeGreaterThan(49_500 - (performance.now() - madeAt));
    expect(state.clock?.left[0]).toBeLessThan(51_000);
  });

  test("hosts that share a database let a flag fall of a game whose clocks a host sees to from its start on, beside others", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address, sleeper);
    const { id } = (await started(one.games, { ...agentGame, clock: clock(1_500) })).state;
    await one.store.beat(one.now());
    // The host that made it is there, and no longer sees to it.
    await cluster.ask(
      `UPDATE ${tableAt(address, "leases")} SET expires_at = clock_timestamp() - interval '1 second' WHERE key = $1`,
      [shareOf(id)],
    );
    await using other = await openGamesHost(address);
    await vi.waitFor(() => expect(other.games.actsIn(id)).toBe(true), patient);
    await other.games.recover();
    const ended = await one.games.waitUntil(id, ({ state }) => state.outcome !== null, 20_000);
    expect(sure(ended)).toMatchObject({ end: "changed", game: { state: { outcome: { reason: "time" } } } });
    expect((await logOf(one.store, id)).map(({ type }) => type)).not.toContain("hostResumed");
  });

  test("hosts that share a database let a flag fall of a game that others went on with while it was being taken up after a standstill", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address, sleeper);
    await using other = await openGamesHost(address);
    await declareDead(cluster, address);
    await vi.waitFor(() => expect(other.store.duties.holds("leagues")).toBe(true), patient);
    one.time.behind = 30_000;
    const { id } = sure(
      await one.games.create({ ...agentGame, players: [human(), human()], clock: clock(1_500) }),
    ).state;
    one.time.behind = 0;
    await vi.waitFor(() => expect(other.games.inMemory(id)).not.toBeNull(), patient);
    // It decides on the game as it was made, and is a moment late with it.
    const [decided, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    other.gate.pass = () => {
      decided.resolve();
      return goOn.promise;
    };
    await cluster.ask(`UPDATE ${tableAt(address, "heartbeat")} SET at = at - 20000`);
    other.time.slept = 20_000;
    await decided.promise;
    for (const [seat, text] of [
      ["white", "e4"],
      ["black", "e5"],
    ] as const)
      sure(await one.games.play(id, seat, { text }));
    await vi.waitFor(() => expect(other.games.inMemory(id)?.state.ply).toBe(2), patient);
    goOn.resolve();
    await vi.waitFor(() => expect(other.commits.map(({ answer }) => codeOf(answer))).toContain("CONFLICT"), patient);
    const ended = await one.games.waitUntil(id, ({ state }) => state.outcome !== null, 20_000);
    expect(sure(ended)).toMatchObject({ end: "changed", game: { state: { outcome: { reason: "time" } } } });
  });

  test("hosts that share a database take games up beside others as they are, and after all of them were gone without the time between", async () => {
    const address = await freshAddress(cluster);
    const make = async (host: Awaited<ReturnType<typeof openGamesHost>>) => {
      host.time.behind = 30_000;
      const { id } = (await started(host.games, { ...agentGame, clock: clock(60_000) })).state;
      host.time.behind = 0;
      return id;
    };
    let id = "";
    {
      await using one = await openGamesHost(address);
      id = await make(one);
      await one.store.beat(one.now());
      await using other = await openGamesHost(address);
      expect(await other.games.recover()).toEqual({ games: 1 });
      expect((await logOf(one.store, id)).map(({ type }) => type)).toEqual(["gameCreated"]);
    }
    await cluster.ask(`UPDATE ${tableAt(address, "heartbeat")} SET at = at - 20000`);
    await using one = await openGamesHost(address);
    await using other = await openGamesHost(address);
    await Promise.all([one.games.recover(), other.games.recover()]);
    await vi.waitFor(
      async () => expect((await logOf(one.store, id)).map(({ type }) => type)).toEqual(["gameCreated", "hostResumed"]),
      patient,
    );
    const { left } = sure(await one.games.say(id, "white", "hello")).state.clock ?? { left: [0, 0] };
    expect(left[0]).toBeGreaterThan(45_000);
    expect((await logOf(one.store, id)).map(({ type }) => type)).toEqual(["gameCreated", "hostResumed", "said"]);
  });

  test("hosts that share a database give back a time without any of them and no more, however late a game is gone on with", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address);
    one.time.behind = 60_000;
    const { id } = (await started(one.games, { ...agentGame, clock: clock(120_000) })).state;
    one.time.behind = 0;
    const at = Math.round(one.now());
    // One that a host found on starting, while another was there that had no way to the database.
    await cluster.ask(
      `INSERT INTO ${tableAt(address, "standstills")} VALUES (${at - 55_000}, ${at - 45_000}), (${at - 40_000}, ${at - 30_000})`,
    );
    await using other = await openGamesHost(address, sleeper);
    await one.store.beat(one.now());
    await other.games.recover();
    const { left } = sure(await other.games.play(id, "white", { text: "e4" })).game.state.clock ?? { left: [0, 0] };
    expect(left[0]).toBeGreaterThan(75_000);
    expect(left[0]).toBeLessThan(80_500);
    const log = await logOf(one.store, id);
    expect(log.flatMap((event) => (event.type === "hostResumed" ? [event.downMs] : []))).toEqual([10_000, 10_000]);
  });

  test("hosts that share a database leave a seat to whoever holds it by a connection, at whichever host that is open", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address, sleeper);
    await using other = await openGamesHost(address);
    const ended = one.connections.open("hash");
    const { state } = await started(one.games, { ...agentGame, players: [agent("One", "hash"), computer()] });
    const stranger = async (host: typeof one) => {
      await host.authority.lookUp(state);
      return codeOf(host.authority.seatOf(state, { connection: null }));
    };
    // Before anything is known, too.
    expect(codeOf(other.authority.seatOf(state, { connection: null }))).toBe("SEAT_REQUIRED");
    await vi.waitFor(
      async () => expect(await cluster.ask(`SELECT * FROM ${tableAt(address, "comers")}`)).toHaveLength(1),
      patient,
    );
    expect([await stranger(one), await stranger(other)]).toEqual(["SEAT_REQUIRED", "SEAT_REQUIRED"]);
    ended();
    await vi.waitFor(async () => expect([await stranger(one), await stranger(other)]).toEqual(["OK", "OK"]), patient);
    // A host that died took its connections along.
    one.connections.open("hash");
    await vi.waitFor(async () => expect(await stranger(other)).toBe("SEAT_REQUIRED"), patient);
    await declareDead(cluster, address);
    await vi.waitFor(async () => expect(await stranger(other)).toBe("OK"), patient);
  });

  test("hosts that share a database read what others kept of many games in a few questions", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address);
    await using other = await openGamesHost(address);
    const games = await Promise.all(Array.from({ length: 40 }, () => started(one.games)));
    const ids = games.map(({ state }) => state.id);
    await vi.waitFor(() => expect(other.games.unfinished()).toHaveLength(40), patient);
    // From now on it hears of their moves.
    await Promise.all(ids.map((id) => other.games.get(id)));
    other.reads.length = 0;
    const heard = new Set<string>();
    other.games.listen(({ before, game, entries }) => {
      expect(before?.version).toBe(1);
      expect([game.version, entries.map(({ seq }) => seq)]).toEqual([2, [2]]);
      // It has what the player thought, and tells its own pages nothing of it.
      expect(game.moves[0]?.thoughts).toEqual({ text: "A secret plan." });
      expect(JSON.stringify(liveEvents({ before, game, entries }, 0, () => null))).not.toContain("secret");
      heard.add(game.state.id);
    });
    const thoughts = { text: "A secret plan." };
    await Promise.all(ids.map((id) => one.games.play(id, "white", { text: "e4", thoughts })));
    await vi.waitFor(() => expect(heard).toEqual(new Set(ids)), patient);
    expect(new Set(other.reads)).toEqual(new Set(["games"]));
    expect(other.reads.length).toBeLessThan(10);
  });

  test("hosts that share a database hear of no move in games that nobody there has to do with, and know them when they are asked", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address);
    await using other = await openGamesHost(address);
    const games = await Promise.all(Array.from({ length: 10 }, () => started(one.games)));
    const ids = games.map(({ state }) => state.id);
    await vi.waitFor(() => expect(other.games.unfinished()).toHaveLength(10), patient);
    const heard: string[] = [];
    other.games.listen(({ game }) => heard.push(game.state.id));
    const [first = "", second = ""] = ids;
    const play = (id: string, text: string, seat = "white") => one.games.play(id, seat, { text });
    const waiting = other.games.waitForTurn(first, "black", 20_000, AbortSignal.timeout(20_000));
    await vi.waitFor(() => expect(other.games.waiting()).toBe(1), patient);
    other.reads.length = 0;
    for (const id of ids) sure(await play(id, "e4"));
    expect(sure(await waiting).game.state.ply).toBe(1);
    expect([heard, other.reads]).toEqual([[first], ["games"]]);
    // Looked at, played in, listed: in no way is one out of date.
    expect(sure(await other.games.state(second)).ply).toBe(1);
    expect((await other.games.unfinishedNow()).map(({ ply }) => ply)).toEqual(ids.map(() => 1));
    expect(sure(await other.games.get(second)).version).toBe(2);
    for (const id of ids) sure(await other.games.play(id, "black", { text: "e5" }));
    expect(other.commits.map(({ answer }) => codeOf(answer))).toEqual(ids.map(() => "OK"));
    // A listener that looks at everything hears of everything.
    let looks = true;
    const all = new Set<string>();
    other.games.listen(
      ({ game }) => all.add(game.state.id),
      () => looks,
    );
    const third = (await started(one.games)).state.id;
    await vi.waitFor(() => expect(all).toContain(third), patient);
    sure(await play(third, "d4"));
    await vi.waitFor(() => expect(other.games.inMemory(third)?.state.ply).toBe(1), patient);
    looks = false;
  });

  test("hosts that share a database hear what an engine found of a league's game at another one", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address);
    await using other = await openGamesHost(address);
    const league = { id: "77", match: 1, entrants: [1, 2] as const };
    const { id } = (await started(one.games, { ...agentGame, league })).state;
    const over = sure(await one.games.resign(id, "white"));
    expect((await other.games.reviewsIn("77")).size).toBe(0);
    sure(await one.games.keepReview(over, { nodes: 2_000, engine: null, seats: {}, positions: [] }));
    await vi.waitFor(async () => expect([...(await other.games.reviewsIn("77")).keys()]).toEqual([id]), patient);
    expect([...(await one.games.reviewsIn("77")).keys()]).toEqual([id]);
  });

  test("hosts that share a database agree on the secret by which seats are held", async () => {
    const address = await freshAddress(cluster);
    await using one = await openGamesHost(address, quick);
    await using other = await openGamesHost(address, quick);
    expect(await one.store.cluster.seatsAreOf("mark")).toBe(true);
    expect([await other.store.cluster.seatsAreOf("b"), await other.store.cluster.seatsAreOf("mark")]).toEqual([
      false,
      true,
    ]);
  });
});
