import { parsePgn } from "chessops/pgn";
import { expect, test } from "vitest";
import { sure } from "../live-games/support.ts";
import { logOf } from "../support/person.ts";
import { openWeb, tokens } from "./support.ts";

test("a game is kept with what was written of it, and written out again with it", async () => {
  await using web = await openWeb();
  const { person } = web;
  const pgn = `[Event "Club"]
[Site "?"]
[Date "????.??.??"]
[Round "?"]
[White "Ann"]
[Black "Bob"]
[Result "*"]
[ECO "C20"]
[Opening "King's pawn game"]
[Termination "unterminated"]

{A start.} 1. e4 {[%eval 0.30] [%clk 0:05:00] best by test} (1. d4 $5 d5 (1...
Nf6)) 1... e5 $2 *
`;
  const made = await person.post("/api/import", { pgn });
  expect(made.status).toBe(201);
  const again = await person.get(`/api/games/${made.body.game_id}/pgn`);
  expect(again.body).toBe(pgn);
  const log = await person.get(`/api/games/${made.body.game_id}/log`);
  expect(log.body.entries.at(-1)).toEqual({ seq: 5, at: expect.any(Number), event: { type: "gameAnnotated" } });
});

test("long names and tags are written out again as they were read", async () => {
  await using web = await openWeb();
  const { person } = web;
  const tags = [
    '[White "LCZero 0.31-dag-a9e25f1-BT4-6147500-it332-cuda"]',
    '[Black "Stockfish dev-20240324-ec598b38 64 bit avx512 (\\"the fish\\")"]',
    `[ECOUrl "https://www.chess.com/openings/${"Kings-Indian-Defense-".repeat(7)}8.d5"]`,
  ];
  const made = await person.post("/api/import", { pgn: `${tags.join("\n")}\n\n1. d4 Nf6 *` });
  expect(made.body.players.white.name).toBe("LCZero 0.31-dag-a9e25f1-BT4-6147500-it3…");
  const { body } = await person.get(`/api/games/${made.body.game_id}/pgn`);
  expect(body.split("\n")).toEqual(expect.arrayContaining(tags));
});

test("a game that its record has begin at the usual position by a FEN has the name of its opening", async () => {
  await using web = await openWeb();
  const usual = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const pgn = `[SetUp "1"]\n[FEN "${usual}"]\n\n1. e4 c5 2. Nf3 d6 1-0`;
  const { body } = await web.person.post("/api/import", { pgn });
  expect(body.opening).toEqual({ code: "B50", name: expect.stringContaining("Sicilian") });
});

test.each([
  ["stands in the tags alone", '[Result "1-0"]\n\n1. e4 e5', "1-0"],
  ["stands in the tags, with an asterisk behind the moves", '[Result "1-0"]\n\n1. e4 e5 *', "1-0"],
  ["stands behind the moves, with an asterisk in the tags", '[Result "*"]\n\n1. e4 e5 1/2-1/2', "1/2-1/2"],
  ["is another one behind the moves", '[Result "1-0"]\n\n1. e4 e5 0-1', "0-1"],
])("a result that %s is taken", async (_, pgn, result) => {
  await using web = await openWeb();
  const { body } = await web.person.post("/api/import", { pgn });
  const written = (await web.person.get(`/api/games/${body.game_id}/pgn`)).body;
  expect(written).toContain(`[Result "${result}"]`);
  expect(written).toMatch(new RegExp(` ${result}\n$`));
});

