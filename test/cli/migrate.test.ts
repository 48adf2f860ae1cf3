import { execFile } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, describe, expect, test } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { follow, followLeague, keep, newGame, newLeague } from "../store/support.ts";
import { noReadOnlyDisks, onFullDisk, withReadOnly } from "../support/disk-fault.ts";
import { projectDir, startHost } from "../support/host-process.ts";
import { needs } from "../support/needs.ts";
import { ownCluster } from "../support/own-cluster.ts";
import { personAt } from "../support/person.ts";
import { noPostgres } from "../support/postgres.ts";
import { tempDir } from "../support/temp-dir.ts";

const program = join(projectDir, "out/main/kibitz.js");
/** @param under a program, with its arguments, that becomes the command */
const runUnder = (under: readonly string[], ...args: readonly string[]) =>
  new Promise<readonly [code: number, stdout: string, stderr: string]>((done) => {
    const [command = "", ...words] = [...under, process.execPath, program, "migrate", ...args];
    const child = execFile(command, words, (_, stdout, stderr) => done([child.exitCode ?? -1, stdout, stderr]));
  });
const run = (...args: readonly string[]) => runUnder([], ...args);

const dir = tempDir();
const folder = (name: string) => {
  mkdirSync(join(dir.path, name), { mode: 0o700 });
  return join(dir.path, name);
};
const fileIn = (name: string) => join(dir.path, name, "kibitz.db");
afterAll(() => dir[Symbol.dispose]());

/** A folder in which there is one of everything, damage and holes among it. */
async function fullFolder(name: string): Promise<string> {
  const path = folder(name);
  const store = openSqliteStore(fileIn(name));
  const text = "“quoted” \u{1F3C6} 'and' -- \\ \"escaped\" \\u0000 \t\n NULL";
  const one = newGame("1000", { data: { text, none: null, long: "x".repeat(20_000) } });
  const over = newGame("1001", { status: "finished" });
  const deleted = follow(over, "deleted");
  await keep(store, one, follow(one, text, "b"), {
    ...over,
    columns: {
      ...over.columns,
      person: 1,
      plies: 9,
      opening: "C50 Italian Game",
      review: '{"nodes":1}',
      league_id: "7",
      first_rated: "a",
      second_rated: "b",
      course: "x",
      first_name: "José ł ",
    },
  });
  await keep(store, { ...deleted, columns: { ...over.columns, deleted_at: 9 } }, newGame("1002", { status: "open" }));
  await keep(store, ...Array.from({ length: 600 }, (_, index) => newGame(String(2_000 + index))));
  const league = {
    ...newLeague("7"),
    parts: [
      { part: "match", number: 2, data: text },
      { part: "match", number: 10, data: [] },
    ],
  };
  await keep(store, league, followLeague(league, { part: "entrant", number: 1, data: null }));
  await store.beat(1_234_567_890_123);
  await store.close();
  const db = new DatabaseSync(fileIn(name));
  db.exec("UPDATE games SET snapshot = '{ torn', created_at = 9007199254740993 WHERE id = '2001'");
  db.exec("UPDATE events SET body = 'no event' WHERE game_id = '2002'; DELETE FROM events WHERE game_id = '2599'");
  db.close();
  return path;
}

test.skipIf(noReadOnlyDisks)(
  "games are moved away from a disk that takes nothing, and nothing to a full one, which is said with what to do",
  needs("mount namespaces"),
  async () => {
    const from = await fullFolder("read-only");
    const to = folder("roomless");
    const [code, , stderr] = await runUnder(onFullDisk(200_000), "--from", from, "--to", to);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^kibitz: Nothing was copied: .* To go on, .*disk.*\.\n$/),
    ]);
    const [over, stdout] = await runUnder(withReadOnly(from), "--from", from, "--to", to);
    expect([over, stdout]).toEqual([0, expect.stringContaining("games 603")]);
  },
);

/** Every row of every table, as the file has it; where none are counted any more, a row that says so is none. */
function rowsOf(name: string): unknown {
  const db = new DatabaseSync(fileIn(name), { readOnly: true });
  const tables = db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name").all();
  const rows = tables.map(({ name: table }) => {
    const read = db.prepare(`SELECT * FROM ${table}`);
    read.setReadBigInts(true);
    const texts = read
      .all()
      .filter((row) => table !== "game_counts" || row["games"] !== 0n)
      .map((row) => JSON.stringify(row, (_, value) => (typeof value === "bigint" ? `${value}n` : value)));
    return [table, texts.toSorted()];
  });
  db.close();
  return rows;
}

