import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Log, LogSubject } from "../../src/main/base/log.ts";
import { type League, matchesOf } from "../../src/main/league/machine/league.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { planOf } from "../league/support.ts";
import { codeOf, openGames, started, sure } from "../live-games/support.ts";
import { eventsOf } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openWeb, tokens } from "./support.ts";

/** One row that cannot be read is set aside and said; everybody else's games go on, at every address. */

const beyond = "9223372036854775807";
const state = (json: string) =>
  `UPDATE games SET snapshot = json_set(snapshot, '$.position', json('${json}')) WHERE id = :bad`;
const lastEvent = (body: string) =>
  `UPDATE events SET body = '${body}' WHERE id = (SELECT max(id) FROM events WHERE game_id = :bad)`;

function keptLog() {
  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  /** The subject of each line about something that is set aside. */
  const subjects: LogSubject[] = [];
  const keep = (line: string, about: LogSubject = {}) => {
    write(line);
    if (line.startsWith("set aside")) subjects.push(about);
  };
  const log: Log = { error: keep, warn: keep, info: keep, debug: keep };
  return { log, lines, subjects, write };
}

test.each([
  ["a creation no calendar knows", `UPDATE games SET created_at = ${beyond} WHERE id = :bad`],
  ["a start no calendar knows", `UPDATE games SET started_at = -${beyond} WHERE id = :bad`],
  ["a version beyond counting", `UPDATE games SET version = ${beyond} WHERE id = :bad`],
  ["a snapshot that is cut short", "UPDATE games SET snapshot = substr(snapshot, 1, 40) WHERE id = :bad"],
  ["a state that its game cannot go on from", state('{"fen":"nothing","positions":[]}')],
  [
    "a ply that its log does not lead to",
    "UPDATE games SET snapshot = json_set(snapshot, '$.ply', 77) WHERE id = :bad",
  ],
  ["an event that is no JSON", lastEvent("{")],
  ["an event of no known kind", lastEvent('{"type":"nothing"}')],
  ["moves taken back to nowhere", lastEvent('{"type":"movesTakenBack","seat":"white","ply":-3}')],
  ["moves taken back beyond the end", lastEvent('{"type":"movesTakenBack","seat":"white","ply":900719925474}')],
  ["an event at no time", `UPDATE events SET at = ${beyond} WHERE game_id = :bad`],
])("a game with %s is set aside and told, and the others go on", async (_, spoil) => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const ids: string[] = [];
  {
    await using first = openGames((store) => store, { store: openSqliteStore(path) });
    for (let count = 0; count < 3; count += 1) {
      const { id } = (await started(first.games)).state;
      ids.push(id);
      await first.games.play(id, "white", { text: "e4" });
    }
  }
  const [one = "", bad = "", other = ""] = ids;
  const db = new DatabaseSync(path);
  db.prepare(spoil).run({ bad });
  db.close();

  const { log, lines, write } = keptLog();
  await using web = await openWeb(undefined, { store: openSqliteStore(path, write), log });
  expect(await web.games.recover()).toEqual({ games: 2 });
  expect(lines.join("\n")).toContain(bad);

  const { status, body } = await web.person.get("/api/games");
  expect(status).toBe(200);
  const shown = body.games.map(({ game_id }: { game_id: string }) => game_id);
  expect(shown).toEqual(expect.arrayContaining([one, other]));
  expect(body.counts.live).toBe(3);
  for (const id of [one, other]) expect(codeOf(await web.games.play(id, "black", { text: "e5" }))).toBe("OK");
  for (const path of ["", "/log", "/pgn", "/board.svg"]) {
    const refused = await web.person.get(`/api/games/${bad}${path}`);
    expect([path, refused.status]).toEqual([path, expect.toBeOneOf([200, 507])]);
  }
  expect((await web.person.get("/api/games")).body.set_aside).toEqual({ games: [bad], leagues: [], more: 0 });
  // A page that comes back hears of the others, and of what follows.
  const heard = new Set<string>();
  for await (const { event, data } of eventsOf({ url: web.url, token: tokens.personToken }, "0")) {
    if (event === "game") heard.add(`${data.game_id} ${data.seq}`);
    if (heard.has(`${other} 4`)) break;
  }
  for (const id of [one, other]) for (const seq of [1, 2, 3, 4]) expect(heard).toContain(`${id} ${seq}`);
});

const part = (name: string, change: string) =>
  `UPDATE league_parts SET ${change} WHERE league_id = :bad AND part = '${name}' AND number = 1`;
const head = (path: string, json: string) =>
  `UPDATE leagues SET snapshot = json_set(snapshot, '$.${path}', json('${json}')) WHERE id = :bad`;

