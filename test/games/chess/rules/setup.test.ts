import { expect, test } from "vitest";
import { rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { lastStart, normalizeFen } from "../../../../src/games/chess/rules/setup.ts";
import { options, state } from "../../../../src/games/chess/schemas.ts";
import { MOST_LINE_MOVES } from "../../../../src/shared/lines.ts";
import { stateAt } from "../corpus/corpus.ts";

test.each([
  ["no text", "", '"" has 0 fields;'],
  ["words", "hello there", '"hello there" has 2 fields;'],
  ["a board without ranks", "x w - - 0 1", 'the board has 1 ranks separated by "/", not 8'],
  ["an unknown piece", "4k3/8/8/8/8/8/8/4X3 w - - 0 1", '"X" is neither a piece nor a number of empty squares'],
  ["a rank that is too long", "4k4/8/8/8/8/8/8/4K3 w - - 0 1", "rank 8 describes 9 squares, not 8"],
  ["a rank that is too short", "4k3/8/8/8/8/8/P6/4K3 w - - 0 1", "rank 2 describes 7 squares, not 8"],
  ["an unknown side", "4k3/8/8/8/8/8/P7/4K3 x - - 0 1", 'the side to move is w or b, not "x"'],
  ["unknown castling rights", "4k3/8/8/8/8/8/P7/4K3 w HA - 0 1", 'castling rights are - or some of KQkq, not "HA"'],
  ["castling rights said twice", "4k3/8/8/8/8/8/P7/4K3 w KK - 0 1", 'castling rights are - or some of KQkq, not "KK"'],
  ["an impossible en passant rank", "4k3/8/8/8/8/8/P7/4K3 w - e4 0 1", "the en passant square is - or on rank 3 or 6"],
  [
    "an en passant square of the wrong side",
    "4k3/8/8/8/4P3/8/8/4K3 w - e3 0 1",
    "can have just moved two squares past e3",
  ],
  ["an en passant square without a pawn", "4k3/8/8/8/8/8/P7/4K3 b - e3 0 1", "can have just moved two squares past e3"],
  ["a half-move clock in words", "4k3/8/8/8/8/8/P7/4K3 w - - x 1", 'the half-move clock is a number, not "x"'],
  ["a negative half-move clock", "4k3/8/8/8/8/8/P7/4K3 w - - -1 1", 'the half-move clock is a number, not "-1"'],
  ["move number zero", "4k3/8/8/8/8/8/P7/4K3 w - - 0 0", 'the move number is a number from 1, not "0"'],
  ["an absurd move number", "4k3/8/8/8/8/8/P7/4K3 w - - 0 99999", "the move number is past 9999"],
  ["no white king", "4k3/8/8/8/8/8/P7/8 w - - 0 1", "White has no king"],
  ["two black kings", "k3k3/8/8/8/8/8/P7/4K3 w - - 0 1", "Black has 2 kings"],
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
    "Black is in check from the rook on e2, and it is White's move",
  ],
  ["kings side by side", "8/8/8/3kK3/8/8/P7/8 w - - 0 1", "Black is in check from the king on e5"],
  ["hostile text", `4k3/8 ${"\u0007".repeat(30)}`, '"4k3/8 ??????????????…" has 2 fields;'],
  ["overlong text", "4k3/8/".repeat(100_000), "it is longer than 100 characters"],
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

test.each([
  ["spaces around it", "  4k3/8/8/8/8/8/P7/4K3  w - - 0 1 ", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"],
  ["missing counters", "4k3/8/8/8/8/8/P7/4K3 b - -", "4k3/8/8/8/8/8/P7/4K3 b - - 0 1"],
  ["castling rights without rooks", "r3k3/8/8/8/8/8/8/4K2R w KQkq - 0 1", "r3k3/8/8/8/8/8/8/4K2R w Kq - 0 1"],
  ["castling rights of a king elsewhere", "4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1", "4k3/8/8/8/8/8/8/R2K3R w - - 0 1"],
  ["castling rights in another order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"],
  ["a legal en passant capture", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"],
  ["an en passant square without a capture", "4k3/8/8/8/4P3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"],
  ["an en passant capture that is pinned", "8/8/8/8/k2pP2R/8/8/4K3 b - e3 0 1", "8/8/8/8/k2pP2R/8/8/4K3 b - - 0 1"],
])("a FEN with %s starts in its normal form", (_, fen, normal) => {
  expect(stateAt(fen).fen).toBe(normal);
});

test("whatever can follow on the last position that a game may start from is read again", () => {
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
