import { spawnSync } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  unlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, afterEach, describe, expect, test, vi } from "vitest";
import { databaseIn } from "../../src/main/data/data-dir.ts";
import { obstacleIn } from "../../src/main/store/sqlite/open.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import { diskFault, noDiskFaults } from "../support/disk-fault.ts";
import { needs } from "../support/needs.ts";
import { tempDir } from "../support/temp-dir.ts";
import { follow, keep, keptBy, newGame, wordOf } from "./support.ts";

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());
const undo: (() => unknown)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

let files = 0;
const newPath = () => join(dir.path, `${++files}.db`);

function open(path = newPath()): Store {
  const store = openSqliteStore(path);
  undo.push(() => store.close());
  return store;
}

/** The same file, opened by somebody else. */
function database(path: string): DatabaseSync {
  const db = new DatabaseSync(path);
  undo.push(() => db.isOpen && db.close());
  return db;
}

/** Transactions in the write-ahead log: frames whose header carries the database's size (sqlite.org/fileformat, 4.1). */
function commitsIn(path: string): number {
  const log = readFileSync(`${path}-wal`);
  const frame = 24 + log.readUInt32BE(8);
  let commits = 0;
  for (let at = 32; at + frame <= log.length; at += frame) if (log.readUInt32BE(at + 4) > 0) commits += 1;
  return commits;
}

test("committed rows move into the database file soon, without a commit that waits for it", async () => {
  const path = newPath();
  const store = open(path);
  const pages = 500;
  expect(statSync(path).size).toBeLessThan(pages * 4096);
  await keep(store, newGame("1000", { data: "x".repeat(pages * 4096) }));
  // SQLite itself would begin with the commit after 1,000 pages.
  expect(statSync(`${path}-wal`).size).toBeGreaterThan(pages * 4096);
  await vi.waitFor(() => expect(statSync(path).size).toBeGreaterThan(pages * 4096), { timeout: 10_000 });
  await keep(store, newGame("1001"));
  await store.close();
  expect(existsSync(`${path}-wal`)).toBe(false);
});

test("committed rows that could not be moved into the database file are moved once it can be opened again", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  undo.push(() => vi.useRealTimers());
  const path = newPath();
  let heard = Promise.withResolvers<string>();
  const store = openSqliteStore(path, (message) => heard.resolve(message));
  undo.push(() => store.close());
  await keep(store, newGame("1000"));
  renameSync(path, `${path}.aside`);
  vi.advanceTimersByTime(1_000);
  expect(await heard.promise).toContain("what is stored stays in");
  renameSync(`${path}.aside`, path);
  await expect(store.check()).rejects.toThrow("what is stored stays in");
  heard = Promise.withResolvers();
  vi.advanceTimersByTime(5_000);
  expect(await heard.promise).toBe(`what is stored is moved into ${path} again`);
  await store.check();
});

describe("changes of the same moment", () => {
  test("changes of the same moment share one transaction, and each gets its own answer", async () => {
    const path = newPath();
    const store = open(path);
    const lines = Array.from({ length: 100 }, (_, index) => `line ${index}`);
    const game = newGame("1000");
    await keep(store, game);

    const before = commitsIn(path);
    const kept = await Promise.all(
      lines.map((line, index) => store.commit([{ ...follow(game, line), expectedVersion: index + 1 }], 2_000)),
    );
    expect(commitsIn(path)).toBe(before + 1);
    expect(kept.map(keptBy).map(([entry, ...more]) => [entry && wordOf(entry), more.length])).toEqual(
      lines.map((line) => [line, 0]),
    );
    const ids = kept.flatMap(keptBy).map(({ id }) => id);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
    expect(new Set(ids).size).toBe(100);
    expect(await store.log("1000", 0)).toHaveLength(101);
  });

  test("changes of the same moment share it also with refused ones", async () => {
    const path = newPath();
    const store = open(path);
    const game = newGame("1000");
    await keep(store, game);

    const before = commitsIn(path);
    const answers = await Promise.all(
      ["1001", "1000", "1002", "1001"].map((id) => store.commit([follow(game, "x"), newGame(id)], 2_000)),
    );
    expect(commitsIn(path)).toBe(before + 1);
    expect(answers.map((answer) => answer.ok || answer.code)).toEqual([true, "CONFLICT", "CONFLICT", "CONFLICT"]);
    await store.commit([game], 2_000);
    expect(commitsIn(path)).toBe(before + 1);
  });
});

