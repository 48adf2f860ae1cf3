import { once } from "node:events";
import { expect, test } from "vitest";
import { accept, refuse } from "../../src/shared/result.ts";
import { openWeb, tokens } from "./support.ts";

const evenBy = (engine: string) =>
  accept({ depth: 1, score: { kind: "cp" as const, value: 0 }, line: [], engine, notice: null });
const even = evenBy("Oracle");

/** Asks for a review and reads the last line of its answer. */
async function reviewed({ url }: { readonly url: string }, id: string, nodes = 1_000) {
  const response = await fetch(`${url}/api/games/${id}/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.personToken}`, "content-type": "application/json" },
    body: JSON.stringify({ nodes }),
  });
  return { status: response.status, answer: JSON.parse((await response.text()).split("\n").at(-1) ?? "") };
}

test("a review that nobody waits for any more is called off, and nothing further is looked at", async () => {
  const looks: AbortSignal[] = [];
  const third = Promise.withResolvers<AbortSignal>();
  await using web = await openWeb(undefined, undefined, async (_start, _moves, signal) => {
    looks.push(signal);
    if (looks.length < 3) return even;
    third.resolve(signal);
    // As the engine does: it thinks until it is stopped.
    if (!signal.aborted) await once(signal, "abort");
    return refuse("GAME_OVER", "Nobody waits");
  });
  const { body } = await web.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 1-0" });
  const reader = new AbortController();
  const response = await fetch(`${web.url}/api/games/${body.game_id}/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.personToken}`, "content-type": "application/json" },
    body: "{}",
    signal: reader.signal,
  });
  expect(response.status).toBe(200);
  const signal = await third.promise;
  reader.abort();
  await expect.poll(() => signal.aborted).toBe(true);
  expect(looks).toHaveLength(3);
  expect((await web.person.get(`/api/games/${body.game_id}/review`)).body).toBeNull();
});

test("no game is evaluated for a person who plays in a league, of which it could be a copy, by whatever address", async () => {
  await using web = await openWeb(undefined, undefined, async () => even);
  const { person } = web;
  const entrants = [{ kind: "human" }, { kind: "computer", level: 1 }];
  const { league_id } = (await person.post("/api/leagues", { entrants })).body;
  await person.post(`/api/leagues/${league_id}/start`);
  const { game_id } = (await person.post(`/api/leagues/${league_id}/entrants/1/come`)).body;
  const { body: pgn } = await person.get(`/api/games/${game_id}/pgn`);
  const copy = (await person.post("/api/import", { pgn })).body.game_id;
  const lookedThrough = async (id: string) => {
    const { status, answer } = await reviewed(web, id);
    return { status, body: answer };
  };
  const evaluations = async (id: string) => [
    await person.get(`/api/games/${id}/analysis`),
    await lookedThrough(id),
    await person.post("/api/analysis", { game: "chess", moves: [], lines: 1 }),
    await person.post("/api/explorer", { game: "chess", moves: [] }),
  ];
  for (const { status, body } of await evaluations(copy))
    expect([status, body.error]).toMatchObject([403, { code: "ANALYSIS_OFF", game_id }]);
  for (const [path, asked] of [
    ["takeback", { answer: "offer" }],
    ["analysis", { on: true }],
  ] as const)
    expect((await person.post(`/api/games/${game_id}/${path}`, asked)).body.error.message).toContain(
      "a game of league",
    );
  const own = await evaluations(game_id);
  expect(own.map(({ status }) => status)).toEqual([403, 400, 403, 403]);
  await person.post(`/api/games/${game_id}/resign`);
  expect((await evaluations(copy)).map(({ status }) => status)).toEqual([200, 200, 503, 200]);
});

