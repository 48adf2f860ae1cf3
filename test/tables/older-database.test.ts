import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { gameOf } from "../../src/games/register.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { statusOf, toMove } from "../../src/main/tables/machine/table.ts";
import { tempDir } from "../support/temp-dir.ts";
import { codeOf, gameNow, openTables, sure } from "./support.ts";

/** The games of somebody who updates: the first version's database, as it was left, with those of its early builds. */

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());
const sql = readFileSync(join(import.meta.dirname, "../store/fixtures/version-1.sql"), "utf8");
/** The last sign of life of the host that left it. */
const lastBeat = 1_773_481_280_000;

let files = 0;
function olderDatabase(spoil = ""): string {
  const path = join(dir.path, `${++files}.db`);
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.exec(spoil);
  db.close();
  return path;
}

/** Tables over the file, a year after it was left. */
async function takenUp(path: string, log?: { error(line: string): void; warn(line: string): void }) {
  const place = openTables((store) => store, {
    store: openSqliteStore(path),
    ...(log ? { log: { info: () => {}, debug: () => {}, ...log } } : {}),
  });
  place.time.now = lastBeat + 365 * 86_400_000;
  const recovered = await place.tables.recover();
  return { ...place, recovered };
}

/** What the first version kept of its games. */
const asKept = (() => {
  const db = new DatabaseSync(":memory:");
  db.exec(sql);
  const rows = db.prepare("SELECT id, kind, status, snapshot FROM games ORDER BY id").all();
  db.close();
  return rows.map(({ id, kind, status, snapshot }) => ({
    id: String(id),
    kind: String(kind),
    status: String(status),
    // biome-ignore lint/suspicious/noExplicitAny: a snapshot of an older version
    kept: JSON.parse(String(snapshot)) as any,
  }));
})();
const unfinished = asKept.filter(({ status }) => status !== "finished");

test("all of its games are listed, and those unfinished are taken up", async () => {
  await using place = await takenUp(olderDatabase());
  expect(asKept.length).toBeGreaterThan(20);
  expect(place.recovered).toEqual({ games: unfinished.length });
  const { tables: listed } = await place.tables.list({ status: "all", limit: 100, after: null });
  expect(listed.map(({ id }) => id).toSorted()).toEqual(asKept.map(({ id }) => id));
});

describe.each(asKept.map((game) => [game.id, game] as const))("game %s", (id, { kind, status, kept }) => {
  test("is read as it was left", async () => {
    await using place = await takenUp(olderDatabase());
    const { table, moves } = await gameNow(place.tables, id);
    expect(table).toMatchObject({
      id,
      kind,
      state: kept.state,
      ply: kept.ply,
      options: kept.setup,
      createdAt: kept.createdAt,
      outcome: kept.outcome,
      drawOffer: kept.drawOffer ?? null,
      takebackOffer: kept.takebackOffer ?? null,
      absent: kept.absent ?? null,
      rematch: kept.rematch ?? null,
    });
    expect(statusOf(table)).toBe(status);
    const sat = table.seats.map(({ seat, kind: who, name, generation, illegal, settings, driven }) => ({
      ...{ seat, kind: who, name, generation, illegal, driven },
      level: settings.level ?? null,
    }));
    expect(sat).toEqual(
      kept.seats.map(({ connection: _, ...seat }: Record<string, unknown>) => ({
        ...seat,
        driven: seat["kind"] === "computer",
      })),
    );
    // The record explains the state.
    const { rules } = gameOf(kind);
    let state = sure(rules.start(table.options));
    for (const { seat, uci } of moves) state = sure(rules.play(state, seat, uci)).state;
    expect(state).toEqual(table.state);
    const log = sure(await place.tables.log(id, 0, 500));
    expect(log[0]?.event.type).toBe("gameCreated");
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  });
});

