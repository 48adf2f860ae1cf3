import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { accept, refuse } from "../../src/shared/result.ts";
import { agent, agentGame, sure } from "../live-games/support.ts";
import { compareQueenLeft, lookAtQueenLeft, queenLeft } from "../practice/support.ts";
import { openWeb, tokens } from "./support.ts";

const DAY = 86_400_000;
type Web = Awaited<ReturnType<typeof openWeb>>;
const open = (compare = compareQueenLeft, look = lookAtQueenLeft) => openWeb(undefined, undefined, look, true, compare);
/** Imports the game and has it reviewed, as games of Ada's. */
async function withGame({ person }: Web): Promise<string> {
  await person.put("/api/settings", { record_names: "Somebody; ada" });
  const id: string = (await person.post("/api/import", { pgn: queenLeft })).body.game_id;
  await person.last(`/api/games/${id}/review`, { nodes: 1_000 });
  return id;
}
const next = ({ person }: Web) => person.last("/api/practice/next", {});
const answer = ({ person }: Web, body: object) =>
  person.post("/api/practice/answers", { hints: 0, ms: 20_000, answers: 0, ...body });

test("a mistake is asked with the board before it, answered, and asked again after days", async () => {
  await using web = await open();
  const id = await withGame(web);
  expect((await web.person.get("/api/practice")).body).toEqual({
    due: 0,
    fresh: 2,
    next_due: null,
    games: 1,
    reviews: 1,
  });
  const { question } = await next(web);
  expect(question).toMatchObject({
    id: `${id}-5`,
    answers: 0,
    game_id: id,
    ply: 4,
    seat: "white",
    names: { white: "Ada", black: "Grace" },
    last_move: "d8g5",
    played: { code: "b1c3", text: "Nc3" },
    judgement: "blunder",
    best: [{ code: "f3g5", text: "Nxg5" }],
    score: { kind: "cp", value: 900 },
    others: { kind: "cp", value: 30 },
    played_score: { kind: "cp", value: 30 },
    refutation: [{ code: "g5d8", text: "Qd8" }],
    engine: "Oracle",
  });
  const { body } = await answer(web, { id: question.id, move: "Nxg5" });
  expect(body).toMatchObject({ right: true, grade: "good", due: 0, fresh: 1 });
  expect(body.again_at).toBeGreaterThanOrEqual(web.time.now + DAY);
  expect(body.next_due).toBe(body.again_at);

  const second = (await next(web)).question;
  expect(second.id).toBe(`${id}-7`);
  expect((await answer(web, { id: second.id, move: "d2d3" })).body).toMatchObject({ right: false, grade: "again" });
  expect(await next(web)).toMatchObject({ question: null, due: 0, fresh: 0 });

  web.time.now = body.again_at;
  const again = await next(web);
  expect(again).toMatchObject({ due: 2, question: { id: `${id}-7`, answers: 1 } });
  expect((await answer(web, { id: `${id}-7`, answers: 1, move: "f3g5", ms: 1_000 })).body).toMatchObject({
    right: true,
    grade: "easy",
    due: 1,
  });
  expect((await web.person.get("/api/practice/statistics")).body).toEqual({
    openings: [{ name: "King's Knight Opening", mistakes: 2, answers: 3, right: 2 }],
    phases: [{ name: "opening", mistakes: 2, answers: 3, right: 2 }],
    kinds: [{ name: "win_given_away", mistakes: 2, answers: 3, right: 2 }],
  });
});

test("an answer counts once, whichever window it comes from; an illegal move and one about nothing do not count", async () => {
  await using web = await open();
  await withGame(web);
  const { id } = (await next(web)).question;
  expect((await answer(web, { id, move: "e4e6" })).status).toBe(422);
  expect((await answer(web, { id: "1-1", move: "e4" })).status).toBe(400);
  expect((await answer(web, { id, move: null })).body).toMatchObject({ right: false, grade: "again" });
  expect(await answer(web, { id, move: "f3g5" })).toMatchObject({ status: 409, body: { error: { code: "CONFLICT" } } });
  expect((await answer(web, { id, move: "f3g5", hints: 3 })).status).toBe(400);
  const [entry] = JSON.parse(readFileSync(join(web.dataDir, "practice.json"), "utf8")).filter(
    ({ answers }: { answers: number }) => answers > 0,
  );
  expect(entry).toMatchObject({ answers: 1, right: 0, card: { reps: 1 } });
});

test("an answer stays though another window's search for the same position ends after it, and that window asks the next", async () => {
  const searches = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const both = Promise.withResolvers<void>();
  let count = 0;
  await using web = await open(async (...args) => {
    const search = searches[count++];
    if (count === 2) both.resolve();
    await search?.promise;
    return compareQueenLeft(...args);
  });
  const game = await withGame(web);
  const windows = [next(web), next(web)];
  await both.promise;
  searches[0]?.resolve();
  const { question } = await Promise.race(windows);
  expect((await answer(web, { id: question.id, move: "f3g5" })).body).toMatchObject({ right: true });
  searches[1]?.resolve();
  const ids = (await Promise.all(windows)).map((each) => each.question.id);
  expect((await web.person.get("/api/practice/statistics")).body.kinds).toMatchObject([{ answers: 1, right: 1 }]);
  expect(ids.toSorted()).toEqual([`${game}-5`, `${game}-7`]);
});