test.each([
  ["a creation no calendar knows", `UPDATE leagues SET created_at = ${beyond} WHERE id = :bad`],
  ["a version beyond counting", `UPDATE leagues SET version = ${beyond} WHERE id = :bad`],
  ["a snapshot that is cut short", "UPDATE leagues SET snapshot = substr(snapshot, 1, 40) WHERE id = :bad"],
  ["a format that nobody knows", head("settings.format", '"pairs"')],
  ["a seed that is nobody's", head("seeds", "[1,2,3,99]")],
  ["a champion that is nobody", head("champion", "77")],
  ["an entrant that is no JSON", part("entrant", "data = '{'")],
  ["an entrant without a number", part("entrant", `number = ${beyond}`)],
  ["an entrant of no known kind", part("entrant", `data = json_set(data, '$.kind', 'ghost')`)],
  ["a match that is cut short", part("match", "data = substr(data, 1, 20)")],
  ["a match that is missing", "DELETE FROM league_parts WHERE league_id = :bad AND part = 'match' AND number = 1"],
  ["a match against nobody", part("match", `data = json_set(data, '$.a', 99)`)],
  ["a match of a round that was never paired", part("match", `data = json_set(data, '$.round', 12)`)],
])("a league with %s is set aside and told, and the others go on", async (_, spoil) => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const ids: string[] = [];
  {
    await using first = await openWeb(undefined, { store: openSqliteStore(path) });
    for (let count = 0; count < 3; count += 1) {
      const { id } = sure(await first.league.leagues.create(planOf({ players: 4 }))).league;
      sure(await first.league.leagues.act(id, { type: "start" }));
      ids.push(id);
    }
  }
  const [one = "", bad = "", other = ""] = ids;
  const db = new DatabaseSync(path);
  expect(db.prepare(spoil).run({ bad }).changes).toBe(1);
  db.close();

  const { log, lines, subjects, write } = keptLog();
  await using web = await openWeb(undefined, { store: openSqliteStore(path, write), log });
  await web.games.recover();
  await web.league.recover();
  expect(lines.filter((line) => line.startsWith("set aside"))).toEqual([expect.stringContaining(`League ${bad} `)]);
  expect(subjects).toEqual([{ league: bad }]);

  const { status, body } = await web.person.get("/api/leagues");
  expect(status).toBe(200);
  const shown = body.leagues.map(({ league_id }: { league_id: string }) => league_id);
  expect(shown.toSorted()).toEqual([one, other].toSorted());
  expect((await web.person.get("/api/games")).body.set_aside).toEqual({ games: [], leagues: [bad], more: 0 });
  for (const address of ["", "/pgn", "/entrants/1", "/progress?after=0"])
    expect((await web.person.get(`/api/leagues/${bad}${address}`)).status, address).toBe(507);
  // Its games go on like any other, and those of the others count.
  const { leagues } = web.league;
  for (const id of ids) {
    const [game] = web.games.unfinished().filter(({ state: gameState }) => gameState.league?.id === id);
    sure(await web.games.resign(game?.state.id ?? "", game?.state.seats[0].seat ?? ""));
  }
  for (const id of [one, other]) {
    const counted = await leagues.waitUntil(id, ({ league }) => resultsIn(league) === 1, 30_000, never);
    expect(sure(counted).end).toBe("changed");
    expect(codeOf(await leagues.act(id, { type: "cancel" }))).toBe("OK");
  }
});

const { signal: never } = new AbortController();
const resultsIn = (league: League) =>
  matchesOf(league).flatMap(({ games }) => games.filter(({ result }) => result)).length;

test("a game of a league that cannot be read counts for neither side, and the league goes on", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const ids: string[] = [];
  {
    await using first = await openWeb(undefined, { store: openSqliteStore(path) });
    const { id } = sure(await first.league.leagues.create(planOf({ players: 2 }))).league;
    sure(await first.league.leagues.act(id, { type: "start" }));
    await expect.poll(() => first.games.unfinished().length).toBe(1);
    ids.push(id, first.games.unfinished()[0]?.state.id ?? "");
  }
  const [id = "", bad = ""] = ids;
  const db = new DatabaseSync(path);
  expect(db.prepare("UPDATE games SET snapshot = '{' WHERE id = ?").run(bad).changes).toBe(1);
  db.close();
  await using web = await openWeb(undefined, { store: openSqliteStore(path) });
  await web.games.recover();
  await web.league.recover();
  const over = await web.league.leagues.waitUntil(id, ({ league }) => league.status === "complete", 30_000, never);
  const [game] = matchesOf(sure(over).value.league).flatMap(({ games }) => games);
  expect(game).toMatchObject({ id: bad, result: { winner: null, reason: "unfinished" } });
});

test("a league that can be read and not be gone on with is set aside, and the start goes on", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const ids: string[] = [];
  {
    await using first = await openWeb(undefined, { store: openSqliteStore(path) });
    for (let count = 0; count < 2; count += 1) {
      const { id } = sure(await first.league.leagues.create(planOf({ players: 2 }))).league;
      sure(await first.league.leagues.act(id, { type: "start" }));
      ids.push(id);
    }
  }
  const [bad = "", good = ""] = ids;
  const db = new DatabaseSync(path);
  // Its game is to be made again, and its game's rules cannot.
  db.prepare(head("settings.options", '{"rounds":"many"}')).run({ bad });
  db.prepare("DELETE FROM events WHERE game_id IN (SELECT id FROM games WHERE league_id = ?)").run(bad);
  expect(db.prepare("DELETE FROM games WHERE league_id = ?").run(bad).changes).toBe(1);
  db.close();
  const { log, lines } = keptLog();
  await using web = await openWeb(undefined, { store: openSqliteStore(path), log });
  await web.games.recover();
  await web.league.recover();
  await expect.poll(() => web.league.leagues.listDamaged()).toMatchObject([{ id: bad }]);
  expect(lines.join()).toContain(`set aside: League ${bad} cannot be continued`);
  expect(codeOf(await web.league.leagues.act(good, { type: "cancel" }))).toBe("OK");
});
