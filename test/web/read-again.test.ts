import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { createChance } from "../../attack/chance.ts";
import { type Answers, lasting, pgnOf, recordKinds, sendRecord } from "../../attack/records.ts";
import { openSqliteStore } from "../../src/main/store/sqlite/store.ts";
import { sure } from "../live-games/support.ts";
import { amount } from "../support/full.ts";
import { tempDir } from "../support/temp-dir.ts";
import { openWeb } from "./support.ts";

vi.setConfig({ testTimeout: amount(60_000, 300_000) });

test("a record whose half-move clock reaches four digits is read again after a restart", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const made = await (async () => {
    await using web = await openWeb(undefined, { store: openSqliteStore(path) });
    return await web.person.post("/api/import", { pgn: pgnOf(createChance(1), 1_004) });
  })();
  expect(made.status).toBe(201);
  await using web = await openWeb(undefined, { store: openSqliteStore(path) });
  expect((await web.person.get(`/api/games/${made.body.game_id}`)).body).toEqual(made.body);
});

test("every acknowledged change is read as it was answered after a restart, and exported PGN is imported again", async () => {
  using dir = tempDir();
  const path = join(dir.path, "kibitz.db");
  const chance = createChance(20);
  const answers: Answers = new Map();
  const written = new Map<string, string>();
  {
    await using web = await openWeb(undefined, { store: openSqliteStore(path) });
    for (let count = 0; count < amount(6, 80); count += 1)
      for (const kind of recordKinds) expect(await sendRecord(web.person, chance, answers, kind), kind).toBe(true);
    for (const address of answers.keys()) {
      const id = address.replace("/api/games/", "");
      const game = await web.games.get(id);
      if (game.ok && game.value.state.kind === "chess" && game.value.state.outcome && chance.next() < 0.5) {
        const position = () => ({
          score: { kind: chance.of(["cp", "mate"] as const), value: chance.below(20_000) - 10_000 },
          line: [],
        });
        const seats = Object.fromEntries(game.value.state.seats.map(({ seat }) => [seat, figures(chance.below(3))]));
        const positions = Array.from({ length: game.value.state.ply + 1 }, position);
        sure(await web.games.keepReview(game.value, { nodes: 500, engine: "Oracle 3", seats, positions }));
        answers.set(address, lasting((await web.person.get(address)).body));
      }
      const pgn = await web.person.get(`${address}/pgn`);
      if (pgn.status === 200) written.set(address, pgn.body);
    }
  }
  await using web = await openWeb(undefined, { store: openSqliteStore(path) });
  for (const [address, answer] of answers) {
    const { status, body } = await web.person.get(address);
    expect([address, status, lasting(body)]).toEqual([address, 200, answer]);
  }
  for (const [address, text] of written) {
    expect((await web.person.get(`${address}/pgn`)).body).toBe(text);
    if (address.includes("leagues")) continue;
    const again = await web.person.post("/api/import", { pgn: text });
    expect([text, again.status]).toEqual([text, 201]);
    const rewritten: string = (await web.person.get(`/api/games/${again.body.game_id}/pgn`)).body;
    expect(rewritten.split("\n\n").slice(1)).toEqual(text.split("\n\n").slice(1));
  }
  expect((await web.person.get("/api/games")).body.set_aside).toEqual({ games: [], leagues: [], more: 0 });
});

/** Of a seat that made no move, or some. */
const figures = (moves: number) => ({
  moves,
  ...(moves === 0 ? { accuracy: null, centipawnLoss: null } : { accuracy: 99.5, centipawnLoss: 1 / 3 }),
  inaccuracies: 0,
  mistakes: 0,
  blunders: moves,
});