test("wrong options are refused in one line that repeats nothing of them", async () => {
  expect(await run("--from", "/a")).toEqual([
    2,
    "",
    expect.stringMatching(/^kibitz: --from and --to are both needed.*\n$/),
  ]);
  const wrong = ["postgres://me:gehe#im@host/x", "mysql://me:geheim@host/x"];
  for (const address of wrong)
    expect(await run("--from", "/a", "--to", address)).toEqual([2, "", expect.not.stringMatching(/gehe|heim/)]);
  expect(await run("--from", dir.path, "--to", "/b")).toEqual([
    2,
    "",
    expect.stringContaining("There are no games in"),
  ]);
  expect((await run("--form", "geheim"))[2]).toMatch(/^kibitz: Argument 1 is unknown/);
});

describe.skipIf(noPostgres)("games and leagues", needs("PostgreSQL"), () => {
  const cluster = ownCluster();

  test("games and leagues come to a database and back as they were, row by row, and to no place where there are others", async () => {
    const from = await fullFolder("from");
    const address = await cluster.fresh();
    const said = /^Copied from .+ to .+: games 603, entries of their log 607, leagues 1\.\n$/;
    expect(await run("--from", from, "--to", address)).toEqual([0, expect.stringMatching(said), expect.any(String)]);
    const taken = await run("--from", from, "--to", address);
    expect(taken).toEqual([
      1,
      "",
      expect.stringMatching(/There are games in postgres:.+ already, and nothing was moved/),
    ]);
    const back = folder("back");
    expect(await run("--from", address, "--to", back)).toEqual([0, expect.stringMatching(said), expect.any(String)]);
    expect(rowsOf("back")).toEqual(rowsOf("from"));

    // It is played on there, and the numbers of the log go on.
    await using host = await startHost(from, { KIBITZ_DATABASE: address });
    const made = await personAt(host).post("/api/games", {
      players: { white: { kind: "human" }, black: { kind: "agent" } },
    });
    expect(made.body).toMatchObject({ game_id: expect.any(String) });
    const schema = /search_path%3D(\w+)/.exec(address)?.[1];
    const numbers = await cluster.ask(`SELECT min(id)::int AS min, max(id)::int AS max FROM ${schema}.events`);
    expect(numbers[0]?.min).toBe(1);
    expect(Number(numbers[0]?.max)).toBeGreaterThan(606);
    const busy = await run("--from", from, "--to", folder("none"));
    expect(busy).toEqual([1, "", expect.stringContaining(`Kibitz runs in ${from}`)]);
  });

  test("games and leagues come to a database on which a host once ran, which leaves no time of its own to them", {
    tags: "edge",
  }, async () => {
    const from = await fullFolder("late");
    const address = await cluster.fresh();
    await (await startHost(folder("empty"), { KIBITZ_DATABASE: address }))[Symbol.asyncDispose]();
    expect(await run("--from", from, "--to", address)).toEqual([
      0,
      expect.stringContaining("games 603"),
      expect.any(String),
    ]);
    const schema = /search_path%3D(\w+)/.exec(address)?.[1];
    expect(await cluster.ask(`SELECT at FROM ${schema}.heartbeat`)).toEqual([{ at: "1234567890123" }]);
    expect(await cluster.ask(`SELECT since, until FROM ${schema}.standstills`)).toEqual([]);
  });

  test("games and leagues are not half there when one of them cannot be taken", { tags: "edge" }, async () => {
    const from = await fullFolder("odd");
    const db = new DatabaseSync(fileIn("odd"));
    // PostgreSQL keeps no text with a zero in it.
    db.exec("UPDATE league_parts SET data = data || char(0) WHERE number = 10");
    db.close();
    const address = await cluster.fresh();
    const refused = await run("--from", from, "--to", address);
    expect(refused).toEqual([
      1,
      "",
      expect.stringMatching(
        /Nothing was copied: a row of league_parts is not taken.+unsupported Unicode escape sequence/,
      ),
    ]);
    const schema = /search_path%3D(\w+)/.exec(address)?.[1];
    expect(await cluster.ask(`SELECT count(*)::int AS games FROM ${schema}.games`)).toEqual([{ games: 0 }]);
  });
});
