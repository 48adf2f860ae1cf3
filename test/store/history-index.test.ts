import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test, vi } from "vitest";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { allFinished, type GameColumns, type HistorySearch, type StoredGame } from "../../src/main/store/store.ts";
import { searchWords } from "../../src/shared/text.ts";
import { seeded } from "../games/support.ts";
import { tempDir } from "../support/temp-dir.ts";
import { follow, keptBy, newGame } from "./support.ts";

const any = allFinished;
const names = ["Ada", "José Raúl", "Lukasz 10", "agent 1000", "Σίσυφος", "", "Ada  Lovelace", "100%"];
const openings = ["B01 Scandinavian Defense", "C50 Italian Game", null];
const texts = [
  "ada",
  "a",
  "jose ada",
  "10",
  "#1",
  "100",
  "1000",
  "agent #10",
  "c50",
  "ital",
  "lace",
  "%",
  "zz",
  "σίσ",
  "",
];

/** A finished game with names, opening and end by chance. */
function gameBy(random: () => number, id: string): StoredGame & { readonly columns: GameColumns } {
  const pick = <T>(values: readonly T[]) => values[Math.floor(random() * values.length)] ?? null;
  const { columns, snapshot } = newGame(id, { status: "finished" });
  const entrant = () => ({ kind: "agent", name: pick(names) });
  const kind = random() < 0.5 ? "chess" : "odd-even";
  const more = { kind, person: random() < 0.3, league: pick([null, null, "7"]) };
  const finishedAt = Math.floor(random() * 40);
  const deletedAt = random() < 0.1 ? 99 : null;
  const entrants = [entrant(), entrant()] as const;
  return {
    ...{ id, version: 1, snapshot },
    columns: { ...columns, ...more, entrants, opening: pick(openings), finishedAt, deletedAt },
  };
}

test("is made in pieces while games go on, follows what any program writes, and is asked instead of the database", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  await using stack = new AsyncDisposableStack();
  const store = openSqliteStore(path);
  stack.defer(() => store.close());
  const other = openSqliteStore(path);
  stack.defer(() => other.close());
  const random = seeded(11);
  const made = Array.from({ length: 3_000 }, (_, index) => {
    const { id, columns, snapshot } = gameBy(random, String(1_000 + index));
    // Of some games of old nothing tells when they ended.
    const finishedAt = index % 50 === 0 ? null : columns.finishedAt;
    return { ...newGame(id, { status: "finished" }), columns: { ...columns, finishedAt }, snapshot };
  });
  keptBy(await store.commit(made, 1));

  const searches = texts.flatMap((text, number): readonly HistorySearch[] => {
    const search = { ...any, words: searchWords(text), league: "7" };
    const narrower = { ...search, kind: "chess", person: random() < 0.5, descending: random() < 0.5 };
    return [search, number % 2 === 0 ? narrower : { ...narrower, league: null, opening: ["c50"] }];
  });
  const found = async (search: HistorySearch) => {
    const { games, total } = await store.history({ ...search, offset: 3, limit: 20 });
    return [games.map(({ id }) => id), total] as const;
  };
  const same = async () => {
    for (const search of searches) {
      const all = await store.historyIds(search);
      expect(await found(search)).toEqual([all.slice(3, 23), all.length]);
    }
  };
  await same();
  for (const [number, game] of made.slice(0, 40).entries()) {
    const { columns } = gameBy(random, game.id);
    const { kind, league } = game.columns;
    const next = { ...follow(game, "on"), columns: { ...columns, kind, league } };
    keptBy(await (number % 2 === 0 ? store : other).commit([next], 2));
    if (number % 10 === 0) await same();
    await nextTurn();
  }
  await same();

  const expected = await Promise.all(searches.map(found));
  // Without its own index, the database can answer none of it.
  const db = new DatabaseSync(path);
  db.exec("DROP INDEX games_history");
  db.close();
  await expect(store.historyIds(any)).rejects.toThrow(/games_history/);
  await vi.waitFor(async () => expect(await Promise.all(searches.map(found))).toEqual(expected));
});