test.each([
  [
    "a draw by its material",
    "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
    "1. Kxe2",
    "1-0",
    "White wins by the record; the last position is a draw by insufficient material",
  ],
  [
    "a draw by its moves",
    "4k3/8/8/8/8/8/8/R3K3 w - - 149 100",
    "1. Ra2",
    "0-1",
    "Black wins by the record; the last position is a draw by the seventy-five-move rule",
  ],
  [
    "a stalemate",
    "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1",
    "1. Qg3",
    "1-0",
    "White wins by the record; the last position is a draw by stalemate",
  ],
  [
    "checkmate",
    "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1",
    "1. Qg8#",
    "1/2-1/2",
    "Draw by the record; the last position is a win for White by checkmate",
  ],
  ["checkmate, as the record has it", "k7/8/1K6/8/8/8/8/6Q1 w - - 0 1", "1. Qg8#", "1-0", "White wins by checkmate"],
  [
    "a draw of which the record says nothing",
    "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1",
    "1. Kxe2",
    "*",
    "Draw by insufficient material",
  ],
])(
  "a record's result stands, and where it is not the position's, that is said: %s",
  async (_, fen, moves, result, text) => {
    await using web = await openWeb();
    const { body } = await web.person.post("/api/import", { pgn: `[FEN "${fen}"]\n\n${moves} ${result}` });
    const over = (await logOf(web.person, body.game_id)).filter(({ event }) => event.type === "gameOver");
    expect(over).toMatchObject([{ event: { text } }]);
    expect(text).toContain(body.ended);
    const written: string = (await web.person.get(`/api/games/${body.game_id}/pgn`)).body;
    expect(written.trim().split(" ").at(-1)).toBe(result === "*" ? "1/2-1/2" : result);
    // Taken in again, it is no other game.
    const again = (await web.person.post("/api/import", { pgn: written })).body;
    expect([again.result, again.ended]).toEqual([body.result, body.ended]);
  },
);

test("a mistake in a game of a file is reported with the line of the file", async () => {
  await using web = await openWeb();
  const { person } = web;
  const refused = await person.post("/api/import", { pgn: "1. e4 e5\n2. }", line: 120 });
  expect(refused.body.error.message).toBe("Invalid PGN: “}” cannot stand in line 121.");
});

test("the finished games that are found are written into one file", async () => {
  await using web = await openWeb();
  const { person } = web;
  const ids: string[] = [];
  for (const [white, moves] of [
    ["José", "1. e4 e5"],
    ["Magnus", "1. d4 {quiet} d5"],
    ["Magnus", "1. c4"],
  ]) {
    web.time.now += 1_000;
    ids.push((await person.post("/api/import", { pgn: `[White "${white}"]\n\n${moves} *` })).body.game_id);
  }
  const one = async (id: string | undefined) => (await person.get(`/api/games/${id}/pgn`)).body;
  const [first, second, third] = [await one(ids[0]), await one(ids[1]), await one(ids[2])];
  const ask = async (query: string) => (await person.get(`/api/history/pgn${query}`)).body;
  expect(await ask("")).toBe(`${third}\n${second}\n${first}`);
  expect(await ask("?search=magnus&order=moves&direction=down")).toBe(`${second}\n${third}`);
  expect(await ask(`?games=${ids[0]},${ids[2]}`)).toBe(`${first}\n${third}`);
  expect(await ask("?search=jose&game=tic-tac-toe")).toBe("");
  await fetch(`${web.url}/api/games/${ids[0]}`, {
    method: "DELETE",
    headers: { authorization: `Bearer ${tokens.personToken}` },
  });
  expect(await ask(`?games=${ids.join(",")}`)).toBe(`${second}\n${third}`);
  expect((await person.get("/api/history/pgn?games=,")).status).toBe(400);
});

test("each finished game is written once, also where games end while they are written", async () => {
  await using web = await openWeb((store) => {
    // As a game that ends whenever somebody has looked.
    const thenOneMore = async <T>(found: T): Promise<T> => {
      await imported("Late");
      return found;
    };
    return {
      ...store,
      history: async (query) => thenOneMore(await store.history(query)),
      historyIds: async (search) => thenOneMore(await store.historyIds(search)),
    };
  });
  const imported = (white: string) => web.person.post("/api/import", { pgn: `[White "${white}"]\n\n1. e4 *` });
  for (let number = 1; number <= 101; number += 1) await imported(`Player ${number}`);
  const written: string = (await web.person.get("/api/history/pgn")).body;
  const players = [...written.matchAll(/\[White "Player (\d+)"\]/g)].map(([, number]) => Number(number));
  expect(players.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 101 }, (_, index) => index + 1));
});

