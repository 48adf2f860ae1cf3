import { existsSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { readEvent } from "../../src/main/store/commit.ts";
import type { Schema } from "../../src/main/store/schema.ts";
import { type SnapshotFormat, upgradeSnapshot } from "../../src/main/store/snapshot-format.ts";
import { migrate } from "../../src/main/store/sqlite/migrate.ts";
import { obstacleIn } from "../../src/main/store/sqlite/open.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { tempDir } from "../support/temp-dir.ts";
import { keep, newGame } from "./support.ts";

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());
let files = 0;
const newPath = () => join(dir.path, `${++files}.db`);

describe("a database of a released form", () => {
  const released: Schema = { first: 4, make: "CREATE TABLE games (id TEXT PRIMARY KEY, name TEXT)", upgrades: [] };
  const rows = (db: DatabaseSync) => db.prepare("SELECT * FROM games ORDER BY id").all();
  const version = (db: DatabaseSync) => db.prepare("PRAGMA user_version").get();
  const open = () => {
    const db = new DatabaseSync(":memory:");
    migrate(db, released);
    db.exec("INSERT INTO games VALUES ('1000', 'One'), ('1001', 'Two')");
    return db;
  };

  test("a database of a released form is brought up to date with all that is in it, once", () => {
    using db = open();
    const today: Schema = {
      ...released,
      make: "CREATE TABLE games (id TEXT PRIMARY KEY, name TEXT, plies INTEGER NOT NULL DEFAULT 0)",
      upgrades: [
        "ALTER TABLE games ADD COLUMN plies INTEGER NOT NULL DEFAULT 0",
        "UPDATE games SET plies = length(name)",
      ],
    };
    migrate(db, today);
    const upgraded = [
      { id: "1000", name: "One", plies: 3 },
      { id: "1001", name: "Two", plies: 3 },
    ];
    expect([rows(db), version(db)]).toEqual([upgraded, { user_version: 6 }]);
    migrate(db, today);
    expect(rows(db)).toEqual(upgraded);
    using made = new DatabaseSync(":memory:");
    migrate(made, today);
    expect([rows(made), version(made)]).toEqual([[], { user_version: 6 }]);
  });

  test("a database of a released form stays as it was where that cannot be, and the reason is told", () => {
    using db = open();
    const before = db.prepare("SELECT sql FROM sqlite_schema").all();
    const upgrades = ["CREATE TABLE more (x)", "CREATE TABLE games (x)"];
    expect(() => migrate(db, { ...released, upgrades })).toThrow(
      /^it could not be brought to version 6: .*games already exists/,
    );
    expect([db.prepare("SELECT sql FROM sqlite_schema").all(), version(db)]).toEqual([before, { user_version: 4 }]);
  });
});

