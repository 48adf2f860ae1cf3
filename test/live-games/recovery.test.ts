import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Log } from "../../src/main/base/log.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import type { StoredGame } from "../../src/main/store/store.ts";
import { tempDir } from "../support/temp-dir.ts";
import { agentGame, codeOf, fallibleDisk, gameNow, openGames, outliving, started, sure } from "./support.ts";

/** A host takes up what the last one left. */

const clock = { initialMs: 60_000, incrementMs: 0 };
const hour = 3_600_000;

function keptLog(): { readonly log: Log; readonly lines: string[] } {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  return { log: { error: write, warn: write, info: write, debug: write }, lines };
}

test("a command that comes while games are taken up waits until its own is", async () => {
  await using first = openGames();
  const ids: string[] = [];
  for (let count = 0; count < 5; count += 1) ids.push((await started(first.games, { ...agentGame, clock })).state.id);
  first.time.now += 10_000;
  await first.store.beat(first.time.now);

  await using later = openGames(() => outliving(first.store));
  later.time.now = first.time.now + hour;
  const recovering = later.games.recover();
  // Everybody is there at once; nobody pays for the hour in which there was no host.
  const [moves, drawn, resigned, talk, freed] = await Promise.all([
    later.games.play(ids[0] ?? "", "white", { text: "e2e4" }),
    later.games.draw(ids[1] ?? "", "white", "offer"),
    later.games.resign(ids[2] ?? "", "white"),
    later.games.say(ids[3] ?? "", "white", "hello"),
    later.games.freeSeat(ids[4] ?? "", "black"),
  ]);
  expect([moves, drawn, resigned, talk, freed].map(codeOf)).toEqual(["OK", "OK", "OK", "OK", "OK"]);
  expect(await recovering).toEqual({ games: 5 });
  expect(sure(moves).game.state.clock).toMatchObject({ left: [50_000, 60_000], since: [null, later.time.now] });
  expect(sure(resigned).state.outcome).toEqual({ winner: "black", reason: "resignation" });
  for (const id of ids) {
    const types = (await later.store.log(id, 0)).map(({ event }) => event.type);
    expect(types).toHaveLength(3);
    expect(types.slice(0, 2)).toEqual(["gameCreated", "hostResumed"]);
  }
});

test("taking a game up once more changes its record and not its clocks", async () => {
  await using first = openGames();
  const { id } = (await started(first.games, { ...agentGame, clock, openThoughts: true })).state;
  const thoughts = { text: "The centre: I play d4." };
  const { game } = sure(await first.games.play(id, "white", { text: "e4", thoughts }));
  await using later = openGames(() => outliving(first.store));
  later.time.now += hour;
  await later.games.recover();
  const before = await gameNow(later.games, id);
  expect(before.moves).toEqual(game.moves);
  expect(before.moves[0]?.thoughts).toMatchObject({ ...thoughts, contradictions: [{ said: "d4" }] });
  expect(before.state.openThoughts).toBe(true);
  await later.games.recover();
  expect((await gameNow(later.games, id)).state.clock).toEqual(before.state.clock);
});

test("a system's clock that is put back between two hosts gives no player time back, and takes none from anybody", async () => {
  await using first = openGames();
  const { id } = (await started(first.games, { ...agentGame, clock })).state;
  first.time.now += 10_000;
  await first.store.beat(first.time.now);
  await using later = openGames(() => outliving(first.store));
  later.time.now = first.time.now - hour;
  await later.games.recover();
  const left = { left: [50_000, 60_000], since: [later.time.now, null] };
  expect((await gameNow(later.games, id)).state.clock).toMatchObject(left);
  // It ends before it has noted the time.
  await using last = openGames(() => outliving(first.store));
  last.time.now = later.time.now;
  await last.games.recover();
  expect((await gameNow(last.games, id)).state.clock).toMatchObject(left);
});

test("games that nobody plays yet, and those that are over, are left as they are", async () => {
  await using first = openGames();
  const { id: over } = (await started(first.games)).state;
  await first.games.resign(over, "white");
  const wish = {
    ...agentGame,
    clock,
    players: [agentGame.players[0], { ...agentGame.players[1], name: null }] as const,
  };
  const { id: open } = (await started(first.games, wish)).state;
  const before = await Promise.all([over, open].map((id) => first.store.game(id)));
  await using later = openGames(() => outliving(first.store));
  later.time.now += hour;
  expect(await later.games.recover()).toEqual({ games: 1 });
  expect(await Promise.all([over, open].map((id) => first.store.game(id)))).toEqual(before);
});

