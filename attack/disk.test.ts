import { utimesSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openSqliteStore } from "../src/main/store/sqlite/store.ts";
import { keep, newGame } from "../test/store/support.ts";
import { tempDir } from "../test/support/temp-dir.ts";
import { watchDisk } from "./disk.ts";

test("a commit that moves the write-ahead log into the database is told from one that does not", async () => {
  using folder = tempDir();
  const database = join(folder.path, "kibitz.db");
  const store = openSqliteStore(database);
  // It was written when it was made.
  utimesSync(database, 0, 0);
  const disk = watchDisk(folder.path);
  let games = 1000;
  const moves = async (characters: number) => {
    const from = Date.now();
    games += 1;
    await keep(store, newGame(String(games), { data: "x".repeat(characters) }));
    return disk.checkpointed(from, Date.now());
  };
  expect(await moves(10)).toBe(false);
  // A commit leaves it to the store's thread where that is at it just then.
  await expect.poll(() => moves(20_000_000), { timeout: 20_000 }).toBe(true);
  disk.close();
  await store.close();
});
