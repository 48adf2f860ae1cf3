import { readFileSync } from "node:fs";
import { isDeepStrictEqual } from "node:util";
import { Chess } from "chess.js";
import { parsePgn } from "chessops/pgn";
import { expect, test } from "vitest";
import { pgnCollection } from "../../../src/games/chess/page/collection.ts";
import { records as chessPgn, pgnToGame } from "../../../src/games/chess/pgn/pgn.ts";
import type { ReadResult } from "../../../src/games/chess/pgn/results.ts";
import { gameToPgn, resultOf, terminationOf } from "../../../src/games/chess/pgn/write.ts";
import type { GameRecord } from "../../../src/games/game.ts";
import { type Lines, plainLines } from "../../../src/shared/lines.ts";
import { runAtOnce } from "../../../src/shared/steps.ts";
import { comparedGamesOf, gamesOf, imported } from "./corpus/corpus.ts";

/** Moves, with the clock after each where there are any, in milliseconds. */
const played = (sans: readonly string[], clocks: readonly number[] = []): Lines => ({
  moves: sans.map((san, index) => {
    const clock = clocks[index];
    return { after: index - 1, code: "", text: san, ...(clock === undefined ? {} : { clock }) };
  }),
});

/** The result of a game that has one that can be written. */
const token = (result: ReadResult) => (result === "odd" ? "*" : result);

const bare = { tags: {}, startFen: null, lines: played([]), result: "*" } as const;

test("a game is written with the seven tags, the others by name, and its clocks", () => {
  const pgn = gameToPgn({
    tags: { White: "Ann", Black: "Bob", Event: "Table 4821", Date: "2026.11.21", TimeControl: "300+5", ECO: "C20" },
    startFen: null,
    lines: played(["f3", "e5", "g4", "Qh4#"], [299_000, 300_000, 3_601_000, 0]),
    result: "0-1",
  });
  expect(pgn).toBe(`[Event "Table 4821"]
[Site "?"]
[Date "2026.11.21"]
[Round "?"]
[White "Ann"]
[Black "Bob"]
[Result "0-1"]
[ECO "C20"]
[Termination "normal"]
[TimeControl "300+5"]

1. f3 {[%clk 0:04:59]} 1... e5 {[%clk 0:05:00]} 2. g4 {[%clk 1:00:01]} 2... Qh4#
{[%clk 0:00:00]} 0-1
`);
});

test("a game from another position, with Black to move, carries SetUp and FEN and the numbers of that position", () => {
  const startFen = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 30";
  const pgn = gameToPgn({ ...bare, startFen, lines: played(["Kd7", "e4", "Kd6"]) });
  expect(pgn).toContain(`[Result "*"]\n[SetUp "1"]\n[FEN "${startFen}"]\n[Termination "unterminated"]\n`);
  expect(pgn).toContain("\n30... Kd7 31. e4 Kd6 *\n");
  expect(pgnToGame(pgn)).toMatchObject({ ok: true, value: { startFen, moves: [{ code: "e8d7" }, {}, {}] } });
});

test("results and terminations are said in the words of the standard", () => {
  const said = (winner: "white" | "black" | null, reason: "checkmate" | "time" | "stalemate") => {
    const outcome = { winner, reason };
    return [resultOf(outcome), terminationOf(outcome)];
  };
  expect(said("white", "checkmate")).toEqual(["1-0", "normal"]);
  expect(said("black", "time")).toEqual(["0-1", "time forfeit"]);
  expect(said(null, "stalemate")).toEqual(["1/2-1/2", "normal"]);
  expect([resultOf(null), terminationOf(null)]).toEqual(["*", "unterminated"]);
});