const damages: readonly (readonly [string, (stored: StoredGame) => StoredGame])[] = [
  ["is no JSON any more", (stored) => ({ ...stored, snapshot: { ...stored.snapshot, data: null } })],
  ["is of a newer Kibitz", (stored) => ({ ...stored, snapshot: { ...stored.snapshot, form: 99 } })],
  ["lacks its position", (stored) => changed(stored, { position: undefined })],
  ["is of a game that is not there", (stored) => changed(stored, { kind: "ludo" })],
];
const changed = (stored: StoredGame, change: Record<string, unknown>): StoredGame => ({
  ...stored,
  snapshot: { ...stored.snapshot, data: Object.assign({}, stored.snapshot.data, change) },
});

test.each(damages)("a game whose record %s is set aside and said, and the others go on", async (_, damage) => {
  await using first = openGames();
  const ids: string[] = [];
  for (let count = 0; count < 3; count += 1) ids.push((await started(first.games, { ...agentGame, clock })).state.id);
  const [one = "", bad = "", other = ""] = ids;
  const spoil = (stored: StoredGame) => (stored.id === bad ? damage(stored) : stored);
  const { log, lines } = keptLog();
  await using later = openGames(
    () => ({
      ...outliving(first.store),
      game: async (id) => {
        const stored = await first.store.game(id);
        return stored && spoil(stored);
      },
      unfinished: async () => (await first.store.unfinished()).map(spoil),
      list: async (page) => (await first.store.list(page)).map(spoil),
    }),
    { log },
  );
  later.time.now += hour;
  expect(await later.games.recover()).toEqual({ games: 2 });
  expect(lines).toEqual([expect.stringContaining(`Game ${bad} cannot be read`)]);
  for (const id of [one, other]) expect(codeOf(await later.games.play(id, "white", { text: "e2e4" }))).toBe("OK");
  expect(await later.games.get(bad)).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
  expect(codeOf(await later.games.play(bad, "white", { text: "e2e4" }))).toBe("STORAGE_FAILED");
  const { games: listed } = await later.games.list({ status: "all", limit: 10, after: null });
  expect(listed.map(({ id }) => id).toSorted()).toEqual([one, other].toSorted());
});

test("a game whose log is damaged is set aside and said, and the others go on", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const ids: string[] = [];
  {
    await using first = openGames((store) => store, { store: openSqliteStore(path) });
    for (let count = 0; count < 3; count += 1) ids.push((await started(first.games)).state.id);
  }
  const [one = "", bad = "", other = ""] = ids;
  const db = new DatabaseSync(path);
  db.prepare("UPDATE events SET body = ? WHERE game_id = ?").run('{"type":"nothing"}', bad);
  db.close();
  const { log, lines } = keptLog();
  await using later = openGames((store) => store, { store: openSqliteStore(path), log });
  expect(await later.games.recover()).toEqual({ games: 2 });
  expect(lines).toEqual([expect.stringContaining(`Game ${bad} cannot be read: its log is damaged`)]);
  for (const id of [one, other]) expect(codeOf(await later.games.play(id, "white", { text: "e2e4" }))).toBe("OK");
  expect(await later.games.get(bad)).toMatchObject({ ok: false, code: "STORAGE_FAILED" });
});

test("a disk that is full when the host comes back costs nobody the time in which there was none", async () => {
  await using first = openGames();
  const [one, other] = [
    await started(first.games, { ...agentGame, clock }),
    await started(first.games, { ...agentGame, clock }),
  ];
  await first.store.beat(first.time.now);

  const { disk, wrap } = fallibleDisk();
  await using later = openGames((store) => wrap(outliving(store)), { store: first.store });
  later.time.now = first.time.now + hour;
  disk.full = true;
  expect(await later.games.recover()).toEqual({ games: 2 });
  expect(codeOf(await later.games.play(one.state.id, "white", { text: "e2e4" }))).toBe("STORAGE_FAILED");
  later.time.now += 5_000;
  disk.full = false;
  const played = sure(await later.games.play(one.state.id, "white", { text: "e2e4" }));
  expect(played.game.state).toMatchObject({
    outcome: null,
    ply: 1,
    clock: { left: [clock.initialMs, clock.initialMs] },
  });
  // A player that does nothing is taken up as well: its clock runs again from then on.
  await expect
    .poll(() => later.games.inMemory(other.state.id)?.state.clock?.since, { timeout: 10_000 })
    .toEqual([later.time.now, null]);
  expect(later.games.inMemory(other.state.id)?.state.clock?.left).toEqual([clock.initialMs, clock.initialMs]);
});