describe("a disk in trouble", () => {
  /** A disk on which a line with the word `heavy` finds no room, the way SQLite takes it: the transaction may be gone. */
  function fullFor(path: string, how: "ROLLBACK" | "ABORT" | "FAIL"): () => void {
    const other = database(path);
    other.exec(`CREATE TRIGGER full BEFORE INSERT ON events WHEN new.body LIKE '%heavy%'
      BEGIN SELECT RAISE(${how}, 'database or disk is full'); END`);
    return () => {
      other.exec("DROP TRIGGER full");
    };
  }

  test.each(["ROLLBACK", "ABORT", "FAIL"] as const)(
    "a disk in trouble does not refuse what it can keep (%s)",
    async (how) => {
      const path = newPath();
      const store = open(path);
      const games = ["1000", "1001", "1002"].map((id) => newGame(id));
      await keep(store, ...games);
      const makeRoom = fullFor(path, how);
      const heard: string[] = [];
      store.subscribe(({ entries }) => heard.push(...entries.map(wordOf)));

      const commit = (line: string) =>
        store.commit(
          games.map((game) => follow(game, `${line} ${game.id}`)),
          2_000,
        );
      const made = newGame("1003");
      const [first, heavy, made1, made2] = await Promise.all([
        store.commit([made], 2_000),
        commit("heavy"),
        store.commit([follow(made, "light")], 2_000),
        store.commit([newGame("1003")], 2_000),
      ]);
      expect(heavy).toMatchObject({
        ok: false,
        code: "STORAGE_FAILED",
        message: "This could not be saved, so it did not happen (database or disk is full). Nothing is lost; try again",
      });
      expect([first, made1].flatMap(keptBy).map(({ id, seq }) => [id, seq])).toEqual([
        [4, 1],
        [5, 2],
      ]);
      expect(made2).toMatchObject({ code: "CONFLICT" });
      expect(heard).toEqual(["1003", "light"]);
      for (const { id } of games) expect(await store.game(id)).toMatchObject({ version: 1 });

      makeRoom();
      expect(keptBy(await commit("heavy"))).toHaveLength(3);
      expect(heard).toEqual(["1003", "light", "heavy 1000", "heavy 1001", "heavy 1002"]);
      expect((await store.entriesAfter(3, 10)).map(({ id }) => id)).toEqual([4, 5, 6, 7, 8]);
    },
  );

  test.skipIf(noDiskFaults)(
    "a disk in trouble that takes no second attempt leaves it unknown whether the first was kept, and a kill may keep it",
    needs("a C compiler"),
    async () => {
      const path = newPath();
      await openSqliteStore(path).close();
      const disk = diskFault(dir.path);
      disk.endReadOnly();
      const host = spawnSync(process.execPath, [join(import.meta.dirname, "doomed-host.ts"), path], {
        env: { ...process.env, ...disk.env },
        encoding: "utf8",
      });
      expect([host.stdout, host.stderr, host.signal]).toEqual(["OUTCOME_UNKNOWN", "", "SIGKILL"]);
      expect(await open(path).game("1000")).toMatchObject({ version: 1 });
    },
  );

  test("a disk in trouble is told of when the time is noted, too", async () => {
    const path = newPath();
    const store = open(path);
    database(path).exec(
      "CREATE TRIGGER full BEFORE INSERT ON heartbeat BEGIN SELECT RAISE(ABORT, 'disk is full'); END",
    );
    await expect(store.beat(1_000)).rejects.toThrow("disk is full");
    expect(await store.lastBeat()).toBeNull();
  });
});

