import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, describe, expect, test } from "vitest";
import { gamesAndEvents } from "../../src/main/store/sqlite/migrations/001-games-and-events.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { allFinished, type GameColumns, type Store, type StoredGame } from "../../src/main/store/store.ts";
import { searchWords } from "../../src/shared/text.ts";
import { tempDir } from "../support/temp-dir.ts";
import { follow, keep, newGame, wordOf } from "./support.ts";

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

let files = 0;
const newPath = () => join(dir.path, `${++files}.db`);

/** A database file that some SQL has made, and what one may ask of it. */
function made(sql: string) {
  const path = newPath();
  const ask = (query: string) => {
    const db = new DatabaseSync(path);
    try {
      return db.prepare(query).all();
    } finally {
      db.close();
    }
  };
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  return { path, ask };
}

function open(path: string): Store {
  const store = openSqliteStore(path);
  undo.push(() => store.close());
  return store;
}

const versionOne = `${gamesAndEvents.sql}; PRAGMA user_version = 1;`;
const quoted = (text: string) => `'${text.replaceAll("'", "''")}'`;
const game = (id: string, status: string, snapshot: string) =>
  `INSERT INTO games VALUES (${quoted(id)}, 'chess', ${quoted(status)}, 1000, ${quoted(snapshot)});`;
const event = (gameId: string, at: number, body: string | object) =>
  `INSERT INTO events (game_id, at, body) VALUES (${quoted(gameId)}, ${at}, ${quoted(typeof body === "string" ? body : JSON.stringify(body))});`;
const created = (first: string | null, second: string | null) => ({
  type: "gameCreated",
  game: "chess",
  players: [first, second].map((name, index) => ({
    seat: ["white", "black"][index],
    kind: "agent",
    name,
    level: null,
  })),
  rematchOf: null,
});
const taken = { type: "seatTaken", seat: "white", name: "One" };
const freed = { type: "seatFreed", seat: "white" };

