import { describe, expect, test, vi } from "vitest";
import type { Sitting } from "../../src/main/tables/sitting.ts";
import type { Tables } from "../../src/main/tables/tables.ts";
import type { Result } from "../../src/shared/result.ts";
import { agent, agentGame, fallibleDisk, openTables } from "./support.ts";

/** What the tables do when several things happen at once, or the disk does not keep up. */

async function started(tables: Tables, game = agentGame): Promise<Sitting> {
  const made = await tables.create(game);
  if (!made.ok) throw new Error(made.message);
  return made.value;
}
const codeOf = (result: Result<unknown>) => (result.ok ? "OK" : result.code);
const clock = { initialMs: 60_000, incrementMs: 5_000 };
const openGame = { ...agentGame, players: [agent("One"), agent(null)] as const };

describe("of two who ask at once", () => {
  test("one gets the open seat", async () => {
    await using place = openTables();
    const { tables } = place;
    const { table } = await started(tables, openGame);
    const answers = await Promise.all(
      ["a", "b", "c"].map((name) => tables.join(table.id, name, { connection: `connection ${name}` })),
    );
    expect(answers.map(codeOf)).toEqual(["OK", "SEAT_TAKEN", "SEAT_TAKEN"]);
    const again = await tables.join(table.id, "a", { connection: "connection a" });
    expect(again).toMatchObject({ ok: true, value: { seat: "black", back: true } });
  });

  test("one moves", async () => {
    await using place = openTables();
    const { tables } = place;
    const sitting = await started(tables);
    const { id } = sitting.table;
    const answers = await Promise.all(["e2e4", "d2d4", "c2c4"].map((text) => tables.play(id, "white", { text })));
    expect(answers.map(codeOf)).toEqual(["OK", "NOT_YOUR_TURN", "NOT_YOUR_TURN"]);
    expect(sitting.moves.map(({ uci }) => uci)).toEqual(["e2e4"]);
  });

  test("one ends the game", async () => {
    await using place = openTables();
    const { tables } = place;
    const sitting = await started(tables);
    const { id } = sitting.table;
    const answers = await Promise.all([tables.resign(id, "black"), tables.resign(id, "white")]);
    expect(answers.map(codeOf)).toEqual(["OK", "GAME_OVER"]);
    expect(sitting.table.outcome).toEqual({ winner: "white", reason: "resignation" });
  });

  test("in a rematch no clock runs before the one who did not ask for it has come", async () => {
    await using open = openTables();
    const { tables, time } = open;
    const made = await tables.create({ ...agentGame, clock: { initialMs: 60_000, incrementMs: 0 } });
    if (!made.ok) throw new Error(made.message);
    const { id } = made.value.table;
    await tables.resign(id, "white");
    const asked = await tables.rematch(id, "black", null);
    if (!asked.ok) throw new Error(asked.message);
    const next = asked.value.sitting.table.id;
    expect(asked.value.seat).toBe("white");

    time.now += 300_000;
    expect((await tables.play(next, "white", { text: "e4" })).ok).toBe(true);
    time.now += 300_000;
    expect(tables.get(next)).toMatchObject({ value: { table: { outcome: null, clock: { since: [null, null] } } } });

    const came = await tables.rematch(id, "white", null);
    expect(came).toMatchObject({ ok: true, value: { seat: "black" } });
    expect(tables.get(next)).toMatchObject({
      value: { table: { clock: { left: [60_000, 60_000], since: [null, time.now] } } },
    });
    time.now += 10_000;
    await tables.play(next, "black", { text: "e5" });
    expect(tables.get(next)).toMatchObject({
      value: { table: { clock: { left: [60_000, 50_000], since: [time.now, null] } } },
    });
  });

  test("one who plays at once has come, too", async () => {
    await using open = openTables();
    const { tables, time } = open;
    const made = await tables.create({ ...agentGame, clock: { initialMs: 60_000, incrementMs: 0 } });
    if (!made.ok) throw new Error(made.message);
    const { id } = made.value.table;
    await tables.resign(id, "black");
    const asked = await tables.rematch(id, "white", null);
    if (!asked.ok) throw new Error(asked.message);
    time.now += 300_000;
    await tables.play(asked.value.sitting.table.id, "white", { text: "e4" });
    expect(tables.get(asked.value.sitting.table.id)).toMatchObject({
      value: { table: { outcome: null, absent: null, clock: { left: [60_000, 60_000], since: [null, time.now] } } },
    });
  });

  test("both get the same rematch", async () => {
    await using place = openTables();
    const { tables } = place;
    const { table } = await started(tables);
    await tables.resign(table.id, "white");
    const [one, two] = await Promise.all([
      tables.rematch(table.id, "white", null),
      tables.rematch(table.id, "black", null),
    ]);
    if (!one.ok || !two.ok) throw new Error("no rematch");
    expect(two.value.sitting.table.id).toBe(one.value.sitting.table.id);
    expect([one.value.seat, two.value.seat]).toEqual(["black", "white"]);
  });
});