describe("another program's lock on the database", () => {
  /** How long the event loop was held up at the longest, in milliseconds, until asked. */
  function watchLoop(): () => number {
    let [last, longest] = [performance.now(), 0];
    const look = () => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    };
    const timer = setInterval(look, 5);
    undo.push(() => clearInterval(timer));
    return () => {
      look();
      return longest;
    };
  }

  test("another program's lock on the database holds nobody up: what is asked for meanwhile is kept when it is gone, in order", async () => {
    const path = newPath();
    const store = open(path);
    const game = newGame("1000");
    await keep(store, game);
    const other = database(path);
    other.exec("BEGIN IMMEDIATE");
    const longest = watchLoop();
    const first = store.commit([follow(game, "a")], 2_000);
    await expect(store.beat(5_000)).rejects.toThrow("locked");
    expect(await store.game("1000")).toMatchObject({ version: 1 });
    let tries = 0;
    await new Promise<void>((resolve) => {
      const timer = setInterval(() => {
        tries += 1;
        if (tries < 20) return;
        clearInterval(timer);
        resolve();
      }, 5);
    });
    const second = store.commit([follow(follow(game, "a"), "b")], 2_000);
    const third = store.commit([newGame("1000")], 2_000);
    other.exec("COMMIT");
    expect([...keptBy(await first), ...keptBy(await second)].map(wordOf)).toEqual(["a", "b"]);
    expect(await third).toMatchObject({ code: "CONFLICT" });
    // SQLite's own waiting would hold it up for two seconds; a busy machine does for less.
    expect(longest()).toBeLessThan(1_900);
    await store.beat(6_000);
    expect(await store.lastBeat()).toBe(6_000);
  });

  test("another program's lock on the database that stays is said to be what is the matter, and a store that closes waits for it, too", async () => {
    const path = newPath();
    const store = open(path);
    const other = database(path);
    other.exec("BEGIN IMMEDIATE");
    const longest = watchLoop();
    const asked = store.commit([newGame("1000")], 2_000);
    const closed = store.close();
    expect(await asked).toMatchObject({
      ok: false,
      code: "STORAGE_FAILED",
      message:
        "This could not be saved, so it did not happen (database is locked). Nothing is lost; another program holds the database locked: close that program or wait until it has done its work, then try again",
    });
    await closed;
    // SQLite's own waiting would hold it up for two seconds; a busy machine does for less.
    expect(longest()).toBeLessThan(1_900);
  });

  test("another program's lock on the database is named when the store cannot be opened for it", async () => {
    const path = newPath();
    await openSqliteStore(path).close();
    const other = database(path);
    other.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; CREATE TABLE t (x)");
    expect(() => openSqliteStore(path)).toThrow(
      `${path} cannot be used: another program holds it locked (database is locked). Close that program, then start again`,
    );
  });
});

describe.skipIf(process.platform === "win32")("files that are deleted while they are open", () => {
  test.each(["", "-wal"])("a deleted database file (“%s”) is noticed, and nothing is kept in it", async (suffix) => {
    const path = newPath();
    const store = open(path);
    const game = newGame("1000");
    await keep(store, game);
    renameSync(`${path}${suffix}`, `${path}.elsewhere`);
    const message = expect.stringContaining(`the files of ${path} were deleted or replaced`);
    expect(await store.commit([follow(game, "lost")], 2_000)).toMatchObject({ code: "STORAGE_FAILED", message });
    await expect(store.beat(5_000)).rejects.toThrow("deleted or replaced");
    expect(await store.game("1000")).toMatchObject({ version: 1 });
    writeFileSync(`${path}${suffix}`, "");
    expect(await store.commit([follow(game, "lost")], 2_000)).toMatchObject({ code: "STORAGE_FAILED" });
    renameSync(`${path}.elsewhere`, `${path}${suffix}`);
    expect(keptBy(await store.commit([follow(game, "kept")], 2_000)).map(wordOf)).toEqual(["kept"]);
  });

  test("files that are deleted while they are open are missed where their folder cannot be looked into, and no commit waits for ever", async () => {
    const folder = join(dir.path, "folder");
    mkdirSync(folder);
    const path = join(folder, "games.db");
    const store = open(path);
    const game = newGame("1000");
    await keep(store, game);
    renameSync(folder, `${folder}.elsewhere`);
    symlinkSync(folder, folder);
    const message = expect.stringContaining("deleted or replaced");
    expect(await store.commit([follow(game, "lost")], 2_000)).toMatchObject({ code: "STORAGE_FAILED", message });
    await expect(store.beat(5_000)).rejects.toThrow("deleted or replaced");
    unlinkSync(folder);
    renameSync(`${folder}.elsewhere`, folder);
    expect(keptBy(await store.commit([follow(game, "kept")], 2_000)).map(wordOf)).toEqual(["kept"]);
  });

  test("files that are deleted while they are open are noticed from the start, in a database that was there before", async () => {
    const path = newPath();
    await open(path).close();
    const store = open(path);
    rmSync(`${path}-wal`);
    expect(await store.commit([newGame("1000")], 2_000)).toMatchObject({ code: "STORAGE_FAILED" });
  });
});

