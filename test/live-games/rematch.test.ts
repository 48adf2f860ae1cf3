import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readGameState } from "../../src/main/games/game-aggregate.ts";
import type { GameState } from "../../src/main/games/machine/game-state.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { Store } from "../../src/main/store/store.ts";
import type { ModelSettings, PlayerSettings } from "../../src/shared/player-settings.ts";
import { tempDir } from "../support/temp-dir.ts";
import {
  agent,
  agentGame,
  codeOf,
  computer,
  finiteDisk,
  gameNow,
  openGames,
  outliving,
  started,
  sure,
} from "./support.ts";

/** The rematch is a new game and a mark on the old one: there is never one without the other. */

async function allTables(store: Store): Promise<readonly GameState[]> {
  const stored = await store.list({ status: "all", limit: 101, after: null });
  return stored.map((game) => sure(readGameState(game)));
}

/** Every game that follows another is the one that the other points to, and the other way round. */
function expectPairs(states: readonly GameState[]): void {
  const byId = new Map(states.map((state) => [state.id, state]));
  for (const { id, rematchOf, rematch } of states) {
    if (rematchOf !== null) expect(byId.get(rematchOf)?.rematch, `the predecessor of ${id}`).toBe(id);
    if (rematch !== null) expect(byId.get(rematch)?.rematchOf, `the successor of ${id}`).toBe(id);
  }
}

const disks = [
  [
    "in memory",
    async (work: (reopen: () => Store) => Promise<void>) => work(outlivingStores(openSqliteStore(":memory:"))),
  ],
  [
    "in a file that is closed and opened anew",
    async (work: (reopen: () => Store) => Promise<void>) => {
      using dir = tempDir();
      await work(() => openSqliteStore(join(dir.path, "kibitz.db")));
    },
  ],
] as const;

const outlivingStores = (store: Store) => () => outliving(store);

describe.each(disks)("with games kept %s", (_, withStore) => {
  test.each([0, 1, 2, 3])("a disk that takes %i more commits leaves no rematch half made", (commits) =>
    withStore(async (reopen) => {
      let id: string;
      let failed = false;
      {
        const { disk, wrap } = finiteDisk(Number.POSITIVE_INFINITY);
        await using place = openGames(wrap, { store: reopen() });
        ({ id } = (await started(place.games)).state);
        await place.games.resign(id, "white");
        disk.left = commits;
        const asked = await place.games.rematch(id, "white", null);
        failed = !asked.ok;
        expect(codeOf(asked)).toBe(commits === 0 ? "STORAGE_FAILED" : "OK");
        expectPairs(await allTables(place.store));
        // The games in memory say the same.
        const kept = await Promise.all((await allTables(place.store)).map((state) => place.games.state(state.id)));
        expectPairs(kept.map(sure));
        disk.left = Number.POSITIVE_INFINITY;
      }
      await using place = openGames((store) => store, { store: reopen() });
      await place.games.recover();
      const first = sure(await place.games.rematch(id, "black", null));
      const second = sure(await place.games.rematch(id, "white", null));
      expect(second.game.state.id).toBe(first.game.state.id);
      const states = await allTables(place.store);
      expectPairs(states);
      expect(states.filter(({ rematchOf }) => rematchOf === id)).toHaveLength(1);
      expect(states).toHaveLength(2);
      const types = (await place.store.log(id, 0)).map(({ event }) => event.type);
      expect(types, `failed before: ${failed}`).toEqual(["gameCreated", "gameOver", "rematchCreated"]);
    }),
  );
});

test("many rematches at once give each game one, and everybody hears of every one of them", async () => {
  await using place = openGames();
  const { games } = place;
  const ids: string[] = [];
  // More than are kept in memory once they are over.
  for (let count = 0; count < 150; count += 1) {
    const { id } = (await started(games)).state;
    await games.resign(id, "white");
    ids.push(id);
  }
  const heard = new Map<string, string>();
  games.listen(({ entries }) => {
    for (const { gameId, event } of entries) if (event.type === "rematchCreated") heard.set(gameId, event.next);
  });
  const made = await Promise.all(ids.map((id) => games.rematch(id, "white", null)));
  const next = made.map((each) => sure(each).game.state.id);
  expect(new Set(next).size).toBe(ids.length);
  expect(ids.map((id) => heard.get(id))).toEqual(next);
  for (const [index, id] of ids.entries()) expect((await gameNow(games, id)).state.rematch).toBe(next[index]);
});