test("a game that an engine looked through is written with scores, glyphs and the better line", async () => {
  await using web = await openWeb();
  const { person } = web;
  const id = (await person.post("/api/import", { pgn: "1. e4 f6 2. d4 g5 3. Qh5#" })).body.game_id;
  const at = (value: number, ...line: readonly [string, string][]) => ({
    score: { kind: "cp" as const, value },
    line: line.map(([code, text]) => ({ code, text })),
  });
  const found = await web.games.keepReview(sure(await web.games.get(id)), {
    nodes: 1_000,
    engine: "Oracle 3",
    seats: {},
    positions: [
      at(15),
      at(20, ["e7e5", "e5"]),
      at(120),
      at(130, ["e7e6", "e6"], ["b1c3", "Nc3"]),
      at(1000),
      { ...at(1), score: { kind: "mate", value: 1 } },
    ],
  });
  expect(found.ok).toBe(true);
  const pgn: string = (await person.get(`/api/games/${id}/pgn`)).body;
  expect(pgn).toContain('[Annotator "Oracle 3"]');
  expect(pgn.split("\n\n")[1]).toBe(`1. e4 {[%eval 0.20]} 1... f6 $6 {[%eval 1.20]} (1... e5) 2. d4 {[%eval 1.30]}
2... g5 $4 {[%eval 10.00]} (2... e6 3. Nc3) 3. Qh5# 1-0
`);
  // Taken in again, it is the same, and another reader finds the same in it.
  const again = (await person.post("/api/import", { pgn })).body.game_id;
  const written: string = (await person.get(`/api/games/${again}/pgn`)).body;
  expect(written.split("\n\n")[1]).toBe(pgn.split("\n\n")[1]);
  const [read] = parsePgn(pgn);
  const second = read?.moves.children[0]?.children[0]?.children[0];
  expect(second?.children.map(({ data }) => [data.san, data.nags])).toEqual([
    ["g5", [4]],
    ["e6", undefined],
  ]);
});

test("the same game is not taken twice where the importer says so, and another of the same players is", async () => {
  await using web = await openWeb();
  const { person } = web;
  const pgn = (round: number, moves: string) =>
    `[Event "Casual"]\n[Date "2024.05.12"]\n[Round "${round}"]\n[White "Ann"]\n[Black "Bob"]\n\n${moves} 1/2-1/2`;
  const take = (text: string) => person.post("/api/import", { pgn: text, unless_known: true });
  const first = await take(pgn(1, "1. e4 e5"));
  expect(first.status).toBe(201);
  expect(await take(pgn(1, "1. e4 e5"))).toMatchObject({
    status: 409,
    body: { error: { code: "CONFLICT", game_id: first.body.game_id } },
  });
  expect((await take(pgn(2, "1. e4 e5"))).status).toBe(201);
  expect((await take(pgn(1, "1. e4 c5"))).status).toBe(201);
  expect((await person.post("/api/import", { pgn: pgn(1, "1. e4 e5") })).status).toBe(201);
});

test.each([
  ["the order of its moves", "1. e4 Nf6 2. e5 d5 3. exd6 cxd6 *", "1. e4 Nc6 2. e5 d5 3. exd6 cxd6 *"],
  ["an early move", "1. Nf3 Nf6 2. Ng1 Ng8 3. e4 *", "1. Nc3 Nc6 2. Nb1 Nb8 3. e4 *"],
  ["its result", "1. e4 e5 1-0", "1. e4 e5 0-1"],
  ["its result, of which one is missing", "1. e4 e5 1/2-1/2", "1. e4 e5 *"],
  ["its result, which is none here", "1. f3 e5 2. g4 Qh4# 0-0", "1. f3 e5 2. g4 Qh4# 0-1"],
  ["its start", '[FEN "8/8/8/3k4/8/3K4/3P4/8 w - - 0 1"] *', '[FEN "8/8/8/3k4/8/3K4/3R4/8 w - - 0 1"] *'],
  ["its round", '[Round "1"] 1. e4 *', '[Round "2"] 1. e4 *'],
])("a game that differs from an earlier one by %s is another one", async (_, one, other) => {
  await using web = await openWeb();
  const take = (pgn: string) => web.person.post("/api/import", { pgn, unless_known: true });
  for (const status of [201, 409])
    expect([(await take(one)).status, (await take(other)).status]).toEqual([status, status]);
});

test("of a game that is imported twice at once, one is kept", async () => {
  await using web = await openWeb();
  const take = () => web.person.post("/api/import", { pgn: '[White "Ann"]\n1. e4 e5 *', unless_known: true });
  expect((await Promise.all([take(), take(), take()])).map(({ status }) => status).sort()).toEqual([201, 409, 409]);
});

