import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterEach, describe, expect, test } from "vitest";
import { createTable, type Table } from "../../src/main/games/table.ts";
import { openStore, type Store, type Write } from "../../src/main/store/store.ts";
import { tempDir } from "../support/temp-dir.ts";
import { agentGame } from "../tables/support.ts";

const dir = tempDir();
const undo: (() => void)[] = [];
afterEach(() => {
  for (const step of undo.splice(0).reverse()) step();
});

let files = 0;
const newPath = () => join(dir.path, `${++files}.db`);

function open(path = newPath()): Store {
  const store = openStore(path);
  undo.push(() => store.close());
  return store;
}

function newGame(id: string, at = 1_000): Write {
  const made = createTable({ ...agentGame, id }, at);
  if (!made.ok) throw new Error(made.message);
  return { table: made.value.table, at, events: made.value.events };
}
const said = (table: Table, message: string, at = 2_000): Write => ({
  table,
  at,
  events: [{ type: "said", seat: "white", message }],
});
/** A table that no JSON can hold. */
const impossible = (table: Table): Write => ({ table: { ...table, state: 1n }, at: 3_000, events: [] });

/** Transactions in the write-ahead log: frames whose header carries the database's size (sqlite.org/fileformat, 4.1). */
function commitsIn(path: string): number {
  const log = readFileSync(`${path}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits += 1;
  return commits;
}

describe("what is asked for in the same moment", () => {
  test("shares transactions, and each gets its own answer", async () => {
    const path = newPath();
    const store = open(path);
    const first = newGame("1000");
    await store.commit(first);

    const before = commitsIn(path);
    const kept = await Promise.all(
      Array.from({ length: 100 }, (_, index) => store.commit(said(first.table, `line ${index}`))),
    );
    expect(commitsIn(path)).toBe(before + 1);
    kept.forEach((answer, index) => {
      expect(answer).toMatchObject({ ok: true, value: [{ gameId: "1000", event: { message: `line ${index}` } }] });
    });
    const ids = kept.flatMap((answer) => (answer.ok ? answer.value.map(({ id }) => id) : []));
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(100);
    expect(store.log("1000")).toHaveLength(101);
  });

  test("does not fail together", async () => {
    const store = open();
    const games = ["1000", "1001", "1002"].map((id) => newGame(id));
    const [one, bad, two] = await Promise.all(
      games.map((game, index) => store.commit(index === 1 ? impossible(game.table) : game)),
    );
    expect(one?.ok).toBe(true);
    expect(two?.ok).toBe(true);
    expect(bad).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
    expect(store.has("1001")).toBe(false);
    expect(store.count()).toEqual({ open: 0, live: 2, finished: 0 });
  });

  test("is kept in the order in which it was asked for, also across games", async () => {
    const store = open();
    const one = newGame("1000");
    const two = newGame("1001");
    await Promise.all([
      store.commit(one),
      store.commit(two),
      store.commit(said(one.table, "a")),
      store.commit(said(two.table, "b")),
      store.commit(said(one.table, "c")),
    ]);
    const lines = store.logAfter(0, 10).map(({ gameId, event }) => (event.type === "said" ? event.message : gameId));
    expect(lines).toEqual(["1000", "1001", "a", "b", "c"]);
  });

  test("is kept also when the store closes before it got round to it", async () => {
    const path = newPath();
    const store = openStore(path);
    const game = newGame("1000");
    const answer = store.commit(game);
    store.close();
    expect((await answer).ok).toBe(true);
    expect(open(path).game("1000")).toEqual(game.table);
  });
});

test("what was kept is there after the store is opened again", async () => {
  const path = newPath();
  const store = openStore(path);
  const game = newGame("1000");
  await store.commit(game);
  await store.commit(said(game.table, "“quoted” \u{1F3C6} 'and' -- \"escaped\"; DROP TABLE games"));
  store.beat(5_000.4);
  store.close();
  const again = open(path);
  expect(again.game("1000")).toEqual(game.table);
  expect(again.unfinished()).toEqual([game.table]);
  expect(again.log("1000").map(({ event }) => event.type)).toEqual(["gameCreated", "said"]);
  expect(again.log("1000")[1]?.event).toMatchObject({
    message: "“quoted” \u{1F3C6} 'and' -- \"escaped\"; DROP TABLE games",
  });
  expect(again.lastEventId()).toBe(2);
  expect(again.lastBeat()).toBe(5_000);
});

test("games are listed newest first, page by page, also those of the same moment", async () => {
  const store = open();
  for (const [id, at] of [
    ["1000", 1],
    ["1001", 2],
    ["1002", 2],
    ["1003", 3],
  ] as const)
    await store.commit(newGame(id, at));
  const page = (after: { createdAt: number; id: string } | null) =>
    store.list({ status: "all", limit: 2, after }).map(({ id, createdAt }) => ({ id, createdAt }));
  const first = page(null);
  expect(first.map(({ id }) => id)).toEqual(["1003", "1002"]);
  const second = page(first[1] ?? null);
  expect(second.map(({ id }) => id)).toEqual(["1001", "1000"]);
  expect(page(second[1] ?? null)).toEqual([]);
  expect(store.list({ status: "finished", limit: 10, after: null })).toEqual([]);
});

describe("a database", () => {
  test("is made in WAL mode with full durability, and numbered", () => {
    const path = newPath();
    open(path);
    const reader = new DatabaseSync(path, { readOnly: true });
    expect(reader.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
    expect(Number(reader.prepare("PRAGMA user_version").get()?.user_version)).toBeGreaterThan(0);
    reader.close();
  });

  test("that is up to date is opened again without a change", () => {
    const path = newPath();
    openStore(path).close();
    const schema = () => {
      const reader = new DatabaseSync(path, { readOnly: true });
      const rows = reader.prepare("SELECT name, sql FROM sqlite_schema ORDER BY name").all();
      reader.close();
      return rows;
    };
    const before = schema();
    open(path);
    expect(schema()).toEqual(before);
  });

  test("of a newer Kibitz is refused, and left as it is", () => {
    const path = newPath();
    openStore(path).close();
    const db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 999; CREATE TABLE future (x)");
    db.close();
    expect(() => openStore(path)).toThrow(/is of version 999, and this Kibitz knows up to \d+: update Kibitz/);
    const after = new DatabaseSync(path);
    expect(after.prepare("PRAGMA user_version").get()).toMatchObject({ user_version: 999 });
    expect(after.prepare("SELECT count(*) AS n FROM future").get()).toMatchObject({ n: 0 });
    after.close();
  });

  test("that a migration cannot change is left as it was, and the reason is told", () => {
    const path = newPath();
    const db = new DatabaseSync(path);
    // What the first migration is about to make stands there already.
    db.exec("CREATE TABLE heartbeat (mine)");
    db.close();
    expect(() => openStore(path)).toThrow(/migration “games and events” failed: .*heartbeat/);
    const after = new DatabaseSync(path);
    const names = after
      .prepare("SELECT name FROM sqlite_schema")
      .all()
      .map(({ name }) => name);
    expect(names).toEqual(["heartbeat"]);
    expect(after.prepare("PRAGMA user_version").get()).toMatchObject({ user_version: 0 });
    after.close();
  });
});