describe("a stored game", () => {
  test("a stored game is there after the store is opened again, and goes on from there", async () => {
    const path = newPath();
    const store = open(path);
    const line = "“quoted” \u{1F3C6} 'and' -- \"escaped\"; DROP TABLE games";
    const game = newGame("1000");
    await keep(store, game, follow(game, line), newGame("1001", { status: "finished" }));
    await store.beat(5_000.4);
    const readAll = async (from: Store) => [
      await from.game("1000"),
      await from.list({ status: "all", limit: 10, after: null }),
      await from.unfinished(),
      await from.entriesAfter(0, 10),
      await from.count(),
    ];
    const before = await readAll(store);
    await store.close();
    await store.close();

    const again = open(path);
    expect(await readAll(again)).toEqual(before);
    expect((await again.log("1000", 0)).map(wordOf)).toEqual(["1000", line]);
    expect(await again.lastEntryId()).toBe(3);
    expect(await again.lastBeat()).toBe(5_000);
    expect((await again.entriesAfter(1, 10)).map(wordOf)).toEqual([line, "1001"]);
    expect(await again.commit([game], 2_000)).toMatchObject({ code: "CONFLICT" });
    expect(await keep(again, follow(follow(game, line), "more"))).toMatchObject([{ id: 4, seq: 3 }]);
  });

  test("a stored game is there also when it was committed as the store was closed", async () => {
    const path = newPath();
    const store = open(path);
    const asked = store.commit([newGame("1000")], 2_000);
    await store.close();
    expect(keptBy(await asked)).toHaveLength(1);
    expect(await open(path).game("1000")).toMatchObject({ version: 1, snapshot: { form: 1, data: { id: "1000" } } });
  });

  test("a stored game can no longer be read when the store is closed", async () => {
    const store = open();
    await store.close();
    await expect(store.game("1000")).rejects.toThrow();
  });

  test("a row that was damaged since it was kept hides nothing else", async () => {
    const path = newPath();
    const store = open(path);
    await keep(store, newGame("1000"), newGame("1001"));
    database(path).exec("UPDATE games SET snapshot = '{\"id\":' WHERE id = '1000'");
    expect((await store.unfinished()).map(({ id, snapshot }) => [id, snapshot.data])).toEqual([
      ["1000", null],
      ["1001", { id: "1001" }],
    ]);
    database(path).exec(`UPDATE events SET body = '{"type":"neverHeardOf"}' WHERE game_id = '1000'`);
    await expect(store.log("1000", 0)).rejects.toThrow();
    expect(await store.log("1001", 0)).toHaveLength(1);
  });
});

