import { expect, test } from "vitest";
import { rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { state as stateSchema } from "../../../../src/games/chess/schemas.ts";
import type { Move } from "../../../../src/games/game.ts";
import { after, stateAt } from "../corpus/corpus.ts";

function played(fen: string | undefined, text: string): Move {
  const state = stateAt(fen);
  const result = chess.play(state, state.fen.includes(" w ") ? "white" : "black", text);
  if (!result.ok) throw new Error(result.message);
  return result.value.move;
}

const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
const promotion = "3r4/4P2k/8/8/8/8/8/K7 w - - 0 1";

const bishop = "4k3/8/8/8/1P6/2p5/8/4B1K1 w - - 0 1";

test.each([
  ["coordinates", undefined, "e2e4", "e2e4", "e4"],
  ["coordinates in capitals", undefined, "G1F3", "g1f3", "Nf3"],
  ["coordinates with a dash", undefined, "e2-e4", "e2e4", "e4"],
  ["a pawn move in SAN", undefined, "e4", "e2e4", "e4"],
  ["a piece move in SAN", undefined, "Nf3", "g1f3", "Nf3"],
  ["spaces and a judgement", undefined, "  Nf3!? ", "g1f3", "Nf3"],
  ["a knight named by its file", "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1", "Nce2", "c1e2", "Nce2"],
  ["a knight named by its square", "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1", "Nc1e2", "c1e2", "Nce2"],
  ["a knight named without need", undefined, "Ngf3", "g1f3", "Nf3"],
  ["a bishop named by its rank", "4k3/8/8/8/8/3B4/7P/3BK3 w - - 0 1", "B3c2", "d3c2", "B3c2"],
  ["a capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "exd5", "e4d5", "exd5"],
  ["a capture without x", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "ed5", "e4d5", "exd5"],
  ["en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 e.p.", "e5d6", "exd6"],
  ["castling in letters", castling, "O-O", "e1g1", "O-O"],
  ["castling in noughts", castling, "0-0-0", "e1c1", "O-O-O"],
  ["castling in small letters", castling, "o-o", "e1g1", "O-O"],
  ["castling as the king's step", castling, "e1c1", "e1c1", "O-O-O"],
  ["castling as the king onto the rook", castling, "e1h1", "e1g1", "O-O"],
  ["castling as the king onto the far rook", castling, "e1a1", "e1c1", "O-O-O"],
  ["a promotion in coordinates", promotion, "e7e8n", "e7e8n", "e8=N"],
  ["a promotion in capitals", promotion, "e7d8Q", "e7d8q", "exd8=Q"],
  ["a promotion in SAN", promotion, "exd8=R", "e7d8r", "exd8=R"],
  ["a promotion in SAN without =", promotion, "e8B", "e7e8b", "e8=B"],
  ["a check", "4k3/8/8/8/8/8/8/R3K3 w - - 0 1", "Ra8", "a1a8", "Ra8+"],
  ["a check that is not one", undefined, "e4#", "e2e4", "e4"],
  ["a move with its number", undefined, "1. e4", "e2e4", "e4"],
  ["Black's move with its number", "4k3/8/8/8/8/8/P7/4K3 b - - 0 12", "12...Kd7", "e8d7", "Kd7"],
  ["coordinates with a space", undefined, "e2 e4", "e2e4", "e4"],
  ["a move in quotes", undefined, '"Nf3"', "g1f3", "Nf3"],
  ["a move marked as code", undefined, "`e2e4`", "e2e4", "e4"],
  ["a move that is stressed", undefined, "**1. Nf3!**", "g1f3", "Nf3"],
  ["a move that is marked after its number", undefined, "1. `e4`", "e2e4", "e4"],
  ["a move whose number is stressed", undefined, "**1.** Nf3", "g1f3", "Nf3"],
  ["a move with the stop of its sentence", undefined, "Nf3.", "g1f3", "Nf3"],
  ["a knight in small letters", undefined, "nf3", "g1f3", "Nf3"],
  ["a numbered knight in small letters", undefined, "1. nf3", "g1f3", "Nf3"],
  ["a knight in capitals", undefined, "NF3", "g1f3", "Nf3"],
  ["a pawn move in capitals", undefined, "E4", "e2e4", "e4"],
  ["the move of the b-pawn in capitals", undefined, "B4", "b2b4", "b4"],
  ["castling without dashes", castling, "OO", "e1g1", "O-O"],
  ["castling to the far side without dashes", castling, "OOO", "e1c1", "O-O-O"],
  ["castling in noughts without dashes", castling, "000", "e1c1", "O-O-O"],
  ["castling with en dashes", castling, "O–O–O", "e1c1", "O-O-O"],
  ["a promotion in brackets", promotion, "e8(Q)", "e7e8q", "e8=Q"],
  ["a promotion in small letters after a space", promotion, "exd8 n", "e7d8n", "exd8=N"],
  ["en passant without stops", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5xd6ep", "e5d6", "exd6"],
  ["en passant in brackets", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "exd6 (e.p.)", "e5d6", "exd6"],
  ["an arrow", undefined, "e2→e4", "e2e4", "e4"],
  ["an arrow of two signs", undefined, "e2 -> e4", "e2e4", "e4"],
  ["an en dash", undefined, "e2–e4", "e2e4", "e4"],
  ["a hyphen that does not break", undefined, "e2\u2011e4", "e2e4", "e4"],
  ["a figurine", undefined, "♘f3", "g1f3", "Nf3"],
  ["a figurine of the other colour", undefined, "♞\ufe0ef3", "g1f3", "Nf3"],
  ["a pawn's figurine", undefined, "♙e4", "e2e4", "e4"],
  ["a multiplication sign", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "K×e2", "e1e2", "Kxe2"],
  ["full-width letters", undefined, "Ｎｆ３", "g1f3", "Nf3"],
  ["spaces that do not break", undefined, "1.\u00a0e4", "e2e4", "e4"],
  ["a space of no width", undefined, "e2\u200be4", "e2e4", "e4"],
  ["a number without a stop", undefined, "1 e4", "e2e4", "e4"],
  ["a number without a stop or a space", undefined, "1e4", "e2e4", "e4"],
  ["a small b where the pawn can", "4k3/8/8/8/8/2p5/1P6/4KB2 w - - 0 1", "bxc3", "b2c3", "bxc3"],
  ["a small b where only the bishop can", bishop, "bxc3", "e1c3", "Bxc3"],
  ["a small b without x where only the bishop can", bishop, "bc3", "e1c3", "Bxc3"],
  ["capitals where only the bishop can", bishop, "BXC3", "e1c3", "Bxc3"],
  ["a move in words", undefined, "knight to f3", "g1f3", "Nf3"],
  ["a move in words with both squares", undefined, "Knight from b1 to c3.", "b1c3", "Nc3"],
  ["a pawn's move in words", undefined, "pawn to e4", "e2e4", "e4"],
  ["two squares in words", undefined, "e2 to e4", "e2e4", "e4"],
  ["a capture in words", "4k3/8/8/8/8/8/4q3/4K3 w - - 0 1", "King takes on e2", "e1e2", "Kxe2"],
  ["a pawn's capture in words", "4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "pawn captures d5", "e4d5", "exd5"],
  ["a promotion in words", promotion, "e8 promotes to queen", "e7e8q", "e8=Q"],
  ["castling in words", castling, "castle kingside", "e1g1", "O-O"],
  ["castling to the far side in words", castling, "Castles queen-side.", "e1c1", "O-O-O"],
])("a move is understood as people and programs write it: %s", (_, fen, text, uci, san) => {
  expect(played(fen, text)).toEqual({ code: uci, text: san });
});

test("White and Black move in turn, and plies are counted from the start of the game", () => {
  const start = stateAt("4k3/8/8/8/8/8/P7/4K3 b - - 7 30");
  expect([chess.toMove(start), chess.ply(start)]).toEqual([["black"], 0]);
  const next = after(start, "Kd7");
  expect([chess.toMove(next), chess.ply(next)]).toEqual([["white"], 1]);
  expect(next.fen).toBe("8/3k4/8/8/8/8/P7/4K3 w - - 8 31");
});

test("a seat that is not to move has no legal moves, and nobody has when the game is over", () => {
  expect(chess.legalMoves(stateAt(), "white")).toHaveLength(20);
  expect(chess.legalMoves(stateAt(), "black")).toEqual([]);
  const mated = after(stateAt(), "f3", "e5", "g4", "Qh4");
  expect([chess.toMove(mated), chess.legalMoves(mated, "white")]).toEqual([[], []]);
});

test("the view shows position and check to everyone", () => {
  const state = after(stateAt(), "e4", "f6", "Qh5");
  const view = { kind: "chess", fen: state.fen, check: true };
  expect([chess.view(state, null), chess.view(state, "white")]).toEqual([view, view]);
  expect(chess.view(stateAt(), "black")).toMatchObject({ check: false });
});

test("a move leaves the state it was made from as it was", () => {
  const start = stateAt();
  const copy = structuredClone(start);
  after(start, "e4");
  expect(start).toEqual(copy);
});

test("a state survives JSON and its schema, and what is not a position is not taken for a state", () => {
  const state = after(stateAt(), "e4", "e5", "Nf3");
  expect(stateSchema.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
  for (const broken of [
    null,
    {},
    { ...state, fen: "x" },
    { ...state, fen: "8/8/8/8/8/8/8/8 w - - 0 1" },
    { ...state, fen: state.fen.replace("-", "e3") },
    { ...state, ply: -1 },
    { ...state, seen: { [state.fen]: 0 } },
  ]) {
    expect(stateSchema.safeParse(broken).success).toBe(false);
  }
});