describe("a database of version 1, as it was released", () => {
  const released = readFileSync(join(import.meta.dirname, "fixtures", "version-1.sql"), "utf8");

  test("is read in full", async () => {
    const { path, ask } = made(released);
    const before = ask("SELECT id, kind, status, created_at, snapshot FROM games ORDER BY id");
    const events = ask("SELECT id, game_id, at, body FROM events ORDER BY id");
    const [beat] = ask("SELECT at FROM heartbeat");
    const store = open(path);

    const games = (await store.list({ status: "all", limit: 101, after: null })).toSorted((a, b) =>
      a.id < b.id ? -1 : 1,
    );
    expect(
      games.map(({ id, columns, snapshot }) => ({
        ...{ id, kind: columns.kind, status: columns.status, created_at: columns.createdAt },
        ...{ form: snapshot.form, data: snapshot.data },
      })),
    ).toEqual(before.map(({ snapshot, ...row }) => ({ ...row, form: 1, data: JSON.parse(String(snapshot)) })));
    // To the letter: upgrading is for whoever reads it.
    expect(ask("SELECT id, kind, status, created_at, snapshot FROM games ORDER BY id")).toEqual(before);

    const log = await store.entriesAfter(0, 10_000);
    expect(log.map(({ id, gameId, at, event }) => ({ id, game_id: gameId, at, event }))).toEqual(
      events.map(({ body, ...row }) => ({ ...row, event: JSON.parse(String(body)) })),
    );
    for (const { id, version } of games) {
      expect((await store.log(id, 0)).map(({ seq }) => seq)).toEqual(Array.from({ length: version }, (_, i) => i + 1));
    }
    expect(await store.count()).toEqual({ open: 3, live: 11, finished: 10 });
    expect(await store.unfinished()).toHaveLength(14);
    expect(await store.lastBeat()).toBe(beat?.at);
  });

  test("has columns from its snapshots and its log", async () => {
    const { path, ask } = made(released);
    const at = (id: string, type: string) =>
      Number(ask(`SELECT at FROM events WHERE game_id = '${id}' AND body LIKE '{"type":"${type}"%'`)[0]?.at);
    const times = {
      mate: { startedAt: at("1001", "seatTaken"), finishedAt: at("1001", "gameOver") },
      oldMate: { startedAt: at("2004", "seatTaken"), finishedAt: at("2004", "gameOver") },
      freed: { startedAt: at("1008", "gameCreated"), finishedAt: null },
      openAgain: { startedAt: at("1011", "seatTaken"), finishedAt: null },
      draw: { startedAt: at("1004", "gameCreated"), finishedAt: at("1004", "gameOver") },
    };
    const store = open(path);
    const columns = async (id: string) => (await store.game(id))?.columns;
    const over = (winner: string | null, reason: string) => ({ status: "finished", winner, reason }) as const;
    const goesOn = { winner: null, reason: null };
    const names = (...entrants: readonly (readonly [string, string | null])[]) => ({
      entrants: entrants.map(([kind, name]) => ({ kind, name })),
    });
    const agents = names(["agent", "Ada"], ["agent", "Boole"]);
    const mated = names(["agent", "Hopper's friend"], ["human", "Grace"]);
    const expected: Readonly<Record<string, object>> = {
      "1000": { kind: "chess", status: "live", ...goesOn, ...agents },
      "1001": { ...over("black", "checkmate"), ...times.mate, ...mated },
      "1002": { ...over("black", "recorded"), ...names(["human", "Muehlock"], ["human", "Kostic, Boris"]) },
      "1003": { status: "open", startedAt: null, ...goesOn, ...names(["human", "Grace"], ["agent", null]) },
      "1004": { ...over(null, "board-full"), ...times.draw, ...names(["agent", "Ada"], ["computer", "Stockfish"]) },
      "1005": { kind: "odd-even", status: "live", ...goesOn },
      "1008": { status: "live", ...times.freed, ...names(["agent", "Ada"], ["agent", "Church"]) },
      "1011": { status: "open", ...times.openAgain, ...names(["agent", null], ["agent", "Boole"]) },
      "1012": over("black", "time"),
      "2004": { ...over("black", "checkmate"), ...times.oldMate, ...mated },
      "2010": over(null, "board-full"),
    };
    for (const [id, part] of Object.entries(expected)) expect(await columns(id), id).toMatchObject(part);
  });

  test("finds its finished games by name, and has the number of their moves", async () => {
    const store = open(made(released).path);
    const { games } = await store.history({
      ...{ ...allFinished, words: searchWords("kostic muehlock"), order: "moves", offset: 0, limit: 10 },
    });
    // The same game, of the first version and of the one before it.
    expect(games.map(({ id }) => id)).toContain("1002");
    const moves = (await store.log("1002", 0)).filter(({ event }) => event.type === "movePlayed");
    expect(moves.length).toBe(8);
    expect(games.map(({ columns }) => columns.plies)).toContain(moves.length);
    const person = async (id: string) => (await store.game(id))?.columns.person;
    expect(await Promise.all(["1000", "1001", "1002", "1003"].map(person))).toEqual([false, true, false, true]);
  });

  test("has how its finished games ended, for both and for the person", async () => {
    const store = open(made(released).path);
    const ends = await Promise.all(
      ["1000", "1001", "1002", "1004"].map(async (id) => {
        const columns = (await store.game(id))?.columns;
        return [columns?.result, columns?.ownResult];
      }),
    );
    expect(ends).toEqual([
      [null, null],
      // Grace had black.
      ["second", "won"],
      ["second", null],
      ["draw", null],
    ]);
  });

  test("has the mean of the ratings that their files name", async () => {
    const read = (id: string, imported: unknown) =>
      game(
        id,
        "finished",
        JSON.stringify({
          seats: [
            { seat: "white", kind: "human", name: "One" },
            { seat: "black", kind: "human", name: "Two" },
          ],
          ...{ outcome: { winner: "white", reason: "recorded" }, imported },
        }),
      );
    const store = open(
      made(
        [
          versionOne,
          read("both", { WhiteElo: "2000", BlackElo: "2101", Elo: "1" }),
          read("one", { WhiteElo: "?", BlackElo: "1800" }),
          read("none", { WhiteElo: "99999", BlackElo: "-5", Event: "2000" }),
          read("played", null),
        ].join("\n"),
      ).path,
    );
    const elo = async (id: string) => (await store.game(id))?.columns.elo;
    expect(await Promise.all(["both", "one", "none", "played"].map(elo))).toEqual([2_051, 1_800, null, null]);
  });

  test("goes on where it stood", async () => {
    const store = open(made(released).path);
    const last = await store.lastEntryId();
    const found = await store.game("1000");
    if (!found) throw new Error("there is no game 1000");
    const next: Pick<StoredGame, "columns" | "snapshot"> = found;
    const move = { ...follow(newGame("1000"), "on we go"), ...next, expectedVersion: found.version };
    expect(await keep(store, move)).toMatchObject([{ id: last + 1, seq: found.version + 1 }]);
    expect(await store.game("1000")).toEqual({ ...found, version: found.version + 1 });
    expect(await store.commit([newGame("2003")], 1)).toMatchObject({ code: "CONFLICT" });
  });
});