test("a study that is changed while it is looked through keeps nothing of its former moves, and says so", async () => {
  const line = (...moves: string[]) => ({ moves: moves.map((code, at) => ({ after: at - 1, code, text: code })) });
  let looks = 0;
  await using web = await openWeb(undefined, undefined, async () => {
    looks += 1;
    if (looks === 2) await web.games.keepStudy(id, made.body.version, "Other", line("d2d4", "d7d5"));
    return even;
  });
  const made = await web.person.post("/api/studies", { game: "chess", title: "One", lines: line("e2e4", "e7e5") });
  const id: string = made.body.game_id;
  expect((await reviewed(web, id)).answer.error.message).toContain(`Game ${id} was changed`);
  expect((await web.person.get(`/api/games/${id}/review`)).body).toBeNull();
  expect((await reviewed(web, id)).answer).toMatchObject({ nodes: 1_000, moves: [{ ply: 1 }, { ply: 2 }] });
});

test("a deleted game is not looked through, and keeps nothing where it is deleted meanwhile", async () => {
  let looks = 0;
  await using web = await openWeb(undefined, undefined, async () => {
    looks += 1;
    if (looks === 2) await web.games.deleteGame(id);
    return even;
  });
  const id: string = (await web.person.post("/api/import", { pgn: "1. e4 e5 1-0" })).body.game_id;
  expect((await reviewed(web, id)).answer.error.message).toContain(`not kept. Game ${id} is deleted`);
  expect(looks).toBe(3);
  expect(await reviewed(web, id)).toMatchObject({
    status: 400,
    answer: { error: { message: expect.stringContaining("is deleted") } },
  });
  await web.games.restoreGame(id);
  expect((await web.person.get(`/api/games/${id}/review`)).body).toBeNull();
  expect(looks).toBe(3);
});

test("nothing is looked at again that was looked at as hard", async () => {
  let looks = 0;
  await using web = await openWeb(undefined, undefined, async () => {
    looks += 1;
    return even;
  });
  const id: string = (await web.person.post("/api/import", { pgn: "1. e4 e5 1-0" })).body.game_id;
  const first = await reviewed(web, id);
  expect([looks, first.answer.nodes]).toEqual([3, 1_000]);
  expect(await reviewed(web, id)).toEqual(first);
  expect((await reviewed(web, id, 500)).answer).toEqual(first.answer);
  expect(looks).toBe(3);
  expect((await reviewed(web, id, 5_000)).answer.nodes).toBe(5_000);
  expect(looks).toBe(6);
});

test("one engine looks through all of a game: where another takes its place, it begins at the first position", async () => {
  const looks: number[] = [];
  await using web = await openWeb(undefined, undefined, async (_start, moves) => {
    looks.push(moves.length);
    return looks.length < 3 ? evenBy("One") : evenBy("Other");
  });
  const id: string = (await web.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 1-0" })).body.game_id;
  expect((await reviewed(web, id)).answer).toMatchObject({ engine: "Other", positions: { length: 4 } });
  expect(looks).toEqual([0, 1, 2, 0, 1, 2, 3]);
});

test("a move that the engine would have played itself is not judged, however the score falls after it", async () => {
  const best = [["e2e4"], ["e7e5"], ["d2d4"], ["b8c6"]];
  const values = [20, -150, -150, -600];
  await using web = await openWeb(undefined, undefined, async (_start, { length }) => {
    const score = { kind: "cp" as const, value: (length % 2 === 0 ? 1 : -1) * (values[length] ?? 0) };
    return accept({ depth: 1, score, line: best[length] ?? [], engine: "Oracle", notice: null });
  });
  const id: string = (await web.person.post("/api/import", { pgn: "1. e4 e5 2. Nf3 0-1" })).body.game_id;
  const { answer } = await reviewed(web, id);
  expect(answer.moves).toMatchObject([{ judgement: null }, { judgement: null }, { judgement: "blunder" }]);
  expect(answer.moves[2].better).toEqual([{ code: "d2d4", text: "d4" }]);
  expect(answer.seats.white.judged).toEqual({ inaccuracy: 0, mistake: 0, blunder: 1 });
  expect((await web.person.get(`/api/games/${id}/pgn`)).body).toContain(
    "1. e4 {[%eval -1.50]} 1... e5 {[%eval -1.50]}",
  );
});
