import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { afterAll, expect, test } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { toMove } from "../../src/main/tables/machine/table.ts";
import { tempDir } from "../support/temp-dir.ts";
import { gameNow, openTables, sure } from "./support.ts";

/** The games of somebody who updates from the second form of tables. */

const dir = tempDir();
afterAll(() => dir[Symbol.dispose]());
const sql = readFileSync(join(import.meta.dirname, "../store/fixtures/version-2.sql"), "utf8");

let files = 0;
async function takenUp() {
  const path = join(dir.path, `${++files}.db`);
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  const place = openTables((store) => store, { store: openSqliteStore(path) });
  await place.tables.recover();
  return place;
}

test("what had come by default is no wish of anybody's, and what was wished for stays", async () => {
  await using place = await takenUp();
  const showUi = async (id: string) => (await gameNow(place.tables, id)).table.showUi;
  expect(await Promise.all(["1000", "1001", "1002", "1003"].map(showUi))).toEqual([null, false, true, null]);
});

test("every seat has a view, nobody has analysed, and nobody is remembered who was freed", async () => {
  await using place = await takenUp();
  for (const id of ["1000", "1001", "1002", "1003", "1004", "1005", "1006"]) {
    const { table, remarks } = await gameNow(place.tables, id);
    expect(table.playersMayAnalyse).toBe(false);
    expect(remarks).toEqual([]);
    for (const seated of table.seats) expect(seated).toMatchObject({ view: "full", formerConnection: null });
  }
});

test("they are played on", async () => {
  await using place = await takenUp();
  const { tables } = place;
  expect(sure(await tables.join("1003", "Newcomer", { connection: null })).seat).toBe("white");
  for (const [id, move] of [
    ["1000", "Nf3"],
    ["1001", "d5"],
    ["1002", "e4"],
    ["1003", "e5"],
    ["1004", "2"],
    ["1006", "e4"],
  ] as const) {
    const [seat = ""] = toMove((await gameNow(tables, id)).table);
    sure(await tables.play(id, seat, { text: move }));
  }
});