describe.each(unfinished.map((game) => [game.id, game] as const))("game %s, unfinished,", (id, { kind }) => {
  test("is played on, also by a host that comes later", async () => {
    const path = olderDatabase();
    let plies = 0;
    {
      await using place = await takenUp(path);
      const open = (await gameNow(place.tables, id)).table.seats.find(({ name }) => name === null);
      if (open) expect(codeOf(await place.tables.join(id, "Newcomer", { connection: null }))).toBe("OK");
      for (let count = 0; count < 3; count += 1) {
        const { table } = await gameNow(place.tables, id);
        const [seat = ""] = toMove(table);
        const [move = ""] = gameOf(kind).rules.legalMoves(table.state, seat);
        const { game } = sure(await place.tables.play(id, seat, { text: move }));
        expect(game.table).toMatchObject({ ply: table.ply + 1, lastMove: move });
        plies = game.table.ply;
      }
    }
    await using later = await takenUp(path);
    const { table, moves } = await gameNow(later.tables, id);
    expect(table.ply).toBe(plies);
    expect(moves).toHaveLength(plies);
  });
});

test("the year without a host is charged to nobody", async () => {
  await using place = await takenUp(olderDatabase());
  const { table } = await gameNow(place.tables, "1000");
  const { clock } = asKept.find(({ id }) => id === "1000")?.kept ?? {};
  expect(table.clock).toEqual({
    initialMs: clock.initialMs,
    incrementMs: clock.incrementMs,
    left: [clock.left[0] - (lastBeat - clock.since[0]), clock.left[1]],
    since: [place.time.now, null],
  });
  expect(sure(await place.tables.log("1000", 0, 500)).at(-1)?.event).toMatchObject({ type: "hostResumed" });
});

test("what was under way is answered: offers, requests, absence, a choice made in secret", async () => {
  await using place = await takenUp(olderDatabase());
  const { tables, time } = place;
  expect(sure(await tables.draw("1008", "white", "accept")).table.outcome).toEqual({
    winner: null,
    reason: "agreement",
  });
  const back = sure(await tables.takeback("1010", "black", "accept"));
  expect(back.table).toMatchObject({ ply: 2, takebackOffer: null });
  expect(back.moves).toHaveLength(2);
  const { clock } = (await gameNow(tables, "1007")).table;
  expect(clock?.since).toEqual([null, null]);
  const [, black] = (await gameNow(tables, "1007")).table.seats;
  const came = sure(await tables.join("1007", "Ada", { connection: black.connection }));
  expect(came).toMatchObject({
    back: true,
    seat: "black",
    game: { table: { absent: null, clock: { since: [time.now, null] } } },
  });
  const round = sure(await tables.play("1005", "odd", { text: "4" })).game.table.state;
  expect(round).toMatchObject({
    past: [
      { odd: 3, even: 5 },
      { odd: 4, even: 2 },
    ],
    pending: null,
  });
  const rematch = sure(await tables.rematch("1006", "white", null));
  expect(rematch.game.table.id).toBe("1007");
});

test("tokens that were given out then still open their seats", async () => {
  await using place = await takenUp(olderDatabase());
  const { table } = await gameNow(place.tables, "1008");
  for (const seated of table.seats) {
    const token = place.authority.tokenOf(table, seated) ?? undefined;
    expect(place.authority.seatOf(table, { token, connection: null })).toEqual({
      ok: true,
      value: { seat: seated.seat, by: "token" },
    });
  }
  expect(place.authority.seatOf(table, { connection: table.seats[1].connection })).toEqual({
    ok: true,
    value: { seat: "black", by: "connection" },
  });
});

test.each([
  ["cut off", '\'{"id":"1000","kind":\''],
  ["of no game", "json_set(snapshot, '$.state', 'lost')"],
  ["of nobody", "json_remove(snapshot, '$.seats')"],
])("a record that is %s is set aside and said, and the rest goes on", async (_, value) => {
  const said: string[] = [];
  const path = olderDatabase(`UPDATE games SET snapshot = ${value} WHERE id = '1000'`);
  await using place = await takenUp(path, { error: (line) => said.push(line), warn: () => {} });
  expect(place.recovered).toEqual({ games: unfinished.length - 1 });
  expect(said).toEqual([expect.stringMatching(/set aside: Game 1000 cannot be read/)]);
  expect(await place.tables.get("1000")).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
  const { tables: listed } = await place.tables.list({ status: "all", limit: 100, after: null });
  expect(listed).toHaveLength(asKept.length - 1);
  expect(codeOf(await place.tables.play("2000", "white", { text: "Ba4" }))).toBe("OK");
});