test("a number that is taken already is passed over, and the old game is marked once", async () => {
  // The same number again and again, as long as it can be.
  let count = 0;
  const random = () => (count++ < 30 ? 0.5 : count / 1_000);
  await using place = openGames((store) => store, { random });
  const { id } = (await started(place.games)).state;
  await place.games.resign(id, "white");
  const { game } = sure(await place.games.rematch(id, "white", null));
  expect(game.state.id).not.toBe(id);
  expect((await gameNow(place.games, id)).state).toMatchObject({ rematch: game.state.id, rematchOf: null });
  expect((await gameNow(place.games, game.state.id)).state).toMatchObject({ rematch: null, rematchOf: id });
});

test("a rematch swaps the sides, and keeps all else as it was", async () => {
  await using place = openGames();
  const { games } = place;
  const fen = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1";
  const wish = {
    ...agentGame,
    players: [agent("One", "one"), computer(7)] as const,
    options: { fen },
    clock: { initialMs: 60_000, incrementMs: 1_000 },
    legalMoves: "hidden" as const,
    showUi: true,
  };
  const { id } = (await started(games, wish)).state;
  await games.resign(id, "white");
  const { game, seat } = sure(await games.rematch(id, "white", "another"));
  expect(seat).toBe("black");
  expect(game.state).toMatchObject({
    options: { fen },
    legalMoves: "hidden",
    showUi: true,
    rematchOf: id,
    absent: null,
    clock: { left: [60_000, 60_000], incrementMs: 1_000 },
    seats: [
      { seat: "white", kind: "computer", settings: { level: 7 }, driven: true },
      { seat: "black", kind: "agent", name: "One", connection: "another" },
    ],
  });
});

const llm: ModelSettings = {
  provider: "openai-compatible",
  model: "m",
  price: { input: 0, output: 0 },
  prompt: { board: true, fen: true, history: true, legal: true },
};

test("a rematch of a league's game counts for no entrant", async () => {
  await using place = openGames();
  const { games } = place;
  const entrant = (name: string, connection: string) => ({
    ...agent(name, connection),
    settings: { entrant: name.toLowerCase() },
  });
  const wish = { ...agentGame, players: [entrant("One", "one"), entrant("Two", "two")] as const };
  const { id } = (await started(games, wish)).state;
  await games.resign(id, "white");
  const { game } = sure(await games.rematch(id, "white", "one"));
  expect(game.state.seats.map(({ name, settings }) => [name, settings])).toEqual([
    ["Two", {}],
    ["One", {}],
  ]);
});

test.each<[string, PlayerSettings]>([
  ["a model that the person pays for", { model: llm }],
  ["a player that is a server", { endpoint: "http://127.0.0.1:8101/mcp" }],
])("there is no rematch against %s, which plays in leagues alone", async (_, settings) => {
  await using place = openGames();
  const { games } = place;
  const server = {
    kind: "computer",
    name: "Far",
    settings: { ...settings, entrant: "far" },
    connection: null,
  } as const;
  const wish = { ...agentGame, players: [agent("One", "one"), server] as const };
  const { id } = (await started(games, wish)).state;
  await games.resign(id, "white");
  expect(await games.rematch(id, "white", "one")).toMatchObject({
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining("plays in leagues alone"),
  });
  expect(await allTables(place.store)).toHaveLength(1);
});

test.each([
  ["that goes on", async () => {}],
  [
    "of a record that was played elsewhere",
    async (place: ReturnType<typeof openGames>) =>
      sure(
        await place.games.importGame({
          kind: "chess",
          names: ["A", "B"],
          tags: {},
          options: {},
          moves: [],
          lines: null,
          outcome: null,
        }),
      ).state.id,
  ],
] as const)("there is no rematch of a game %s", async (_, prepare) => {
  await using place = openGames();
  const id = (await prepare(place)) ?? (await started(place.games)).state.id;
  const before = await allTables(place.store);
  expect(codeOf(await place.games.rematch(id, "white", null))).toBe("INVALID_ARGUMENT");
  expect(await allTables(place.store)).toEqual(before);
});
