import { readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, test } from "vitest";
import { startHost } from "../support/host-process.ts";
import { eventsOf, logOf, personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

test("a host that finds the first version's data shows every game of it, at every address", async () => {
  using dir = tempDir();
  const db = new DatabaseSync(join(dir.path, "kibitz.db"));
  db.exec(readFileSync(join(import.meta.dirname, "../store/fixtures/version-1.sql"), "utf8"));
  const entries = Number(db.prepare("SELECT count(*) AS n FROM events").get()?.["n"]);
  const ids = db
    .prepare("SELECT id FROM games")
    .all()
    .map(({ id }) => String(id));
  db.close();

  await using host = await startHost(dir.path);
  expect(host.log()).toMatch(/\d+ unfinished games taken up/);
  expect(host.log()).not.toContain("set aside");
  const person = personAt(host);
  const { games, counts } = (await person.get("/api/games?limit=100")).body;
  expect(games.map(({ game_id }: { game_id: string }) => game_id).toSorted()).toEqual(ids.toSorted());
  expect(counts.open + counts.live + counts.finished).toBe(ids.length);
  for (const id of ids) {
    const { status, body } = await person.get(`/api/games/${id}`);
    expect(status, id).toBe(200);
    expect(body.history).toHaveLength(body.ply);
    expect((await logOf(person, id)).length, id).toBe(body.version);
    expect((await person.get(`/api/games/${id}/board.svg`)).body, id).toMatch(/^<svg/);
    expect((await person.get(`/api/games/${id}/pgn`)).status, id).toBe(body.game === "chess" ? 200 : 400);
  }
  // A page that was left open since then hears of all of it.
  const heard = new Set<string>();
  let last = 0;
  for await (const { event, data } of eventsOf(host, "0")) {
    expect(event).not.toBe("reset");
    if (event !== "game") continue;
    heard.add(data.game_id);
    last = data.id;
    if (last >= entries) break;
  }
  expect([...heard].toSorted()).toEqual(ids.toSorted());
  // The person moves in its game against the computer, which answers.
  const game = await person.turn("1009", "white");
  expect(game.person_seats).toEqual(["white"]);
  await person.post("/api/games/1009/moves", { move: game.legal_moves[0] });
  expect((await person.turn("1009", "white")).ply).toBe(game.ply + 2);
});