describe("a database", () => {
  test("a database is made in WAL mode, and numbered", () => {
    const path = newPath();
    open(path);
    const reader = database(path);
    expect(reader.prepare("PRAGMA journal_mode").get()).toMatchObject({ journal_mode: "wal" });
    expect(Number(reader.prepare("PRAGMA user_version").get()?.user_version)).toBe(17);
  });

  test("a database that is up to date is opened again without a change", async () => {
    const path = newPath();
    await open(path).close();
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

  test("a database of a newer Kibitz is refused, and left as it is", async () => {
    const path = newPath();
    await open(path).close();
    const db = database(path);
    db.exec("PRAGMA user_version = 999; CREATE TABLE future (x)");
    db.close();
    expect(() => openSqliteStore(path)).toThrow(/is of version 999, and this Kibitz knows up to \d+: update Kibitz/);
    const after = database(path);
    expect(after.prepare("PRAGMA user_version").get()).toMatchObject({ user_version: 999 });
    expect(after.prepare("SELECT count(*) AS n FROM future").get()).toMatchObject({ n: 0 });
  });

  test.each<[string, (whole: Buffer) => Buffer | string]>([
    ["empty, as after a power cut or a copy that broke off", () => ""],
    ["cut off in its first page", (whole) => whole.subarray(0, 50)],
    ["cut off in its middle", (whole) => whole.subarray(0, whole.length / 2)],
    ["overwritten at its beginning", (whole) => Buffer.concat([Buffer.alloc(4096), whole.subarray(4096)])],
    [
      "overwritten behind its header",
      (whole) => Buffer.concat([whole.subarray(0, 100), Buffer.alloc(whole.length - 100, 7)]),
    ],
    ["something else", () => "This is a letter, and no database at all.\n".repeat(100)],
  ])(
    "a database that is %s is not taken for a new one: it stays as it is, and what to do is said",
    async (_, damage) => {
      const path = newPath();
      const store = openSqliteStore(path);
      await keep(store, newGame("1001"));
      await store.close();
      const left = damage(readFileSync(path));
      writeFileSync(path, left);
      const said = new RegExp(
        `${path} cannot be used: .*It was left as it is.*kibitz doctor.*backup.*begin with an empty one, move it.*${path}-wal`,
        "s",
      );
      expect(() => openSqliteStore(path)).toThrow(said);
      expect(obstacleIn(path)).toMatch(said);
      expect(readFileSync(path)).toEqual(Buffer.from(left));
      // As it says: out of the way, it can be begun anew, and the damaged one is still there.
      for (const name of ["", "-wal", "-shm"])
        if (existsSync(path + name)) renameSync(path + name, `${path}.damaged${name}`);
      const anew = openSqliteStore(path);
      expect(await anew.count()).toMatchObject({ open: 0, live: 0, finished: 0 });
      await anew.close();
      expect(readFileSync(`${path}.damaged`)).toEqual(Buffer.from(left));
    },
  );

  test("a database whose file is gone, and its log is not, is not begun anew over it", async () => {
    const path = newPath();
    const store = openSqliteStore(path);
    await keep(store, newGame("1001"));
    renameSync(path, `${path}.kept`);
    copyFileSync(`${path}-wal`, `${path}.log`);
    await store.close();
    copyFileSync(`${path}.log`, `${path}-wal`);
    expect(() => openSqliteStore(path)).toThrow(/-wal is there without it.*Put it back.*move/s);
    expect(existsSync(path)).toBe(false);
    renameSync(`${path}.kept`, path);
    await using again = { store: openSqliteStore(path), [Symbol.asyncDispose]: () => again.store.close() };
    expect(await again.store.game("1001")).not.toBeNull();
  });

  test("a database that was begun and not made whole, as by a host that was killed, is made anew", async () => {
    const path = newPath();
    writeFileSync(`${path}.new`, "half");
    writeFileSync(`${path}.new-wal`, "half");
    const store = openSqliteStore(path);
    await keep(store, newGame("1001"));
    await store.close();
    expect(readdirSync(dirname(path)).filter((name) => name.includes(".new"))).toEqual([]);
  });

  test.skipIf(process.platform === "win32")(
    "a database is closed to others, whoever makes it, with its log",
    async () => {
      const path = newPath();
      await keep(open(path), newGame("1001"));
      expect(["", "-wal", "-shm"].map((end) => statSync(path + end).mode & 0o777)).toEqual([0o600, 0o600, 0o600]);
    },
  );

  test.skipIf(process.platform === "win32")(
    "a database behind a link is guarded where it is, and missed where the link leads nowhere",
    async () => {
      const [folder, elsewhere] = [join(dir.path, "linked"), join(dir.path, "elsewhere")];
      for (const each of [folder, elsewhere]) mkdirSync(each);
      await open(join(elsewhere, "games.db")).close();
      symlinkSync(join(elsewhere, "games.db"), join(folder, "kibitz.db"));
      const store = open(databaseIn(folder));
      await keep(store, newGame("1001"));
      renameSync(join(elsewhere, "games.db-wal"), join(elsewhere, "away"));
      expect(await store.commit([newGame("1002")], 2_000)).toMatchObject({ code: "STORAGE_FAILED" });
      await store.close();
      renameSync(elsewhere, `${elsewhere}.away`);
      expect(() => openSqliteStore(databaseIn(folder))).toThrow(
        /kibitz\.db cannot be used: it is damaged \(it is a link to a file that is not there\)\. .*Put it back/,
      );
      expect(readdirSync(folder)).toEqual(["kibitz.db"]);
    },
  );

  test("a database that cannot be opened is named, with what to do", () => {
    expect(() => openSqliteStore(join(dir.path, "no", "such", "folder.db"))).toThrow(
      /folder\.db cannot be used: unable to open/,
    );
  });

  test("a database answers what pages ask for from its indexes", () => {
    const path = newPath();
    open(path);
    const plan = (sql: string) =>
      database(path)
        .prepare(`EXPLAIN QUERY PLAN ${sql}`)
        .all()
        .map(({ detail }) => String(detail));
    const queries = [
      "SELECT * FROM games WHERE (created_at, id) < (1, '') ORDER BY created_at DESC, id DESC LIMIT 1",
      "SELECT * FROM games WHERE status = 'live' AND (created_at, id) < (1, '') ORDER BY created_at DESC, id DESC LIMIT 1",
      "SELECT status, count(*) FROM games GROUP BY status",
      "SELECT * FROM events WHERE game_id = '1' AND seq > 1 ORDER BY seq LIMIT 1",
    ];
    for (const sql of queries) {
      expect(plan(sql).join()).toMatch(/USING (COVERING )?INDEX/);
      expect(plan(sql).join()).not.toMatch(/TEMP B-TREE/);
    }
  });
});
