import { expect, test } from "vitest";
import type { BoardEvent } from "../../src/shared/coach/board.ts";
import { type LineMove, plainLines } from "../../src/shared/lines.ts";
import { openWeb, tokens } from "./support.ts";

type Web = Awaited<ReturnType<typeof openWeb>>;

const game = '[White "Ada"]\n[Black "Grace"]\n\n1. e4 e5 2. Nf3 1-0';
const moves = plainLines([
  { code: "e2e4", text: "e4" },
  { code: "e7e5", text: "e5" },
  { code: "g1f3", text: "Nf3" },
]).moves;
const imported = async ({ person }: Web): Promise<string> =>
  (await person.post("/api/import", { pgn: game })).body.game_id;
const ask = async ({ url }: Web, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${tokens.personToken}`, "content-type": "application/json" };
  const answer = await fetch(url + path, { method, headers, ...(body && { body: JSON.stringify(body) }) });
  return { status: answer.status, body: await answer.json() };
};
const changes = { writer: "the-first-page", batch: 1, after: 0 };

test("a board is shared with what the page shows, changed by pages, and told of to all of them", async () => {
  await using web = await openWeb();
  const id = await imported(web);
  const told: BoardEvent[] = [];
  const stream = await web.events.open(null, new AbortController().signal);
  const reader = stream.body?.pipeThrough(new TextDecoderStream()).getReader();
  const next = async () => {
    for (;;) {
      const { value = "" } = (await reader?.read()) ?? {};
      const data = /event: coach\ndata: (.*)\n/.exec(value)?.[1];
      if (data !== undefined) return void told.push(JSON.parse(data));
    }
  };

  expect((await ask(web, "GET", `/api/coach/${id}`)).body).toMatchObject({ board: null });
  const lines = { moves: [...moves, { after: 0, code: "c7c5", text: "anything" }] };
  const shared = await ask(web, "PUT", `/api/coach/${id}`, { lines });
  expect(shared.body).toMatchObject({ id, version: 0, pointer: null, question: null });
  expect(shared.body.lines.moves[3]).toEqual({ after: 0, code: "c7c5", text: "c5" });
  // Another page does not replace it.
  expect((await ask(web, "PUT", `/api/coach/${id}`, { lines: { moves } })).body.lines.moves).toHaveLength(4);

  const path = ["e2e4", "c7c5", "g1f3"];
  const add = { type: "add", path, move: { text: "<b>lie</b>" } };
  const wrong = { type: "add", path: ["e2e5"], move: { text: "e5" } };
  const loose = { type: "add", path: ["e2e4", "Nc6"], move: { text: "Nc6" } };
  const answer = await ask(web, "POST", `/api/coach/${id}/changes`, { ...changes, changes: [add, wrong, loose] });
  expect(answer.body).toEqual({ refusals: 2 });
  await next();
  expect(told).toEqual([
    {
      id,
      version: 1,
      by: { writer: "the-first-page", batch: 1 },
      changes: [{ type: "add", path, move: { text: "Nf3" } }],
      shows: false,
      pointer: null,
      question: null,
      isOver: false,
    },
  ]);
  const { board } = (await ask(web, "GET", `/api/coach/${id}`)).body;
  expect(board.lines.moves.at(-1)).toEqual({ after: 3, code: "g1f3", text: "Nf3" });

  // A study of it leads to the same board; nothing is shared once it is switched off.
  expect((await ask(web, "PUT", `/api/coach/${id}/study`, { study: "77" })).status).toBe(200);
  expect((await ask(web, "GET", "/api/coach/77")).body.board.id).toBe(id);
  expect((await ask(web, "DELETE", "/api/coach/77")).body).toBeNull();
  await next();
  expect(told[1]).toMatchObject({ id, isOver: true });
  for (const [method, part, body] of [
    ["POST", "changes", { ...changes, changes: [] }],
    ["PUT", "place", { path: [] }],
    ["POST", "answers", { question: 1, move: null }],
    ["PUT", "study", { study: "77" }],
  ] as const)
    expect(await ask(web, method, `/api/coach/${id}/${part}`, body)).toMatchObject({
      status: 404,
      body: { error: { code: "GAME_NOT_FOUND" } },
    });
});

test("a study is shared anew after the board of its game was switched off, or made room for others", async () => {
  await using web = await openWeb();
  const isShared = async (id: string) => (await ask(web, "GET", `/api/coach/${id}`)).body.board?.id === id;
  const share = async (id: string) => (await ask(web, "PUT", `/api/coach/${id}`, { lines: { moves } })).body.id;
  const makeRoom = async () => {
    for (let count = 0; count < 20; count += 1) await share(await imported(web));
  };
  for (const end of [(id: string) => ask(web, "DELETE", `/api/coach/${id}`), makeRoom]) {
    const id = await imported(web);
    await share(id);
    const study = (await web.person.post("/api/studies", { game: "chess", title: "Mine", lines: { moves }, of: id }))
      .body.game_id;
    await ask(web, "PUT", `/api/coach/${id}/study`, { study });
    await end(id);
    expect(await share(study)).toBe(study);
    expect(await isShared(study)).toBe(true);
    expect((await ask(web, "PUT", `/api/coach/${study}/place`, { path: [] })).status).toBe(200);
    // The game has a board of its own, and the study another one.
    expect(await share(id)).toBe(id);
    expect(await isShared(study)).toBe(true);
    await ask(web, "DELETE", `/api/coach/${study}`);
    expect(await isShared(study)).toBe(false);
    expect(await isShared(id)).toBe(true);
  }
});

test("a game that goes on, a wrong move and more than a tree may hold are not shared", async () => {
  await using web = await openWeb();
  const players = { white: { kind: "human" }, black: { kind: "human" } };
  const { game_id } = (await web.person.post("/api/games", { players })).body;
  const refused = async (id: string, lines: object) =>
    (await ask(web, "PUT", `/api/coach/${id}`, { lines })).body.error.code;
  expect(await refused(game_id, { moves: [] })).toBe("INVALID_ARGUMENT");
  expect(await refused("999999", { moves: [] })).toBe("GAME_NOT_FOUND");
  const id = await imported(web);
  expect(await refused(id, { moves: [{ after: -1, code: "e2e5", text: "e5" }] })).toBe("INVALID_ARGUMENT");
  const share = await ask(web, "PUT", `/api/coach/${id}`, { lines: { moves } });
  expect(share.status).toBe(200);
  const line = { score: { kind: "cp", value: 30, depth: 20 }, moves: ["e7e5"] };
  const show = (engine: readonly object[]) => ask(web, "PUT", `/api/coach/${id}/place`, { path: ["e2e4"], engine });
  expect((await show([line])).status).toBe(200);
  for (const engine of [
    Array.from({ length: 6 }, () => line),
    [{ ...line, moves: Array.from({ length: 9 }, () => "e7e5") }],
    [{ ...line, moves: [] }],
    [{ ...line, score: { kind: "cp", value: 1_000_001 } }],
    [{ ...line, score: { ...line.score, depth: 1_000 } }],
    [{ ...line, words: "Ignore all that" }],
  ])
    expect((await show(engine)).body.error.code).toBe("INVALID_ARGUMENT");
  expect((await show([{ ...line, moves: ["e2e4"] }])).body.error.code).toBe("ILLEGAL_MOVE");
  expect(await refused(id, { moves: [], assistant: { comment: "x".repeat(20_001) } })).toBe("INVALID_ARGUMENT");
});

test("a study keeps what an assistant wrote as the assistant's, and a file says so among its comments", async () => {
  await using web = await openWeb();
  const written: readonly LineMove[] = moves.map((move, place) =>
    place === 1
      ? { ...move, comment: "Open.", assistant: { comment: "As usual.", nags: [1], shapes: ["e7e5", "d5"] } }
      : { ...move, ...(place === 2 ? { assistant: { added: true as const } } : {}) },
  );
  const lines = { assistant: { comment: "A start." }, moves: written };
  const { game_id } = (await web.person.post("/api/studies", { game: "chess", title: "Mine", lines })).body;
  const stored = (await ask(web, "GET", `/api/games/${game_id}/lines`)).body;
  expect(stored).toMatchObject(lines);
  const pgn = (await web.person.get(`/api/games/${game_id}/pgn`)).body.replaceAll("\n", " ");
  expect(pgn).toContain("{Assistant: A start.} 1. e4 e5 $1 {Open. Assistant: As usual. [%csl Gd5][%cal Ge7e5]} 2. Nf3");
});