test.each(["endings", "miniatures", "special"])(
  "every game of the %s file is read and written back to the same text",
  (file) => {
    for (const game of comparedGamesOf(file)) {
      const { tags, startFen, moves, result } = imported(game);
      const sans = moves.map(({ text }) => text);
      expect(gameToPgn({ tags, startFen, lines: played(sans), result: token(result) }).trim(), game.name).toBe(
        game.pgn.trim(),
      );
      const longest = Math.max(...game.pgn.split("\n").map((line) => line.length));
      expect(longest, game.name).toBeLessThanOrEqual(80);
    }
  },
  120_000,
);

test("chess.js and chessops read what is written", () => {
  const [game] = gamesOf("engines");
  if (game === undefined) throw new Error("no game");
  const { tags, moves, result } = imported(game);
  const sans = moves.map(({ text }) => text);
  const clocks = sans.map((_, index) => 1000 * (3600 - index));
  const pgn = gameToPgn({ tags, startFen: null, lines: played(sans, clocks), result: token(result) });
  const chess = new Chess();
  chess.loadPgn(pgn);
  expect(chess.history()).toEqual(sans);
  const [read] = parsePgn(pgn);
  expect([...(read?.moves.mainline() ?? [])].map(({ san }) => san)).toEqual(sans);
  expect(pgnToGame(pgn)).toMatchObject({ ok: true, value: { moves, result } });
});

