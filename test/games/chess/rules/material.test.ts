import { expect, test } from "vitest";
import { rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { normalizeFen } from "../../../../src/games/chess/rules/setup.ts";
import { canMate } from "../corpus/men.ts";

/** White's men on one row and Black's on another, none of them next to a king: only the material counts here. */
const winnable = (white: string, black: string) => {
  const state = { fen: `k7/8/${black}/8/8/${white}/8/K7 w - - 0 1`, ply: 0, seen: {} };
  return [chess.canWin(state, "white"), chess.canWin(state, "black")];
};

test.each([
  // c6 and c3 differ in colour, c6 and d3 do not.
  ["bare kings", "8", "8", false, false],
  ["pawn against king", "2P5", "8", true, false],
  ["rook against queen", "2R5", "2q5", true, true],
  ["knight against king", "2N5", "8", false, false],
  ["bishop against king", "2B5", "8", false, false],
  ["two knights against king", "2NN4", "8", true, false],
  ["bishop and knight against king", "2BN4", "8", true, false],
  ["two bishops against king", "2BB4", "8", true, false],
  ["two bishops of one colour against king", "2B1B3", "8", false, false],
  ["knight against pawn", "2N5", "2p5", true, true],
  ["knight against knight", "2N5", "2n5", true, true],
  ["knight against bishop", "2N5", "2b5", true, true],
  ["knight against rook", "2N5", "2r5", true, true],
  ["knight against queen", "2N5", "2q5", false, true],
  ["bishop against pawn", "2B5", "2p5", true, true],
  ["bishop against knight", "2B5", "2n5", true, true],
  ["bishop against rook", "2B5", "2r5", false, true],
  ["bishop against queen", "2B5", "2q5", false, true],
  ["bishop against bishop of the other colour", "2B5", "2b5", true, true],
  ["bishop against bishop of the same colour", "3B4", "2b5", false, false],
  ["king against everything", "8", "qrbnp3", false, true],
])("the material says who can still win: %s", (_, white, black, first, second) => {
  expect(winnable(white, black)).toEqual([first, second]);
});

test("counting the few men on a board says who can still win", () => {
  const men = [..."PNBRQpnbrq"];
  let seed = 7;
  const next = (limit: number) => {
    seed = (seed * 48_271) % 2_147_483_647;
    return seed % limit;
  };
  let compared = 0;
  for (let round = 0; round < 6000; round++) {
    const squares = Array.from({ length: 64 }, () => "1");
    for (const man of ["K", "k", ...Array.from({ length: next(5) }, () => men[next(10)] ?? "N")]) {
      squares[8 + next(48)] = man;
    }
    const board = Array.from({ length: 8 }, (_, rank) => squares.slice(rank * 8, rank * 8 + 8).join("")).join("/");
    const fen = `${board.replace(/1+/g, (empty) => String(empty.length))} w - - 0 1`;
    if (!normalizeFen(fen).ok) continue;
    compared++;
    const state = { fen, ply: 0, seen: {} };
    for (const seat of ["white", "black"] as const) {
      expect(chess.canWin(state, seat), `${seat}: ${fen}`).toBe(canMate(fen, seat));
    }
  }
  expect(compared).toBeGreaterThan(3000);
});
