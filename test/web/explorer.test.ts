import { expect, test } from "vitest";
import type { ExplorerMoves } from "../../src/shared/api.ts";
import { openWeb } from "./support.ts";

const pgnOf = (moves: string, result: string, fen = "") =>
  `${fen && `[SetUp "1"]\n[FEN "${fen}"]\n`}[White "A"]\n[Black "B"]\n[Result "${result}"]\n\n${moves} ${result}\n`;

type Web = Awaited<ReturnType<typeof openWeb>>;
const ask = async ({ person }: Web, moves: readonly string[] = [], more = {}): Promise<ExplorerMoves> =>
  (await person.post("/api/explorer", { game: "chess", moves, ...more })).body;
const shortly = ({ moves }: ExplorerMoves) =>
  moves.map(({ text, games, first, draws, second }) => `${text} ${games}: ${first}/${draws}/${second}`);

test("the explorer tells what was played in a position of finished games, by whatever way they came there", async () => {
  await using web = await openWeb();
  const { person } = web;
  for (const [moves, result] of [
    ["1. e4 e5 2. Nf3 Nc6", "1-0"],
    ["1. Nf3 Nc6 2. e4 e5 3. Bb5", "0-1"],
    ["1. e4 c5", "1/2-1/2"],
    ["1. d4", "*"],
  ] as const)
    await person.post("/api/import", { pgn: pgnOf(moves, result) });
  // A study is no game that somebody played.
  await person.post("/api/studies", {
    game: "chess",
    title: "Mine",
    lines: { moves: [{ after: -1, code: "a2a3", text: "" }] },
  });
  expect(shortly(await ask(web))).toEqual(["e4 2: 1/1/0", "d4 1: 0/0/0", "Nf3 1: 0/0/1"]);
  expect(await ask(web)).toMatchObject({ moves: [{ code: "e2e4" }, {}, {}] });
  expect(shortly(await ask(web, ["e2e4", "e7e5", "g1f3", "b8c6"]))).toEqual(["Bb5 1: 0/0/1"]);
  expect(shortly(await ask(web, ["g1f3", "b8c6", "e2e4"]))).toEqual(["e5 1: 0/0/1"]);
  expect(await ask(web, ["a2a3"])).toEqual({ moves: [] });

  const { game_id } = (
    await person.post("/api/games", { players: { white: { kind: "human" }, black: { kind: "human" } } })
  ).body;
  await person.post(`/api/games/${game_id}/moves`, { move: "d4", seat: "white" });
  expect(await ask(web, [], { mine: true })).toEqual({ moves: [] });
  expect(shortly(await ask(web, [], { mine: true, names: ["b"] }))).toEqual([
    "e4 2: 1/1/0",
    "d4 1: 0/0/0",
    "Nf3 1: 0/0/1",
  ]);
  await person.post(`/api/games/${game_id}/resign`, { seat: "white" });
  expect(shortly(await ask(web, [], { mine: true }))).toEqual(["d4 1: 0/0/1"]);
  expect(shortly(await ask(web))).toEqual(["d4 2: 0/0/1", "e4 2: 1/1/0", "Nf3 1: 0/0/1"]);
});

test("a game from another position is found there, also where others come there from the usual start", async () => {
  await using web = await openWeb();
  const fen = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
  await web.person.post("/api/import", { pgn: pgnOf("1... c5", "1-0", fen) });
  await web.person.post("/api/import", { pgn: pgnOf("1. e4 e5", "1-0") });
  expect(shortly(await ask(web, ["e2e4"]))).toEqual(["c5 1: 1/0/0", "e5 1: 1/0/0"]);
  expect(shortly(await ask(web, [], { fen }))).toEqual(["c5 1: 1/0/0", "e5 1: 1/0/0"]);
});

test("a request that names no position is refused", async () => {
  await using web = await openWeb();
  const post = (body: object) => web.person.post("/api/explorer", body);
  expect(await post({ game: "chess", moves: ["e2e5"] })).toMatchObject({ status: 422 });
  expect(await post({ game: "odd-even" })).toMatchObject({
    status: 400,
    body: { error: { code: "INVALID_ARGUMENT" } },
  });
  expect(await post({ game: "go" })).toMatchObject({ status: 400 });
  expect(await post({ game: "chess", mine: "yes" })).toMatchObject({ status: 400 });
  expect(await post({ game: "chess", mine: true, names: "A" })).toMatchObject({ status: 400 });
});