describe("a migration from version 1", () => {
  test("tells from the log when a game began: when no seat was open for the first time", async () => {
    const store = open(
      made(
        [
          versionOne,
          ...["both", "none", "half", "swapped", "left", "mute"].map((id) => game(id, "live", "{}")),
          event("both", 1_000, created("One", "Two")),
          event("none", 1_000, created(null, null)),
          event("none", 1_001, taken),
          event("none", 1_002, { ...taken, seat: "black" }),
          event("half", 1_000, created(null, null)),
          event("half", 1_001, taken),
          event("swapped", 1_000, created("One", null)),
          event("swapped", 1_001, freed),
          event("swapped", 1_002, { ...taken, seat: "black" }),
          event("swapped", 1_003, taken),
          event("left", 1_000, created("One", "Two")),
          event("left", 1_001, freed),
          event("left", 1_002, taken),
          "UPDATE games SET status = 'open' WHERE id = 'half'",
        ].join("\n"),
      ).path,
    );
    const starts = (await store.list({ status: "all", limit: 101, after: null })).map(
      ({ id, columns }): readonly [string, number | null] => [id, columns.startedAt],
    );
    expect(Object.fromEntries(starts)).toEqual({
      ...{ both: 1_000, none: 1_002, half: null, swapped: 1_003, left: 1_000 },
      // Without events, which no Kibitz has written: what little is known.
      mute: 1_000,
    });
    expect(await store.game("mute")).toMatchObject({ version: 1 });
    expect(await keep(store, follow(newGame("mute"), "all the same"))).toMatchObject([{ seq: 2 }]);
  });

  test("is not held up by what is damaged", async () => {
    const whole = JSON.stringify({
      seats: [
        { kind: "agent", name: "One" },
        { kind: "human", name: "Two" },
      ],
      outcome: { winner: "white", reason: "resignation" },
    });
    const over = { type: "gameOver", outcome: { winner: "white", reason: "resignation" } };
    const { path, ask } = made(
      [
        versionOne,
        game("cut", "finished", whole.slice(0, -5)),
        game("empty", "live", ""),
        game("other", "open", '["seats"]'),
        game("odd", "live", '{"seats":[{"kind":5,"name":{"a":1}},null],"outcome":"none"}'),
        game("whole", "finished", whole),
        ...["cut", "empty", "other", "odd"].map((id) => event(id, 1_000, '{"type":')),
        event("cut", 2_000, over),
        event("whole", 1_000, created("One", "Two")),
        event("whole", 2_000, over),
      ].join("\n"),
    );
    const store = open(path);
    const columns = async (id: string): Promise<Partial<GameColumns> | undefined> => (await store.game(id))?.columns;
    const unknown = [
      { kind: "unknown", name: null },
      { kind: "unknown", name: null },
    ];
    const empty = { winner: null, reason: null, entrants: unknown };
    expect(await columns("cut")).toMatchObject({ status: "finished", finishedAt: 2_000, ...empty });
    expect(await columns("empty")).toMatchObject({ status: "live", finishedAt: null, ...empty });
    expect(await columns("other")).toMatchObject({ status: "open", finishedAt: null, ...empty });
    expect(await columns("odd")).toMatchObject({ entrants: [{ kind: "5", name: '{"a":1}' }, { name: null }] });
    expect(await columns("whole")).toMatchObject({
      finishedAt: 2_000,
      winner: "white",
      entrants: [{ name: "One" }, {}],
    });
    expect((await store.game("cut"))?.snapshot).toEqual({ form: 1, data: null });
    expect(ask("SELECT snapshot FROM games WHERE id = 'cut'")).toEqual([{ snapshot: whole.slice(0, -5) }]);
    expect(await store.log("whole", 0)).toHaveLength(2);
    // A game like that can be ended, though not read.
    await keep(store, { ...newGame("cut", { status: "finished" }), expectedVersion: 2 });
  });

  test("gives no id again, not even that of an entry which is gone", async () => {
    const store = open(
      made(
        [
          versionOne,
          game("1000", "live", "{}"),
          event("1000", 1_000, created("One", "Two")),
          ...["a", "b", "c"].map((message) => event("1000", 1_000, { type: "said", seat: "white", message })),
          "DELETE FROM events WHERE id IN (2, 4)",
        ].join("\n"),
      ).path,
    );
    const log = await store.log("1000", 0);
    expect(log.map(({ id, seq }) => [id, seq])).toEqual([
      [1, 1],
      [3, 2],
    ]);
    expect(log.map(wordOf)).toEqual(["1000", "b"]);
    expect(await store.game("1000")).toMatchObject({ version: 2 });
    const [entry] = await keep(store, { ...follow(newGame("1000"), "next"), expectedVersion: 2 });
    expect(entry).toMatchObject({ id: 5, seq: 3 });
  });

  test("leaves nothing of the old tables, and holds events to games and numbers", async () => {
    const { path, ask } = made(`${versionOne} INSERT INTO heartbeat VALUES (1, 77);`);
    await open(path).close();
    expect(ask("SELECT name FROM sqlite_schema WHERE instr(name || sql, 'old_') > 0")).toEqual([]);
    expect(ask("SELECT at FROM heartbeat")).toEqual([{ at: 77 }]);
    expect(ask("PRAGMA foreign_key_list(events)")).toMatchObject([{ table: "games", from: "game_id", to: "id" }]);
    expect(() => ask("INSERT INTO events (game_id, seq, at, body) VALUES ('nobody', 1, 1, '{}')")).toThrow(
      /FOREIGN KEY/,
    );
    const store = open(path);
    await keep(store, newGame("1000"));
    expect(() => ask("INSERT INTO events (game_id, seq, at, body) VALUES ('1000', 1, 1, '{}')")).toThrow(/UNIQUE/);
  });
});