describe("a move made before the opponent sits", () => {
  test("costs no time and earns none", async () => {
    await using place = openTables();
    const { tables, time } = place;
    const sitting = await started(tables, { ...openGame, clock });
    const { id } = sitting.table;
    time.now += 3_000;
    await tables.play(id, "white", { text: "e2e4" });
    expect(sitting.table.clock).toMatchObject({ left: [60_000, 60_000], since: [null, null] });
    time.now += 3_000;
    await tables.join(id, "Two", { connection: null });
    expect(sitting.table.clock).toMatchObject({ left: [60_000, 60_000], since: [null, time.now] });
  });
});

describe("nothing is true before it is kept", () => {
  test("a refused commit changes nothing and tells nobody", async () => {
    const { disk, wrap } = fallibleDisk();
    await using place = openTables(wrap);
    const { tables } = place;
    const sitting = await started(tables);
    const { id } = sitting.table;
    const heard: string[] = [];
    tables.listen(({ event }) => heard.push(event.type));
    const waiting = tables.waitForTurn(id, "black", 60_000, new AbortController().signal);
    disk.full = true;
    const before = sitting.table;
    const refused = [
      await tables.play(id, "white", { text: "e2e4" }),
      await tables.resign(id, "white"),
      await tables.draw(id, "white", "offer"),
      await tables.say(id, "white", "hello"),
      await tables.freeSeat(id, "white"),
      await tables.create(agentGame),
    ];
    expect(refused.map(codeOf)).toEqual(Array.from({ length: 6 }, () => "STORAGE_FAILED"));
    expect(sitting.table).toBe(before);
    expect(sitting.moves).toEqual([]);
    expect(heard).toEqual([]);
    expect(tables.waiting()).toBe(1);
    disk.full = false;
    expect(codeOf(await tables.play(id, "white", { text: "e2e4" }))).toBe("OK");
    expect(await waiting).toEqual({ ok: true, value: "changed" });
  });

  test("a flag that could not be kept when it fell is kept as soon as it can be", async () => {
    const { disk, wrap } = fallibleDisk();
    await using place = openTables(wrap);
    const { tables, time } = place;
    const sitting = await started(tables, { ...agentGame, clock: { initialMs: 20, incrementMs: 0 } });
    const { id } = sitting.table;
    const waiting = tables.waitForTurn(id, "black", 60_000, new AbortController().signal);
    disk.full = true;
    time.now += 1_000;
    await vi.waitFor(() => expect(disk.refused).toBeGreaterThan(0), { timeout: 5_000, interval: 5 });
    expect(sitting.table.outcome).toBe(null);
    disk.full = false;
    expect(await waiting).toEqual({ ok: true, value: "changed" });
    expect(sitting.table.outcome).toEqual({ winner: "black", reason: "time" });
  });

  test("a listener that throws disturbs neither the others nor the game", async () => {
    await using place = openTables();
    const { tables } = place;
    const heard: string[] = [];
    tables.listen(() => {
      throw new Error("not my day");
    });
    tables.listen(({ event }) => heard.push(event.type));
    const { table } = await started(tables);
    expect(codeOf(await tables.play(table.id, "white", { text: "e2e4" }))).toBe("OK");
    expect(heard).toEqual(["gameCreated", "movePlayed"]);
  });
});

describe("when the host closes", () => {
  test("waits end, what was asked before is kept, and what is asked after is refused", async () => {
    await using place = openTables();
    const { tables, store } = place;
    const { table } = await started(tables);
    const waiting = tables.waitForTurn(table.id, "black", 60_000, new AbortController().signal);
    const last = tables.play(table.id, "white", { text: "e2e4" });
    await Promise.resolve();
    await tables.close();
    expect(await waiting).toMatchObject({ ok: true });
    expect(["OK", "HOST_CLOSING"]).toContain(codeOf(await last));
    expect(store.game(table.id)?.ply).toBe(codeOf(await last) === "OK" ? 1 : 0);
    expect(codeOf(await tables.play(table.id, "white", { text: "d2d4" }))).toBe("HOST_CLOSING");
    expect(codeOf(await tables.create(agentGame))).toBe("HOST_CLOSING");
    expect(tables.waiting()).toBe(0);
  });
});

