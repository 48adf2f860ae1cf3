import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import type { Log } from "../../src/main/log.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { eventsOf } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";
import { codeOf, openTables, started } from "../tables/support.ts";
import { openWeb, tokens } from "./support.ts";

/** One row that cannot be read is set aside and said; everybody else's games go on, at every address. */

const beyond = "9223372036854775807";
const state = (json: string) =>
  `UPDATE games SET snapshot = json_set(snapshot, '$.state', json('${json}')) WHERE id = :bad`;
const lastEvent = (body: string) =>
  `UPDATE events SET body = '${body}' WHERE id = (SELECT max(id) FROM events WHERE game_id = :bad)`;

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
])("a game with %s", async (_, spoil) => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const ids: string[] = [];
  {
    await using first = openTables((store) => store, { store: openSqliteStore(path) });
    for (let count = 0; count < 3; count += 1) {
      const { id } = (await started(first.tables)).table;
      ids.push(id);
      await first.tables.play(id, "white", { text: "e4" });
    }
  }
  const [one = "", bad = "", other = ""] = ids;
  const db = new DatabaseSync(path);
  db.prepare(spoil).run({ bad });
  db.close();

  const lines: string[] = [];
  const write = (line: string) => void lines.push(line);
  const log: Log = { error: write, warn: write, info: write, debug: write };
  await using web = await openWeb(undefined, { store: openSqliteStore(path, write), log });
  expect(await web.tables.recover()).toEqual({ games: 2 });
  expect(lines.join("\n")).toContain(bad);

  const { status, body } = await web.person.get("/api/games");
  expect(status).toBe(200);
  const shown = body.games.map(({ game_id }: { game_id: string }) => game_id);
  expect(shown).toEqual(expect.arrayContaining([one, other]));
  expect(body.counts.live).toBe(3);
  for (const id of [one, other]) expect(codeOf(await web.tables.play(id, "black", { text: "e5" }))).toBe("OK");
  for (const path of ["", "/log", "/pgn", "/board.svg"]) {
    const refused = await web.person.get(`/api/games/${bad}${path}`);
    expect([path, refused.status]).toEqual([path, expect.toBeOneOf([200, 507])]);
  }
  // A page that comes back hears of the others, and of what follows.
  const heard = new Set<string>();
  for await (const { event, data } of eventsOf({ url: web.url, token: tokens.personToken }, "0")) {
    if (event === "game") heard.add(`${data.game_id} ${data.seq}`);
    if (heard.has(`${other} 4`)) break;
  }
  for (const id of [one, other]) for (const seq of [1, 2, 3, 4]) expect(heard).toContain(`${id} ${seq}`);
});