test("a position with a second good move, or another best one, is not asked", async () => {
  for (const lines of [
    [900, "f3g5", 850, "d2d4"],
    [900, "d2d4", 30, "f3g5"],
  ] as const) {
    const [one, best, other, second] = lines;
    await using web = await open(async () =>
      accept({
        lines: [
          { depth: 1, score: { kind: "cp", value: one }, line: [best] },
          { depth: 1, score: { kind: "cp", value: other }, line: [second] },
        ],
        engine: "Oracle",
        notice: null,
      }),
    );
    await withGame(web);
    expect(await next(web)).toMatchObject({ question: null, due: 0, fresh: 0, next_due: null });
  }
});

test("nothing is asked while a game goes on in which it would help, and nothing is searched for it", async () => {
  let searches = 0;
  await using web = await open(async (...args) => {
    searches += 1;
    return compareQueenLeft(...args);
  });
  await withGame(web);
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const { game_id } = (await web.person.post("/api/games", { players })).body;
  await web.person.post(`/api/games/${game_id}/moves`, { move: "e4" });
  const refused = await web.person.post("/api/practice/next", {});
  expect([refused.status, refused.body.error]).toMatchObject([403, { code: "ANALYSIS_OFF", game_id }]);
  expect(searches).toBe(0);
  await web.person.post(`/api/games/${game_id}/resign`, { seat: "white" });
  expect((await next(web)).question).not.toBeNull();
});

test("a better move is not asked for where the position after it is no better, searched by itself", async () => {
  await using web = await open(compareQueenLeft, (start, moves, signal) =>
    lookAtQueenLeft(
      start,
      moves.map((code) => (code === "f3g5" ? "h2h3" : code)),
      signal,
    ),
  );
  await withGame(web);
  expect(await next(web)).toMatchObject({ question: null, due: 0, fresh: 0 });
});

test("a position on the board of others who play on is left out, and the next one asked", async () => {
  await using web = await open();
  const id = await withGame(web);
  const { state } = sure(await web.games.create({ ...agentGame, players: [agent("One"), agent("Two")] }));
  for (const [index, text] of ["e4", "e5", "Nf3", "Qg5"].entries())
    sure(await web.games.play(state.id, index % 2 === 0 ? "white" : "black", { text }));
  expect((await next(web)).question.id).toBe(`${id}-7`);
  await answer(web, { id: `${id}-7`, move: "f3g5" });
  const refused = await web.person.post("/api/practice/next", {});
  expect([refused.status, refused.body.error]).toMatchObject([403, { code: "ANALYSIS_OFF", game_id: state.id }]);
  sure(await web.games.play(state.id, "white", { text: "h4" }));
  expect((await next(web)).question.id).toBe(`${id}-5`);
});

test("all games of the person's are reviewed in one go, newest first, and those of others stay as they are", async () => {
  await using web = await open();
  const { person } = web;
  const imported = async (pgn: string): Promise<string> => {
    web.time.now += 1_000;
    return (await person.post("/api/import", { pgn })).body.game_id;
  };
  const own = [await imported(queenLeft), await imported(queenLeft.replace("Grace", "Alan"))];
  const others = await imported(queenLeft.replace("Ada", "Emmy"));
  expect((await person.get("/api/practice")).body).toMatchObject({ games: 0, reviews: 0 });
  await person.put("/api/settings", { record_names: "Ada" });
  expect((await person.get("/api/practice")).body).toMatchObject({ games: 2, reviews: 0, fresh: 0 });
  const response = await fetch(`${web.url}/api/practice/review`, {
    method: "POST",
    headers: { authorization: `Bearer ${tokens.personToken}`, "content-type": "application/json" },
    body: "{}",
  });
  const lines = (await response.text()).split("\n").map((line) => JSON.parse(line));
  expect(lines.slice(0, -1)).toEqual(
    [0, 1].flatMap((count) =>
      [1, 2, 3, 4, 5, 6, 7, 8].map((positions) => ({ count, of: 2, part: positions / 8, notice: null })),
    ),
  );
  expect(lines.at(-1)).toMatchObject({ games: 2, reviews: 2, fresh: 4 });
  for (const id of own) expect((await person.get(`/api/games/${id}/review`)).body).not.toBeNull();
  expect((await person.get(`/api/games/${others}/review`)).body).toBeNull();
  // The newest game's mistakes come first.
  expect((await next(web)).question.game_id).toBe(own[1]);
  await person.delete(`/api/games/${own[1]}`);
  expect((await next(web)).question.game_id).toBe(own[0]);
});

test("an engine that fails is told of, and nothing is kept of what it did not find", async () => {
  let fails = true;
  await using web = await open(async (...args) =>
    fails ? refuse("ENGINE_FAILED", "The engine is gone") : compareQueenLeft(...args),
  );
  await withGame(web);
  const failure = await web.person.post("/api/practice/next", {});
  expect(failure).toMatchObject({ status: 503, body: { error: { code: "ENGINE_FAILED" } } });
  fails = false;
  expect(await next(web)).toMatchObject({ fresh: 2, question: { answers: 0 } });
});
