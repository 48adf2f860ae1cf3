import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { postgresSchema } from "../../src/main/store/postgres/schema.ts";
import { type Schema, type SnapshotFormat, upgradeSnapshot } from "../../src/main/store/schema.ts";
import { migrate, obstacleIn } from "../../src/main/store/sqlite/open.ts";
import { sqliteSchema } from "../../src/main/store/sqlite/schema.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { tempDir } from "../support/temp-dir.ts";
import { keep, newGame, newLeague } from "./support.ts";

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

test.each([
  ["sqlite", sqliteSchema],
  ["postgres", postgresSchema],
])("the schema of %s that a version names is written down, and changes with the version alone", (name, schema) => {
  const version = schema.first + schema.upgrades.length;
  const file = new URL(`./fixtures/${name}-${version}.sql`, import.meta.url);
  const statements = (text: string) =>
    text
      .replace(/--.*/g, "")
      .replace(/\s+/g, " ")
      .replace(/ ?([(),;]) ?/g, "$1")
      .trim();
  const hint = "where another column is meant, add an upgrade, and a fixture for the version that it makes";
  expect(statements(schema.make), hint).toBe(statements(readFileSync(file, "utf8")));
});

test("a database of each released version has every column once it is upgraded, with all that was in it", async () => {
  for (let version = sqliteSchema.first; version < sqliteSchema.first + sqliteSchema.upgrades.length; version += 1) {
    const path = newPath();
    const make = readFileSync(new URL(`./fixtures/sqlite-${version}.sql`, import.meta.url), "utf8");
    using db = new DatabaseSync(path);
    migrate(db, { first: version, make, upgrades: [] });
    db.exec(
      "INSERT INTO leagues (id, name, kind, status, version, created_at, snapshot_form, snapshot) VALUES ('7', 'Old', 'chess', 'finished', 1, 5, 3, '{}')",
    );
    const store = openSqliteStore(path);
    await keep(store, newLeague("8"));
    const page = { limit: 10, after: null };
    const listed = await store.leagues({ status: "all", ...page });
    expect(listed.map(({ id, columns }) => [id, columns.deleted_at])).toEqual([
      ["8", null],
      ["7", null],
    ]);
    expect(await store.leagues({ status: "deleted", ...page })).toEqual([]);
    await store.close();
  }
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

test("a file from before the first release is refused, and left as it is", async () => {
  const path = newPath();
  const older = openSqliteStore(path);
  await keep(older, newGame("1000"));
  await older.close();
  {
    using db = new DatabaseSync(path);
    db.exec("PRAGMA user_version = 9");
  }
  const why = /version 9, from before the first release.*: choose another place for its data, or move it away$/;
  expect(obstacleIn(path)).toMatch(why);
  expect(() => openSqliteStore(path)).toThrow(why);
  using db = new DatabaseSync(path);
  expect(db.prepare("SELECT id FROM games").all()).toEqual([{ id: "1000" }]);
});
