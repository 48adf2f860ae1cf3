import { expect, test } from "vitest";
import { readSetup } from "../../../../src/games/chess/page/editor.tsx";
import { rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { lastStart, normalizeFen } from "../../../../src/games/chess/rules/setup.ts";
import { options, state } from "../../../../src/games/chess/schemas.ts";
import { MOST_LINE_MOVES } from "../../../../src/shared/lines.ts";
import { stateAt } from "../corpus/corpus.ts";

test.each([
  ["no text", "", "the board has 1 rank separated by “/”, not 8. Write them from the eighth down, such as rnbqkbnr/"],
  ["words", "hello there", "the board has 1 rank separated by “/”, not 8"],
  ["a rank that is missing", "4k3/8/8/8/8/8/4K3 w - - 0 1", "the board has 7 ranks separated by “/”, not 8"],
  ["an unknown piece", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", "“X” is neither a piece nor a number of empty squares. Write"],
  ["a rank that is too long", "4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 describes 9 squares, not 8"],
  ["a rank that is too short", "4k3/8/8/8/8/8/P6/4K3 w - - 0 1", "rank 2 describes 7 squares, not 8"],
  ["an unknown side", "4k3/8/8/8/8/8/P7/4K3 x - - 0 1", "the side to move is w or b, not “x”"],
  [
    "unknown castling rights",
    "4k3/8/8/8/8/8/P7/4K3 w X - 0 1",
    "castling rights are - or some of KQkq, as in standard chess, not “X”.",
  ],
  ["castling rights of Chess960", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "KQkq, as in standard chess, not “GB”."],
  [
    "castling rights said twice",
    "4k3/8/8/8/8/8/P7/4K3 w KK - 0 1",
    "castling rights are - or some of KQkq, as in standard chess, not “KK”",
  ],
  ["no en passant square", "4k3/8/8/8/8/8/P7/4K3 w - x9 0 1", "is - or a square such as e3, not “x9”"],
  ["a half-move clock in words", "4k3/8/8/8/8/8/P7/4K3 w - - x 1", "the half-move clock is a number from 0, not “x”"],
  ["a negative half-move clock", "4k3/8/8/8/8/8/P7/4K3 w - - -1 1", "the half-move clock is a number from 0, not “-1”"],
  ["a broken move number", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1.5", "the move number is a number from 1, not “1.5”"],
  [
    "moves after it",
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1 moves a2a3",
    "“moves a2a3” is after the move number. Leave it out",
  ],
  ["a move clock in an operation", "4k3/8/8/8/8/8/P7/4K3 w - - fmvn two;", "from 1, not “two”"],
  ["an absurd move number", "4k3/8/8/8/8/8/P7/4K3 w - - 0 99999", "the move number is past 9999"],
  ["no white king", "4k3/8/8/8/8/8/P7/8 w - - 0 1", "White has no king."],
  ["two black kings", "k3k3/8/8/8/8/8/P7/4K3 w - - 0 1", "Black has 2 kings, and needs one"],
  ["nine pawns", "4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", "White has 9 pawns"],
  [
    "more queens than pawns can have become",
    "4k3/pppppppp/8/8/8/8/8/qq2K3 w - - 0 1",
    "Black has more pieces than its missing pawns can have become",
  ],
  ["a pawn on the last rank", "P3k3/8/8/8/8/8/8/4K3 w - - 0 1", "a pawn stands on the first or last rank"],
  [
    "a king that can be taken",
    "4k3/8/8/8/8/8/4R3/4K3 w - - 0 1",
    "Black is in check from the rook on e2, and it is White’s move. Make it Black’s, or move a piece",
  ],
  ["kings side by side", "8/8/8/3kK3/8/8/P7/8 w - - 0 1", "Black is in check from the king on e5"],
  ["hostile text", `4k3/8/8/8/8/8/P7/4K3 "${"\u202ea".repeat(30)}`, `not “'aaaaaaaaaaaaaaaaaaa…”`],
  ["overlong text", "4k3/8/".repeat(100_000), "it is longer than 500 characters"],
])("%s is refused as a FEN", (_, fen, reason) => {
  const start = chess.start({ fen });
  expect(start).toMatchObject({ ok: false, code: "INVALID_ARGUMENT", message: expect.stringContaining(reason) });
  expect(start).toMatchObject({ message: expect.stringMatching(/^Invalid FEN: .*\.$/) });
});

test.each([
  ["checkmate", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3", "Black wins by Checkmate"],
  ["stalemate", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "Draw by Stalemate"],
  ["bare kings", "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "Draw by Insufficient Material"],
  ["the seventy-five-move rule", "4k3/8/8/8/8/8/P7/4K3 w - - 150 90", "Draw by the Seventy-Five-Move Rule"],
])("a position that is over by %s is refused", (_, fen, end) => {
  const message = `The game would be over before it starts: ${end}.`;
  expect(chess.start({ fen })).toEqual({ ok: false, code: "INVALID_ARGUMENT", message });
});

test("chess is not played in rounds", () => {
  expect(options.safeParse({ rounds: 3 }).success).toBe(false);
});

const [corners, passed] = ["r3k2r/8/8/8/8/8/8/R3K2R", "4k3/8/8/8/3pP3/8/8/4K3"];
const whole = `${corners} w KQkq - 0 1`;

// As python-chess 1.11.2 reads them, where it reads them at all: as FEN, or as EPD.
test.each([
  ["spaces around it", "  4k3/8/8/8/8/8/P7/4K3  w - - 0 1 ", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"],
  ["quotes and Markdown around it", `\`"${whole}"\``, whole],
  ["invisible characters", `\ufeff${corners}\u200b\u00a0w KQkq - 0 1\u001a`, whole],
  ["underscores", `${corners}_b_KQkq_-_3_4`, `${corners} b KQkq - 3 4`],
  ["a minus sign for a dash", `${passed} b − - 0 1`, `${passed} b - - 0 1`],
  ["a side in a word, and long dashes", `${passed} Black – — 0 1`, `${passed} b - - 0 1`],
  ["missing counters", "4k3/8/8/8/8/8/P7/4K3 b - -", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"],
  ["dashes for counters", `${corners} w KQkq - - -`, whole],
  ["no move number", `${corners} w KQkq - 3`, `${corners} w KQkq - 3 1`],
  ["no en passant square", `${corners} b KQkq`, `${corners} b KQkq - 0 1`],
  ["no castling rights", `${corners} b`, `${corners} b - - 0 1`],
  ["a board alone", corners, `${corners} w - - 0 1`],
  ["a board alone on which Black is in check", "4k3/8/8/8/8/8/4R3/4K3", "4k3/8/8/8/8/8/4R3/4K3 b - - 0 1"],
  ["move number zero", `${corners} w KQkq - 0 0`, whole],
  ["zeros before numbers", `${corners} w KQkq - 007 01`, `${corners} w KQkq - 7 1`],
  ["operations", `${corners} w KQkq - hmvc 3; fmvn 4; id "A; B"`, `${corners} w KQkq - 3 4`],
  ["an operation without an end", `${corners} w KQkq - bm O-O`, whole],
  ["operations after the counters", `${corners} w KQkq - 0 1 bm O-O; hmvc 9;`, whole],
  ["a semicolon at its end", `${corners} w KQkq -;`, whole],
  ["castling rights without rooks", "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"],
  ["castling rights of a king elsewhere", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"],
  ["castling rights in another order", `${corners} w qkQK - 0 1`, whole],
  ["castling rights by files", `${corners} w HAha - 0 1`, whole],
  ["some of them by files", `${corners} w Ha - 0 1`, `${corners} w Kq - 0 1`],
  ["a legal en passant capture", `${passed} b - E3 0 1`, `${passed} b - e3 0 1`],
  ["an en passant square without a capture", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"],
  ["an en passant capture that is pinned", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"],
  ["the en passant square of the wrong side", `${passed} w - e3 0 1`, `${passed} w - - 0 1`],
  ["an en passant square that no pawn passed", `${passed} b - a3 0 1`, `${passed} b - - 0 1`],
  ["an en passant square on another rank", `${passed} b - e4 0 1`, `${passed} b - - 0 1`],
])("a FEN with %s starts in its normal form", (_, fen, normal) => {
  expect(stateAt(fen).fen).toBe(normal);
  expect(options.parse({ fen })).toEqual({ fen: normal });
});

test("a position is set up on the board as it is read, with what it need not have to be legal", () => {
  expect(readSetup(`4k3/8/8/8/8/8/8/8_b_Ha_E3_0_1`)).toEqual({
    board: "4k3/8/8/8/8/8/8/8",
    turn: "b",
    castling: ["K", "q"],
    enPassant: "e3",
  });
});

test("every position that can follow on the last one that a game may start from is read again", () => {
  const { moveNumber, halfMoves } = lastStart;
  const fen = (half: number, number: number) => `4k3/8/8/8/8/8/P7/4K2R w K - ${half} ${number}`;
  expect(chess.start({ fen: fen(halfMoves, moveNumber) }).ok).toBe(true);
  expect(chess.start({ fen: fen(halfMoves + 1, moveNumber) }).ok).toBe(false);
  expect(chess.start({ fen: fen(halfMoves, moveNumber + 1) }).ok).toBe(false);
  // A game that is played here ends after 5,949 moves at the latest; a record or a study after so many plies.
  const last = fen(halfMoves + MOST_LINE_MOVES, moveNumber + 5_949);
  expect(normalizeFen(last)).toEqual({ ok: true, value: last });
  expect(state.safeParse({ fen: last, ply: 11_898, seen: {} }).success).toBe(true);
});