test("what engines had found of games before that was a column is a column now", async () => {
  const path = newPath();
  const before = openSqliteStore(path);
  const over = (id: string, data: unknown) => {
    const game = newGame(id, { status: "finished" });
    return { ...game, columns: { ...game.columns, league: "7" }, snapshot: { form: 1, data } };
  };
  const review = { nodes: 5_000, seats: {} };
  await keep(before, over("1001", { review }), over("1002", { review: null }), over("1003", {}));
  await before.close();
  const db = new DatabaseSync(path);
  db.exec(`${withoutCounts} DROP INDEX games_reviewed; ALTER TABLE games DROP COLUMN review; PRAGMA user_version = 5;`);
  db.close();
  expect(await open(path).leagueReviews("7")).toEqual([{ id: "1001", review: JSON.stringify(review) }]);
});

test("games that were there before they were counted are counted", async () => {
  const path = newPath();
  const before = openSqliteStore(path);
  const deleted = newGame("1004", { status: "finished" });
  const own = newGame("1002", { status: "finished" });
  await keep(
    before,
    ...[newGame("1000"), newGame("1001", { status: "finished" })],
    ...[{ ...own, columns: { ...own.columns, person: true } }],
    ...[{ ...deleted, columns: { ...deleted.columns, deletedAt: 5 } }],
  );
  await before.close();
  const db = new DatabaseSync(path);
  db.exec(`${withoutCounts} PRAGMA user_version = 6;`);
  db.close();
  const store = open(path);
  expect(await store.count()).toEqual({ open: 0, live: 1, finished: 2 });
  expect((await store.history({ ...allFinished, person: true, offset: 0, limit: 9 })).total).toBe(1);
});

const withoutCounts = `
  DROP INDEX games_deleted; DROP TABLE game_paths; DROP INDEX games_history;
  ALTER TABLE games DROP COLUMN result; ALTER TABLE games DROP COLUMN own_result; ALTER TABLE games DROP COLUMN elo;
  DROP INDEX games_rated; ALTER TABLE games DROP COLUMN course;
  CREATE INDEX games_rated ON games (kind, first_rated, second_rated, winner, reason)
    WHERE first_rated IS NOT NULL AND status = 'finished';
  DROP TRIGGER count_new_game; DROP TRIGGER count_changed_game; DROP TRIGGER count_gone_game; DROP TABLE game_counts;`;

describe("a database that a migration cannot change is left as it was, and the reason is told", () => {
  test.each([
    // What the migration is about to make stands there already.
    { name: "games and events", version: 0, sql: "CREATE TABLE heartbeat (mine)", reason: "heartbeat" },
    {
      name: "versions and columns",
      version: 1,
      sql: `${versionOne} CREATE TABLE old_events (mine)`,
      reason: "old_events",
    },
  ])("$name", ({ name, version, sql, reason }) => {
    const { path, ask } = made(sql);
    const schema = "SELECT name, sql FROM sqlite_schema ORDER BY name";
    const before = ask(schema);
    expect(() => openSqliteStore(path)).toThrow(new RegExp(`migration “${name}” failed: .*${reason}`));
    expect(ask(schema)).toEqual(before);
    expect(ask("PRAGMA user_version")).toEqual([{ user_version: version }]);
  });
});