describe("when a host takes up what the last one left", () => {
  test("the time between is charged to nobody, and stands in the record", async () => {
    await using place = openTables();
    const { tables, store, time } = place;
    const { table } = await started(tables, { ...agentGame, clock });
    const untimed = await started(tables);
    time.now += 10_000;
    await tables.play(table.id, "white", { text: "e2e4" });
    await tables.play(untimed.table.id, "white", { text: "e2e4" });
    const stopped = time.now;

    await using later = openTables(() => ({ ...store, close: () => {} }));
    later.time.now = stopped + 3_600_000;
    expect(await later.tables.resumeAll()).toBe(2);
    const sitting = later.tables.get(table.id);
    if (!sitting.ok) throw new Error(sitting.message);
    expect(sitting.value.table.clock).toMatchObject({ left: [55_000, 60_000], since: [null, later.time.now] });
    for (const id of [table.id, untimed.table.id]) {
      expect(store.log(id).at(-1)?.event).toEqual({ type: "hostResumed", downMs: 3_600_000 });
      later.time.now += 2_000;
      const played = await later.tables.play(id, "black", { text: "e7e5" });
      if (!played.ok) throw new Error(played.message);
      expect(played.value.sitting.moves.at(-1)?.ms).toBeLessThanOrEqual(4_000);
    }
  });

  test("a flag that had fallen before the last one ended has fallen", async () => {
    await using place = openTables();
    const { tables, store, time } = place;
    const { table } = await started(tables, { ...agentGame, clock });
    // The last sign of life comes after the flag fell, and before anybody could say so.
    store.beat(time.now + 61_000);
    await using later = openTables(() => ({ ...store, close: () => {} }));
    later.time.now = time.now + 3_600_000;
    await later.tables.resumeAll();
    expect(later.tables.get(table.id)).toMatchObject({
      value: { table: { outcome: { winner: "black", reason: "time" } } },
    });
  });
});

describe("where both choose at the same time, a choice that is repeated", () => {
  const game = { ...agentGame, kind: "odd-even" as const };

  test("counts once, whoever chose first, and whatever came since", async () => {
    await using place = openTables();
    const { tables } = place;
    const sitting = await started(tables, game);
    const { id } = sitting.table;
    const odd = () => tables.play(id, "odd", { text: "3", ply: 0 });
    const even = () => tables.play(id, "even", { text: "4", ply: 0 });
    expect(await odd()).toMatchObject({ ok: true, value: { repeated: null } });
    expect(await odd()).toMatchObject({ ok: true, value: { repeated: { uci: "3" } } });
    // Both believe to be playing ply 0, and both are right.
    expect(await even()).toMatchObject({ ok: true, value: { repeated: null } });
    expect(await even()).toMatchObject({ ok: true, value: { repeated: { uci: "4" } } });
    expect(await odd()).toMatchObject({ ok: true, value: { repeated: { uci: "3" } } });
    expect(sitting.table.ply).toBe(2);
    // The same number in the next round is a choice of its own.
    expect(await tables.play(id, "even", { text: "4", ply: 2 })).toMatchObject({ ok: true, value: { repeated: null } });
    expect(sitting.table.ply).toBe(3);
  });

  test("cannot be changed", async () => {
    await using place = openTables();
    const { tables } = place;
    const sitting = await started(tables, game);
    const { id } = sitting.table;
    await tables.play(id, "odd", { text: "3", ply: 0 });
    expect(codeOf(await tables.play(id, "odd", { text: "5", ply: 0 }))).toBe("STALE_PLY");
    expect(codeOf(await tables.play(id, "odd", { text: "5", ply: 1 }))).toBe("NOT_YOUR_TURN");
    expect(codeOf(await tables.play(id, "odd", { text: "5" }))).toBe("NOT_YOUR_TURN");
    await tables.play(id, "even", { text: "4", ply: 1 });
    expect(codeOf(await tables.play(id, "even", { text: "5", ply: 0 }))).toBe("STALE_PLY");
    expect(codeOf(await tables.play(id, "even", { text: "5", ply: 7 }))).toBe("STALE_PLY");
    expect(sitting.table.ply).toBe(2);
  });
});