test.each([
  ["quotes and backslashes", 'She said "\\hi\\"', 'She said "\\hi\\"'],
  ["a backslash at the end", "ends in \\", "ends in \\"],
  ["a closing bracket", 'x"] [Result "1-0', 'x"] [Result "1-0'],
  ["line breaks", 'a\r\n\n1. e4 *\n\n[Event "b"]', 'a 1. e4 * [Event "b"]'],
  ["control characters", "a\u0000\u001b[31mb\u0085c\u2028d\u202ee", "a [31mb c de"],
  ["half a surrogate pair", "a\ud800b", "a\ufffdb"],
  ["other scripts", "Петров 李 🙂 👨‍👩‍👧", "Петров 李 🙂 👨‍👩‍👧"],
  ["comment signs", "{ ; % ( $1", "{ ; % ( $1"],
  ["nothing but spaces", " \n\t ", "?"],
])("a tag with %s is well-formed, and reads back as one line", (_, text, value) => {
  const pgn = gameToPgn({ ...bare, tags: { White: text }, lines: played(["e4", "e5"]) });
  const read = pgnToGame(pgn);
  expect(read).toMatchObject({ ok: true, value: { tags: { White: value }, moves: [{ text: "e4" }, { text: "e5" }] } });
  const definitions = parsePgn(pgn);
  expect(definitions).toHaveLength(1);
  expect(definitions[0]?.headers.get("White")).toBe(value);
  expect(pgn.match(/^\[/gm)).toHaveLength(8);
});

test("a tag of any text makes lines that other programs accept, and a name that is none is left out", () => {
  const pgn = gameToPgn({ ...bare, tags: { White: '"'.repeat(10_000), 'x"] [y': "1", "": "2", Résumé: "3" } });
  expect(Math.max(...pgn.split("\n").map((line) => line.length))).toBeLessThanOrEqual(255);
  expect(pgn.match(/^\[/gm)).toHaveLength(8);
});

test("tags cannot contradict the result or the position", () => {
  const pgn = gameToPgn({ ...bare, tags: { Result: "1-0", SetUp: "1", FEN: "4k3/8/8/8/8/8/P7/4K3 w - - 0 1" } });
  expect(pgnToGame(pgn)).toMatchObject({ ok: true, value: { startFen: null, result: "*", tags: { Result: "*" } } });
});

test("comments, variations, annotations and loose notation do not hide the main line", () => {
  const pgn = `% made by hand
[Event "x"] [Result "1-0"]
1.e4 {best (by [%eval 0.1]) test} e5 (1... c5 {x} 2. Nf3 (2. c3 d5) d6) 2. Nf3!? $3 Nc6 ; to the end of the line )
3.Bb5 a6 4.Bxc6 d7xc6 5. 0-0`;
  const read = pgnToGame(pgn);
  const sans = ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "Bxc6", "dxc6", "O-O"];
  expect(read).toMatchObject({ ok: true, value: { result: "1-0", startFen: null } });
  expect(read.ok && read.value.moves.map(({ text }) => text)).toEqual(sans);
});

test.each([
  ["a draw with the sign for a half", "1. e4 e5 ½-½", "1/2-1/2", ["e4", "e5"]],
  ["half a draw", "1. e4 e5 1/2", "1/2-1/2", ["e4", "e5"]],
  ["a draw in a tag alone", '[Result "½-½"]\n1. e4 e5', "1/2-1/2", ["e4", "e5"]],
  ["dots in one character", "1. e4 {king's pawn} 1… e5 2.Nf3 (2. f4 … d6) 2…Nc6 *", "*", ["e4", "e5", "Nf3", "Nc6"]],
  ["e.p. in one word", "1. e4 a6 2. e5 d5 3. exd6e.p. h6 1-0", "1-0", ["e4", "a6", "e5", "d5", "exd6", "h6"]],
])("a PGN with %s is read", (_, text, result, sans) => {
  const read = pgnToGame(text);
  expect(read).toMatchObject({ ok: true, value: { result } });
  expect(read.ok && read.value.moves.map(({ text }) => text)).toEqual(sans);
});

const moved = (text: string) => {
  const read = pgnToGame(text);
  if (!read.ok) throw new Error(read.message);
  const { tags, result, moves, lines } = read.value;
  return { tags, result, sans: moves.map(({ text: san }) => san).join(" "), lines: lines?.moves ?? [] };
};

test.each([
  ...["1:0", "1 - 0", "1–0", "1-O", "1.0-0.0"].map((written) => [written, "1-0", []] as const),
  ...["0.5-0.5", "0,5-0,5", "½:½", "=-=", "=:=", "1/2 - 1/2"].map((written) => [written, "1/2-1/2", []] as const),
  ...["1-0F", "+:-", "+--"].map((written) => [written, "1-0", [`Result: ${written}`]] as const),
  ...["0-0", "0 – 0", "0-0F", "½-0", "0:0"].map((written) => [written, "odd", [`Result: ${written}`]] as const),
])(
  "the result %s is read behind the moves and in the tag, and what it says besides stays as words",
  (written, result, said) => {
    for (const text of [
      `1. d4 d5 ${written}`,
      `[Result "${written}"]\n1. d4 d5`,
      `[Result "${written}"]\n1. d4 d5 ${written}`,
    ]) {
      const read = moved(text);
      expect([read.sans, read.result, read.lines.flatMap(({ comment = [] }) => comment)], text).toEqual([
        "d4 d5",
        result,
        said,
      ]);
    }
    expect(moved(`1. d4 d5${written === "1:0" ? "*" : " *"}`).result).toBe("*");
  },
);

/** A game as it was read: its moves and its result; or the reason why it was refused. */
type Answer = readonly [moves: string, result: string] | string;
/**
 * Records of the kinds that people report, with what python-chess 1.11.2 reads in each, its errors counted, and what is
 * read here where that differs: since it leaves out what it does not know, it takes `♘f3` for a pawn's move.
 */
const nasty = readFileSync(new URL("corpus/nasty.jsonl", import.meta.url), "utf8")
  .trim()
  .split("\n")
  .map((line): [string, string, readonly (readonly [string, string, number?])[], (readonly Answer[])?] =>
    JSON.parse(line),
  );

test("records of all nasty kinds are read as python-chess reads them, or better, or refused with the reason", () => {
  expect(nasty.length).toBeGreaterThan(200);
  const wrong = nasty.flatMap(([kind, text, theirs, ours]) => {
    const read = [...pgnCollection(text)].map(({ text: one }): Answer => {
      const game = pgnToGame(one);
      return game.ok ? [game.value.moves.map(({ code }) => code).join(" "), game.value.result] : game.message;
    });
    const right = ours ?? theirs.map(([moves, result]) => [moves, result]);
    return isDeepStrictEqual(read, right) ? [] : [{ kind, text, read, right }];
  });
  expect(wrong).toEqual([]);
});

const italian = "1. e4 e5 2. Nf3 Nc6 3. Bc4 Bc5";
test.each([
  ["numbered", `${italian} 4. 0-0`, true],
  ["with another result in the tag", `[Result "1-0"]\n${italian} 0-0`, true],
  ["before a result", `${italian} 0-0 *`, true],
  ["with this result in the tag", `[Result "0-0"]\n${italian} 0-0`, false],
  ["without the number that White's other moves have", `${italian} 0-0`, false],
])("0-0 at the end, %s, is what it says there", (_, text, isCastling) => {
  const { sans, result } = moved(text);
  expect(sans.endsWith("O-O")).toBe(isCastling);
  expect(result === "odd").toBe(!isCastling);
});

test.each([
  ["a space in its name", '[White Elo "1200"]', { WhiteElo: "1200" }],
  ["no closing quote", '[White "Ada]', { White: "Ada" }],
  ["no closing bracket", '[White "Ada"', { White: "Ada" }],
  ["no quotes", "[White Ada Boole]", { White: "Ada Boole" }],
  ["other quotes", "[White “Ada”]", { White: "Ada" }],
  ["a value over two lines", '[Event "a long\nname"]', { Event: "a long\nname" }],
])("a tag with %s stays with its game", (_, tag, tags) => {
  expect(moved(`[Site "x"]\n${tag}\n[Result "*"]\n\n1. e4 *`)).toMatchObject({
    tags: { Site: "x", ...tags, Result: "*" },
    sans: "e4",
  });
});

test("a line in brackets that is no tag stays as words", () => {
  expect(pgnToGame('[Event "a"]\n[?]\n\n1. e4')).toMatchObject({ ok: true, value: { lines: { comment: "[?]" } } });
});

test.each([
  ["figurines, which may stand apart", "1. e4 e5 2. ♘f3 ♞c6 3. ♗ b5 ♟a6", "e4 e5 Nf3 Nc6 Bb5 a6", []],
  ["numbers in brackets", "1) e4 e5 (1... c5 2) Nf3) 2) Nf3", "e4 e5 Nf3", []],
  ["other dashes", "1. e2–e4 e7−e5 2. Ng1—f3 Nb8–c6 3. Bf1-c4 Bf8-c5 4. O–O", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", []],
  ["invisible characters and the end of old files", "\u200b1. e4\u200b e\u200d5 2.\u2060Nf3 *\u001a", "e4 e5 Nf3", []],
  ["small letters and OO", "1. e4 e5 2. nf3 nc6 3. bc4 bc5 4. OO", "e4 e5 Nf3 Nc6 Bc4 Bc5 O-O", []],
  ["ep in one word", "1. e4 a6 2. e5 d5 3. exd6ep", "e4 a6 e5 d5 exd6", []],
  ["full-width letters", "1. ｅ４ e5", "e4 e5", []],
  ["a fence", "```pgn\n1. e4 e5\n```", "e4 e5", []],
  [
    "signs",
    "1. e4 ± e5 +/- 2. Nf3 = Nc6 ∓ 3. Bb5 += a6 N 4. Ba4 □ Nf6 D",
    "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6",
    [16, 16, 10, 17, 14, 146, 7, 220],
  ],
  ["signs joined to moves", "1. e4!? e5+- 2. Nf3‼ Nc6!±", "e4 e5 Nf3 Nc6", [5, 18, 3, 1, 16]],
])("a game with %s is read", (_, text, sans, nags) => {
  const read = moved(text);
  expect([
    read.sans,
    read.lines.filter(({ after }, place) => after === place - 1).flatMap(({ nags: each = [] }) => each),
  ]).toEqual([sans, nags]);
});

test.each([
  ["no text", " \n ", "there is no game in the text."],
  ["an illegal move", "1. e4 e5 2. Ke3", "2. “Ke3” cannot be played: the king on e1 cannot go to e3."],
  ["an illegal move of Black", "1. e4 Ke7", "1... “Ke7” cannot be played: your own pawn stands on e7."],
  ["castling in its way", "1. OO", "1. “OO” cannot be played: the bishop on f1 and the knight on g1 stand between"],
  [
    "a bishop that may be a pawn",
    '[FEN "6k1/8/8/8/B7/8/1P6/4K3 w - - 0 1"]\n\n1. bb3',
    "1. “bb3” cannot be played: “bb3” is ambiguous, it could be b3 (b2b3) or Bb3+ (a4b3).",
  ],
  [
    "a null move",
    "1. e4 -- 2. d4",
    "1... “--” cannot be played: “--” passes the turn, which chess does not allow: every turn needs a move. Put it, and what follows, into",
  ],
  [
    "an end that may be castling or a result",
    "1. e4 e5 2. Nf3 Nf6 3. Bc4 Be7 4. d3 0-0",
    'the last "0-0" can be castling or a result; write O-O, or add a Result tag or *, in line 1.',
  ],
  ["words", "good game", "1. “good” cannot be played: “good” is not a move."],
  ["brackets that are no tag", "1. e4\n[Event x]", 'a tag is not of the form [Name "value"] in line 2.'],
  ["nothing but signs", "//// <>", "there is no game in the text."],
  ["an unclosed comment", "1. e4\n{ e5", "a comment is not closed in line 2."],
  ["an unclosed variation", "1. e4 (1. d4", "a variation is not closed in line 1."],
  ["an unopened variation", "1. e4\n\n) e5", "a variation is closed that was not opened in line 3."],
  ["a brace that closes nothing", "1. e4 }", "“}” cannot stand in line 1."],
  ["two games", '[Event "a"]\n1. e4 *\n\n[Event "b"]\n1. d4 *', "there is more than one game in the text."],
  ["two games without results", '1. e4\n\n[Event "b"]\n1. d4', "there is more than one game in the text."],
  ["another variant", '[Variant "Atomic"]\n1. e4 *', "only standard chess is played here, and this is “Atomic”."],
  ["overlong text", "1. e4 {x} ".repeat(100_000), "the text is longer than 250000 characters."],
  ["an endless game", "Nf3 Nf6 Ng1 Ng8 ".repeat(1_251), "the game is longer than 5000 plies."],
  ["deep nesting", "(".repeat(200_000), "a variation is not closed in line 1."],
])("%s is refused as a PGN", (_, text, reason) => {
  expect(pgnToGame(text)).toMatchObject({
    ok: false,
    code: "INVALID_ARGUMENT",
    message: expect.stringContaining(`Invalid PGN: ${reason}`),
  });
});

test("a starting position that is none is refused as a FEN is", () => {
  const read = pgnToGame('[SetUp "1"]\n[FEN "8/8/8/8/8/8/8/8 w - - 0 1"]\n*');
  expect(read).toEqual({ ok: false, code: "INVALID_ARGUMENT", message: "Invalid FEN: White has no king." });
});

const record: GameRecord<{ fen?: string }> = {
  id: "4821",
  createdAt: Date.UTC(2026, 10, 22, 9, 5, 7),
  options: {},
  players: [
    { name: "Ann", isHuman: true },
    { name: null, isHuman: false },
  ],
  lines: {
    moves: [
      { after: -1, code: "f2f3", text: "f3", clock: 299_000 },
      { after: 0, code: "e7e5", text: "e5", clock: 300_000 },
    ],
  },
  timeControl: { initial: 300, increment: 2.5 },
  outcome: { winner: "black", reason: "time" },
  annotator: null,
  tags: null,
};

test("a game that was played here is written with who played, when, how fast and how it ended", () => {
  expect(chessPgn.write(record)).toBe(`[Event "Kibitz game"]
[Site "Kibitz"]
[Date "2026.11.22"]
[Round "-"]
[White "Ann"]
[Black "?"]
[Result "0-1"]
[BlackType "program"]
[ECO "A00"]
[GameId "4821"]
[Opening "Barnes Opening"]
[Termination "time forfeit"]
[TimeControl "300+2.5"]
[UTCTime "09:05:07"]
[WhiteType "human"]

1. f3 {[%clk 0:04:59]} 1... e5 {[%clk 0:05:00]} 0-1
`);
});

test("an Armageddon is written with the time of either side, and what a draw of it is", () => {
  const timeControl = { initial: 300, increment: 2, second: 240 };
  const pgn = chessPgn.write({
    ...record,
    timeControl,
    drawWinsFor: "black",
    outcome: { winner: null, reason: "stalemate" },
  });
  expect(pgn).toContain('[Result "1/2-1/2"]\n');
  expect(pgn).toContain('[Armageddon "a draw is a win for Black"]\n[BlackTimeControl "240+2"]\n');
  expect(pgn).toContain('[WhiteTimeControl "300+2"]\n');
  expect(pgn).not.toContain("[TimeControl");
});

test("a game that was read keeps its tags when it is written again, and the names that it has now", () => {
  const text = `[Event "Club night"]
[Site "?"]
[Date "1999.01.02"]
[Round "3"]
[White "  Ann\tA. "]
[Black "?"]
[Result "1-0"]
[WhiteElo "1500"]

1. f3 e5 1-0
`;
  const read = runAtOnce(chessPgn.readGame(text));
  if (!read.ok) throw new Error(read.message);
  expect(read.value).toEqual({
    names: { white: "Ann A.", black: "?" },
    tags: { Event: "Club night", Site: "?", Date: "1999.01.02", Round: "3", WhiteElo: "1500" },
    options: {},
    moves: [
      { code: "f2f3", text: "f3" },
      { code: "e7e5", text: "e5" },
    ],
    lines: null,
    outcome: { winner: "white", reason: "recorded" },
  });
  const { tags, moves, outcome } = read.value;
  const written = chessPgn.write({ ...record, tags, lines: plainLines(moves), outcome, timeControl: null });
  expect(written).toContain('[Event "Club night"]\n[Site "?"]\n[Date "1999.01.02"]\n[Round "3"]\n[White "Ann"]\n');
  expect(written).toContain(
    `[Result "1-0"]\n[ECO "A00"]\n[Opening "Barnes Opening"]\n[Termination "normal"]\n[WhiteElo "1500"]\n\n1. f3 e5 1-0\n`,
  );
});

test("a game without names or result is read without them, from where it began", () => {
  const fen = "4k3/8/8/8/8/8/4P3/4K3 b - - 5 30";
  expect(runAtOnce(chessPgn.readGame(`[FEN "${fen}"]\n\n30... Kd7 *`))).toEqual({
    ok: true,
    value: {
      names: {},
      tags: {},
      options: { fen },
      moves: [{ code: "e8d7", text: "Kd7" }],
      lines: null,
      outcome: null,
    },
  });
});

test("a game keeps forty of any number of tags, and two hundred characters of any length", () => {
  const many = Array.from({ length: 100 }, (_, index) => `[Tag${index} "${"x".repeat(500)}"]`).join("\n");
  const read = runAtOnce(chessPgn.readGame(`${many}\n\n1. e4 *`));
  if (!read.ok) throw new Error(read.message);
  expect(Object.keys(read.value.tags)).toHaveLength(40);
  for (const value of Object.values(read.value.tags)) expect(Array.from(value)).toHaveLength(200);
});
