import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ApiReview } from "../../src/shared/api.ts";
import { published } from "../games/chess/published.ts";
import { connect } from "../support/agents.ts";
import { amount } from "../support/full.ts";
import { type HostProcess, projectDir, startHost } from "../support/host-process.ts";
import { eventsOf, logOf, personAt } from "../support/person.ts";
import { tempDir } from "../support/temp-dir.ts";

/** A finished game looked through by the engine, as the page of the game has it done. */

const folder = tempDir();
const games = readFileSync(join(projectDir, "test/fixtures/ten-games.pgn"), "utf8")
  .trim()
  .split(/\n\n(?=\[Event )/);
const nodes = 500;
let host: HostProcess;
beforeAll(async () => {
  host = await startHost(folder.path);
});
afterAll(async () => {
  await host.stop();
  folder[Symbol.dispose]();
});

const imported = async (pgn: string): Promise<string> =>
  (await personAt(host).post("/api/import", { pgn })).body.game_id;

/** Asks for a review and reads its answer line by line: how far it is, and in the end what was found. */
async function reviewing(id: string) {
  const response = await fetch(`${host.url}/api/games/${id}/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${host.token}`, "content-type": "application/json" },
    body: JSON.stringify({ nodes }),
  });
  const lines = (await response.text()).split("\n").map((line) => JSON.parse(line));
  return { lines: lines.slice(0, -1), answer: lines.at(-1) };
}

/** At most so many of each: what the engine would have played itself is not judged. */
const most = (judged: Readonly<Record<string, number>> = {}) =>
  Object.fromEntries(
    Object.entries(judged).map(([judgement, count]) => [
      judgement,
      expect.toSatisfy((found: number) => found <= count, `at most ${count}`),
    ]),
  );
const near = (value: number | null | undefined) => (typeof value === "number" ? expect.closeTo(value, 8) : value);

test("a review at a number of nodes has what the published formulas give for the same evaluations", {
  tags: "edge",
}, async () => {
  expect(games).toHaveLength(10);
  for (const pgn of games.slice(0, amount(2, 10))) {
    const id = await imported(pgn);
    const { answer } = await reviewing(id);
    const { body: kept }: { body: ApiReview } = await personAt(host).get(`/api/games/${id}/review`);
    expect(kept).toEqual(answer);
    expect(kept).toMatchObject({ nodes, engine: expect.stringMatching(/^Stockfish 19/) });
    const scores = kept.positions.map(({ score }) => score);
    const expected = published([{ kind: "cp", value: 15 }, ...scores.slice(1)], true);
    for (const seat of ["white", "black"] as const)
      expect(kept.seats[seat], `${id} ${seat}`).toEqual({
        accuracy: near(expected[seat]?.accuracy),
        average_centipawn_loss: near(expected[seat]?.averageCentipawnLoss),
        judged: most(expected[seat]?.judged),
      });
    // The graph is White's chances, by the same curve.
    for (const [ply, { score, chance }] of kept.positions.entries()) {
      const cp = score.kind === "mate" ? Math.sign(score.value) * 1000 : Math.max(-1000, Math.min(1000, score.value));
      if (ply > 0) expect(chance).toBeCloseTo(100 / (1 + Math.exp(-0.00368208 * cp)), 8);
    }
    // A player whose move was judged is told a better one, and never that very move.
    const { history } = (await personAt(host).get(`/api/games/${id}`)).body;
    for (const { ply, judgement, better } of kept.moves) {
      expect(better.length > 0).toBe(judgement !== null);
      expect(better[0]?.code).not.toBe(history[ply - 1].code);
    }
  }
});

test("a review is told of while it is made, kept with the game, heard of by pages, and there for the tools", async () => {
  const id = await imported("1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0");
  const person = personAt(host);
  expect((await person.get(`/api/games/${id}/review`)).body).toBeNull();
  expect((await person.get(`/api/games/${id}`)).body.reviewed).toBe(false);
  const told = (async () => {
    for await (const { event, data } of eventsOf(host))
      if (event === "game" && data.game_id === id && data.event.type === "gameReviewed") return data.event;
    return null;
  })();
  const { lines, answer } = await reviewing(id);
  expect(lines).toEqual(Array.from({ length: 8 }, (_, index) => ({ done: index + 1, of: 8, notice: null })));
  expect(answer.moves.at(5)).toMatchObject({ ply: 6, judgement: "blunder" });
  expect(await told).toMatchObject({ nodes, seats: { black: { blunders: answer.seats.black.judged.blunder } } });
  expect(await told).not.toHaveProperty("positions");
  expect((await person.get(`/api/games/${id}`)).body.reviewed).toBe(true);
  expect((await logOf(person, id)).map(({ event }) => event.type)).toContain("gameReviewed");

  // It is in the game's log, and so with the next host.
  await host.stop();
  host = await startHost(folder.path);
  expect((await personAt(host).get(`/api/games/${id}/review`)).body).toEqual(answer);

  await using agent = await connect(
    { ...host, mcp: `${host.mcp}?toolsets=analysis` },
    "http",
    "v2 client, old era",
    "Reader",
  );
  const { data } = await agent.call("reviewGame", { game_id: id });
  expect(data.players.black.blunders).toBe(answer.seats.black.judged.blunder);
  expect(data.judged.at(-1)).toMatchObject({ ply: 6, better: answer.moves[5].better[0].text });
});

test("a review is refused where there is nothing to look through", async () => {
  const person = personAt(host);
  const human = { kind: "human" };
  const live = await person.post("/api/games", { players: { white: human, black: human } });
  const row = await person.post("/api/games", { game: "tic-tac-toe", players: { X: human, O: human } });
  await person.post(`/api/games/${row.body.game_id}/resign`);
  for (const { body } of [live, row])
    expect((await person.post(`/api/games/${body.game_id}/review`)).body.error.code).toBe("INVALID_ARGUMENT");
});