test("notes of a game that is here already are offered, added to it when they are asked for, and then known", async () => {
  await using web = await openWeb();
  const { person } = web;
  const take = (text: string, more: object = { unless_known: true }) =>
    person.post("/api/import", {
      pgn: `[Event "T"]\n[Date "2026.01.02"]\n[White "Ann"]\n[Black "Bob"]\n${text}`,
      ...more,
    });
  const { game_id } = (await take("1. e4 {mine} e5 2. Nf3 *")).body;
  const other = '[Round "3"]\n[Annotator "Cy"]\n1. e4 {best by test} e5 $1 (1... c5 2. Nf3 {open}) 2. Nf3 *';
  const offered = await take(other);
  expect(offered).toMatchObject({ status: 409, body: { error: { code: "CONFLICT", game_id, adds_notes: true } } });
  expect(offered.body.error.message).toBe(
    `Game ${game_id} is this game without some of these notes: import it with add_notes to add them`,
  );
  expect((await take(other, { add_notes: true })).body.game_id).toBe(game_id);
  const { body: pgn } = await person.get(`/api/games/${game_id}/pgn`);
  expect(pgn).toContain('[Round "3"]');
  expect(pgn).toContain('[Annotator "Cy"]');
  expect(pgn).toContain("1. e4 {mine best by test} 1... e5 $1 (1... c5 2. Nf3 {open}) 2. Nf3 *");
  const known = await person.post("/api/import", { pgn, unless_known: true });
  expect([known.status, known.body.error.adds_notes], "its own export").toEqual([409, undefined]);
  const again = await take(other, { add_notes: true });
  expect([again.status, again.body.error.adds_notes]).toEqual([409, undefined]);
  const long = await take(`1. e4 {${"a ".repeat(9_996)}} e5 2. Nf3 *`, { add_notes: true });
  expect(long.body.error).toMatchObject({ code: "INVALID_ARGUMENT", game_id });
});

test("a game is found by its event, and stands where it was played, in the order of ends", async () => {
  await using web = await openWeb();
  const { person } = web;
  const take = async (date: string, event: string) =>
    (await person.post("/api/import", { pgn: `[Event "${event}"]\n[Date "${date}"]\n[White "Ann"]\n\n1. e4 1-0` }))
      .body;
  const whole = await take("1972.07.11", "World Championship");
  const month = await take("1972.08.??", "World Championship");
  const unknown = await take("????.??.??", "?");
  expect([whole.record, month.record, unknown.record]).toEqual([
    { date: "1972-07-11", event: "World Championship" },
    { date: "1972-08", event: "World Championship" },
    { date: null, event: null },
  ]);
  const { body } = await person.get("/api/history?search=championship&order=ended&direction=up");
  expect(body.games.map(({ game_id }: { game_id: string }) => game_id)).toEqual([whole.game_id, month.game_id]);
  expect(body.games[0].finished_at).toMatch(/^1972-07-11T/);
});

test("a game of Othello is taken from a line of its squares, and written in its own notation, not as PGN", async () => {
  await using web = await openWeb();
  const { person } = web;
  const squares = "f5d6c3d3c4f4f6f3e6e7d7";
  const made = await person.post("/api/import", { pgn: squares });
  expect(made.body).toMatchObject({ game: "othello", ply: 11, result: expect.anything() });
  const { body: ggf } = await person.get(`/api/games/${made.body.game_id}/pgn`);
  expect(ggf).toMatch(/^\(;GM\[Othello\].*B\[F5\]W\[D6\].*B\[D7\];\)\n$/);
  const again = await person.post("/api/import", { pgn: ggf, unless_known: true });
  expect([again.status, again.body.game_id ?? made.body.game_id]).toEqual([409, made.body.game_id]);
  expect((await person.post("/api/import", { pgn: ggf.replace("W[D6]", "W[A1]") })).body).toMatchObject({
    error: {
      message:
        "Invalid Othello record: move 2 cannot be played: a1 turns no disc. Name a free square from a1 (top left) to h8 (bottom right) that turns at least one disc.",
    },
  });
  // The analysis board, which reads PGN, has no board for it.
  expect((await person.post("/api/lines", { pgn: squares })).status).toBe(400);
  await person.post("/api/import", { pgn: "1. e4 e5 1-0" });
  expect((await person.get("/api/history/pgn")).body).toMatch(/^\[Event [^(]*1\. e4 e5 1-0\n$/);
  expect((await person.get("/api/history/pgn?game=othello")).body).toBe(ggf);
});
