import { expect, test } from "vitest";
import { type ChessState, rules as chess, claimableDraw } from "../../../../src/games/chess/rules/rules.ts";
import { full } from "../../../support/full.ts";
import { after, gamesOf, replayed, stateAt } from "../corpus/corpus.ts";

const drawBy = (reason: string) => ({ winner: null, reason });
const shuffle = ["Nf3", "Nf6", "Ng1", "Ng8"];
const repeat = (state: ChessState, moves: readonly string[], times: number): ChessState =>
  Array.from({ length: times }).reduce<ChessState>((before) => after(before, ...moves), state);

test("a mated king loses", () => {
  expect(chess.outcome(after(stateAt(), "f3", "e5", "g4", "Qh4#"))).toEqual({ winner: "black", reason: "checkmate" });
  const backRank = after(stateAt("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1"), "Ra8");
  expect(chess.outcome(backRank)).toEqual({ winner: "white", reason: "checkmate" });
});

test("a king without moves that is not in check draws by stalemate", () => {
  expect(chess.outcome(after(stateAt("7k/8/6K1/8/8/8/8/5Q2 w - - 0 1"), "Qf7"))).toEqual(drawBy("stalemate"));
});

test.each([
  ["bare kings", "4k3/8/8/8/8/8/4p3/4K3 w - - 0 1", "Kxe2", true],
  ["king and knight against king", "4k3/8/8/8/8/5N2/4p3/4K3 w - - 0 1", "Kxe2", true],
  ["king and bishop against king", "4k3/8/8/8/8/5b2/4P3/4K3 b - - 0 1", "Bxe2", true],
  ["bishops on one colour only", "4k3/8/8/8/5b2/8/4p3/2B1K3 w - - 0 1", "Kxe2", true],
  ["bishops on both colours", "4k3/8/8/8/4b3/8/4p3/2B1K3 w - - 0 1", "Kxe2", false],
  ["a knight on each side", "4k3/8/8/8/4n3/8/4p3/2N1K3 w - - 0 1", "Kxe2", false],
  ["two knights against a king", "4k3/8/8/8/8/8/4p3/1NN1K3 w - - 0 1", "Kxe2", false],
  ["a rook against a king", "4k3/8/8/8/8/8/4p3/R3K3 w - - 0 1", "Kxe2", false],
])("a capture that leaves %s ends the game only where nobody could ever mate", (_, fen, capture, ends) => {
  expect(chess.outcome(after(stateAt(fen), capture))).toEqual(ends ? drawBy("insufficient-material") : null);
});

test("the same position may be claimed from the third time on, and ends the game at the fifth", () => {
  const twice = repeat(stateAt(), shuffle, 1);
  expect(claimableDraw(twice)).toBeNull();
  const third = repeat(twice, shuffle, 1);
  expect(claimableDraw(third)).toEqual(drawBy("threefold-repetition"));
  expect(claimableDraw(after(third, "e4"))).toBeNull();
  const fourth = repeat(third, shuffle, 1);
  expect([chess.outcome(fourth), claimableDraw(fourth)]).toEqual([null, drawBy("threefold-repetition")]);
  const fifth = repeat(fourth, shuffle, 1);
  expect([chess.outcome(fifth), claimableDraw(fifth)]).toEqual([drawBy("fivefold-repetition"), null]);
});

test("positions with different castling rights are not the same", () => {
  const rooks = ["Rg1", "Rg8", "Rh1", "Rh8"];
  const start = stateAt("r3k2r/p7/8/8/8/8/P7/R3K2R w KQkq - 0 1");
  expect(claimableDraw(repeat(start, rooks, 2))).toBeNull();
  expect(claimableDraw(repeat(start, rooks, 3))).toEqual(drawBy("threefold-repetition"));
});

test("a position in which a pawn can be taken en passant is not the same without that right", () => {
  const kings = ["Kd8", "Kd1", "Ke8", "Ke1"];
  const start = after(stateAt("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1"), "e4");
  expect(claimableDraw(repeat(start, kings, 2))).toBeNull();
  expect(claimableDraw(repeat(start, kings, 3))).toEqual(drawBy("threefold-repetition"));
});

test("a double step that cannot be answered en passant, because of a pin, makes no difference to the position", () => {
  const kings = ["Ka5", "Kd1", "Ka4", "Ke1"];
  const start = after(stateAt("8/8/8/8/k2p3R/8/4P3/4K3 w - - 0 1"), "e4");
  expect(claimableDraw(repeat(start, kings, 1))).toBeNull();
  expect(claimableDraw(repeat(start, kings, 2))).toEqual(drawBy("threefold-repetition"));
});

test("fifty moves by each player without pawn move or capture may be claimed", () => {
  const before = stateAt("4k3/8/8/8/8/8/P7/R3K3 w - - 98 80");
  expect(claimableDraw(after(before, "Rb1"))).toBeNull();
  expect(claimableDraw(after(before, "Rb1", "Kd8"))).toEqual(drawBy("fifty-moves"));
  expect(claimableDraw(after(before, "Rb1", "Kd8", "a3"))).toBeNull();
});

test("a hundredth half-move that mates leaves nothing to claim", () => {
  const mate = after(stateAt("7k/8/6K1/8/8/8/8/R7 w - - 99 80"), "Ra8");
  expect([chess.outcome(mate)?.reason, claimableDraw(mate)]).toEqual(["checkmate", null]);
});

test("seventy-five moves by each player without pawn move or capture end the game", () => {
  const before = stateAt("4k3/8/8/8/8/8/P7/R3K3 w - - 148 105");
  expect(chess.outcome(after(before, "Rb1"))).toBeNull();
  expect(chess.outcome(after(before, "Rb1", "Kd8"))).toEqual(drawBy("seventy-five-moves"));
});

test("checkmate takes precedence over the seventy-five-move rule", () => {
  const mate = after(stateAt("7k/8/6K1/8/8/8/8/R7 w - - 149 105"), "Ra8");
  expect(chess.outcome(mate)).toEqual({ winner: "white", reason: "checkmate" });
});

test("in the longest games a state holds only what came after the last irreversible move", { timeout: 20_000 }, () => {
  const games = ["random", "shy"].flatMap(gamesOf).toSorted((a, b) => b.pgn.length - a.pgn.length);
  for (const game of games.slice(0, full ? 3 : 1)) {
    const { states } = replayed(game);
    expect(states.length).toBeGreaterThan(400);
    for (const state of states) {
      const halfMoves = Number(state.fen.split(" ")[4]);
      if (Object.keys(state.seen).length > halfMoves + 1) expect.fail(`${state.fen} remembers too much`);
      if (JSON.stringify(state).length > 12_000) expect.fail(`${state.fen} has grown too large`);
    }
  }
});