test("a file of form 10 comes to hold what a new one does: leagues' events in the log, and moves by their names of today", () => {
  const move = { type: "movePlayed", seat: "white", ply: 1, code: "e2e4", text: "e4", ms: 5, clock: null } as const;
  const moveBefore = JSON.stringify(move).replace("code", "uci").replace("text", "san");
  const saidBefore = JSON.stringify({ type: "said", seat: "white", message: '{"uci":"e2e4"}' });
  const fixture = readFileSync(new URL("./fixtures/sqlite-10.sql", import.meta.url), "utf8");
  using db = new DatabaseSync(":memory:");
  db.exec(`${fixture}; PRAGMA user_version = 10;
    INSERT INTO games
      (id, kind, status, version, created_at, first_kind, second_kind, snapshot_form, snapshot, elo, first_rated)
      VALUES ('1000', 'chess', 'open', 1, 5, 'person', 'agent', 1, '{}', 1500, 'agent:A');
    INSERT INTO leagues VALUES ('1001', 'Cup', 'chess', 'open', 2, 6, NULL, 1, '{}');
    INSERT INTO events (game_id, seq, at, body) VALUES ('1000', 1, 5, '${moveBefore}'), ('1000', 2, 5, '${saidBefore}');
    INSERT INTO league_events VALUES ('1001', 2, 8, '"started"'), ('1001', 1, 6, '"created"')`);
  migrate(db);
  expect(db.prepare("SELECT * FROM events ORDER BY id").all()).toEqual([
    { id: 1, game_id: "1000", league_id: null, seq: 1, at: 5, body: JSON.stringify(move) },
    { id: 2, game_id: "1000", league_id: null, seq: 2, at: 5, body: saidBefore },
    { id: 3, game_id: null, league_id: "1001", seq: 1, at: 6, body: '"created"' },
    { id: 4, game_id: null, league_id: "1001", seq: 2, at: 8, body: '"started"' },
  ]);
  expect(readEvent(JSON.stringify(move))).toEqual(move);
  // The Elo of a rated game is no more its own.
  expect(db.prepare("SELECT elo FROM games").get()).toEqual({ elo: null });
  using made = new DatabaseSync(":memory:");
  migrate(made);
  const shape = (of: DatabaseSync) => ({
    version: of.prepare("PRAGMA user_version").get(),
    things: of.prepare("SELECT type, name FROM sqlite_schema ORDER BY type, name").all(),
    columns: of
      .prepare(
        `SELECT t.name AS "table", c.name, c.type, c."notnull", c.pk FROM sqlite_schema t, pragma_table_info(t.name) c
         WHERE t.type = 'table' ORDER BY 1, 2`,
      )
      .all(),
  });
  expect(shape(db)).toEqual(shape(made));
});

describe("a snapshot of a released form", () => {
  const today: SnapshotFormat = {
    number: 5,
    upgraders: {
      3: (fields) => ({ ...fields, seats: [fields["white"], fields["black"]] }),
      4: ({ seats, ...fields }) => ({ ...fields, seats: { first: seats } }),
    },
  };

  test("a snapshot of a released form is upgraded form by form, and one of today's stays as it is", () => {
    const data = { white: "One", black: "Two" };
    expect(upgradeSnapshot({ form: 3, data }, today)).toEqual({
      ok: true,
      value: { ...data, seats: { first: ["One", "Two"] } },
    });
    expect(upgradeSnapshot({ form: 4, data: { seats: 1 } }, today)).toEqual({
      ok: true,
      value: { seats: { first: 1 } },
    });
    expect(upgradeSnapshot({ form: 5, data }, today)).toEqual({ ok: true, value: data });
  });

  test.each([
    [2, {}, /form 2/],
    [6, {}, /newer Kibitz/],
    [3, null, /no object/],
  ])("a snapshot of a released form is refused where it is of form %i, with %j", (form, data, said) => {
    expect(upgradeSnapshot({ form, data }, today)).toMatchObject({ ok: false, message: expect.stringMatching(said) });
  });
});

test("a file from before the first release is kept beside a new one, and that is said once", async () => {
  const path = newPath();
  const older = openSqliteStore(path);
  await keep(older, newGame("1000"));
  await older.close();
  const makeOlder = () => {
    using db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 9");
  };
  makeOlder();
  expect(obstacleIn(path)).toMatch(
    /version 9, from before the first release.*keeps it as .*\.db\.version-9, and begins/,
  );
  const said: string[] = [];
  const store = openSqliteStore(path, (line) => said.push(line));
  expect(await store.game("1000")).toBeNull();
  await store.close();
  const aside = `${path}.version-9`;
  expect(said).toEqual([expect.stringContaining(`it is kept as ${aside}, and a new one was begun`)]);
  const again = openSqliteStore(path, (line) => said.push(line));
  await again.close();
  expect(said).toHaveLength(1);
  {
    using kept = new DatabaseSync(aside);
    expect(kept.prepare("SELECT id FROM games").all()).toEqual([{ id: "1000" }]);
  }

  // Nothing takes the place of what is kept there.
  makeOlder();
  expect(() => openSqliteStore(path)).toThrow(/There is such a file: move it away/);
  expect(existsSync(path)).toBe(true);
  renameSync(aside, `${aside}.moved`);
  await openSqliteStore(path).close();
  expect(existsSync(aside)).toBe(true);
});
