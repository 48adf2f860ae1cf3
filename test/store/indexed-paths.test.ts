import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextPass } from "node:timers/promises";
import { expect, test } from "vitest";
import { createExplorerIndex } from "../../src/main/store/explorer-index.ts";
import { createIndexedPaths } from "../../src/main/store/indexed-paths.ts";
import { writePath } from "../../src/main/store/paths.ts";
import { openSqliteStore, sqliteDatabase } from "../../src/main/store/sqlite/store.ts";
import type { GameChange } from "../../src/main/store/store.ts";
import { seeded } from "../support/seeded.ts";
import { tempDir } from "../support/temp-dir.ts";
import { follow, keptBy, newGame } from "./support.ts";

const positions = ["aaaaaaaa", "bbbbbbbb", "cccccccc"];
const moves = ["e2e4", "d2d4", "g1f3"];

test("positions are indexed in pieces while games go on, and the index follows what any program writes", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  await using stack = new AsyncDisposableStack();
  const store = openSqliteStore(path);
  stack.defer(() => store.close());
  const other = openSqliteStore(path);
  stack.defer(() => other.close());
  const random = seeded(11);
  const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)];
  const steps = new Map<string, { readonly position: string; readonly move: string }>();
  const made = (id: string): GameChange => {
    const step = { position: pick(positions) ?? "", move: pick(moves) ?? "" };
    steps.set(id, step);
    const game = newGame(id, { status: "finished" });
    return { ...game, path: writePath([step]) };
  };
  const expected = (position: string) => {
    const games = new Map<string, number>();
    for (const step of steps.values())
      if (step.position === position) games.set(step.move, (games.get(step.move) ?? 0) + 1);
    return Object.fromEntries(games);
  };
  const found = async (position: string) =>
    Object.fromEntries(
      (await store.movesTried({ kind: "chess", position, own: null })).map(({ move, games }) => [move, games]),
    );
  const all = Array.from({ length: 1_000 }, (_, index) => made(String(1_000 + index)));
  keptBy(await store.commit(all, 1));

  // Asked for at once, while others are kept.
  const first = found("aaaaaaaa");
  keptBy(await other.commit([made("5000")], 2));
  await first;
  for (const position of positions) expect(await found(position)).toEqual(expected(position));
  for (const [number, game] of all.slice(0, 40).entries()) {
    // Deleted games go, and those made elsewhere come.
    const { path: _, ...kept } = game;
    const deleted = { ...follow(kept, "gone"), columns: { ...game.columns, deleted_at: 9 } };
    keptBy(await (number % 2 === 0 ? store : other).commit([deleted, made(String(6_000 + number))], 3));
    steps.delete(game.id);
    if (number % 10 === 0) for (const position of positions) expect(await found(position)).toEqual(expected(position));
    await nextPass();
  }
  for (const position of positions) expect(await found(position)).toEqual(expected(position));
});

test("games are read ahead of the first question, which then reads none", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const store = openSqliteStore(path);
  const games = Array.from({ length: 600 }, (_, index) => ({
    ...newGame(String(1_000 + index), { status: "finished" }),
    path: writePath([{ position: "aaaaaaaa", move: "e2e4" }]),
  }));
  keptBy(await store.commit(games, 1));
  await store.close();

  using db = new DatabaseSync(path, { readOnly: true });
  const database = sqliteDatabase(db);
  const asked: string[] = [];
  const explorer = createIndexedPaths({
    ...database,
    ask: (text, values) => {
      asked.push(text);
      return database.ask(text, values);
    },
  });
  await explorer.prepareTried();
  expect(asked.length).toBeGreaterThan(2);
  asked.length = 0;
  const [tried] = await explorer.movesTried({ kind: "chess", position: "aaaaaaaa", own: null });
  expect(tried).toMatchObject({ move: "e2e4", games: 600 });
  expect(asked).toEqual([database.lastEntry]);
});

test("a question about many games is answered in steps, between which others have the event loop", () => {
  const index = createExplorerIndex();
  const player = { first_kind: "agent", first_name: "A", second_kind: "agent", second_name: "B" } as const;
  const path = writePath([{ position: "aaaaaaaa", move: "e2e4" }]);
  for (let number = 0; number < 20_000; number += 1)
    index.put({ id: String(number), person: 0, result: "first", path, ...player });
  const question = index.find({ kind: "chess", position: "aaaaaaaa", own: null });
  let steps = 0;
  for (let step = question.next(); ; step = question.next()) {
    if (!step.done) steps += 1;
    else {
      expect(step.value).toEqual([{ move: "e2e4", games: 20_000, first: 20_000, draws: 0, second: 0 }]);
      break;
    }
  }
  expect(steps).toBeGreaterThan(3);
});
