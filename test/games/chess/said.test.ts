import { expect, test } from "vitest";
import { chess } from "../../../src/games/chess/index.ts";

/** White can take on e5 and on f7, castle, and has knights on c3 and f3. */
const open = "r1bqkb1r/pppp1ppp/2n2n2/4p3/2B1P3/2N2N2/PPPP1PPP/R1BQK2R w KQkq - 6 5";

/** The contradictions of a text to a move, from that position. */
function against(text: string, played: string, fen = open): readonly string[] {
  const before = chess.rules.start({ fen });
  if (!before.ok) throw new Error(before.message);
  const seat = chess.rules.toMove(before.value)[0] ?? "";
  const move = chess.rules.play(before.value, seat, played);
  if (!move.ok) throw new Error(move.message);
  return (chess.contradictions?.(before.value, move.value, text) ?? []).map(({ kind, said }) => `${kind}: ${said}`);
}

test.each([
  ["I'll play Nxe5 and win a pawn.", "d3", ["other-move: Nxe5"]],
  ["I will play **Nxe5**.", "d3", ["other-move: Nxe5"]],
  ["My move is f3e5!", "d3", ["other-move: f3e5"]],
  ["Best move: O-O. It is safe.", "d3", ["other-move: O-O"]],
  ["I am going with Knight to g5", "d3", ["other-move: Knight to g5"]],
  ["I castle kingside now.", "d3", ["other-move: castle kingside"]],
  ["Nxe5 wins a pawn.", "d3", ["other-move: Nxe5"]],
  ["Nxe5!", "d3", ["other-move: Nxe5"]],
  ["After some thought Nxe5 is my choice.", "d3", ["other-move: Nxe5"]],
  ["I think Ng5 is the most solid move.", "d3", ["other-move: Ng5"]],
  ["I decide to play Ng5, attacking f7.", "d3", ["other-move: Ng5"]],
  ["I'll capture on e5 with Nxe5.", "d3", ["other-move: Nxe5"]],
  ["I move my knight from f3 to g5.", "d3", ["other-move: knight from f3 to g5"]],
  // An illegal one is no less another one.
  ["I choose Qxh7#", "d3", ["other-move: Qxh7#"]],
  // Where several are announced, a final word counts before all others, and else the played one is enough.
  ["I play d3. No: final answer: Nxe5", "d3", ["other-move: Nxe5"]],
  ["I play Nxe5? No. I'll play d3, and then I play Bg5.", "d3", []],
  ["I play d3", "d3", []],
  ["Black's best move is d6 then, and the second best move is Bc5.", "d3", []],
  ["My move is d2-d3, since Nxe5 loses a piece.", "d2d3", []],
  ["I castle, so my king is safe: I'll play 0-0.", "O-O", []],
  // Weighed, feared, planned, and given up.
  ["If I play Nxe5, Black takes back. I won't play Nxe5.", "d3", []],
  ["I considered Nxe5 but it loses a piece; Ng5 is too early.", "d3", []],
  ["Nxe5 is tempting but it loses a piece.", "d3", []],
  ["This prepares Bg5 next, and stops Bb4.", "d3", []],
  ["Should I play Nxe5? Would I play Ng5?", "d3", []],
  ["d3 holds the centre. Then I'll castle kingside.", "d3", []],
  ["d3 holds the centre. I'll play Bg5 once Black has castled.", "d3", []],
  ["This is solid. If Black castles, I'll play Bg5.", "d3", []],
  ["This is solid. When the knight leaves, I'm going for Ng5; after that I'll castle kingside.", "d3", []],
  ["My plan is simple: next, I'll play Bg5.", "d3", []],
  ["If Black castles, my best move is Bg5, and I think Ng5 wins.", "d3", []],
  // Thoughts before the move are no plan for after it.
  ["After weighing all of this, I'll play Nxe5.", "d3", ["other-move: Nxe5"]],
  ["If Black castles, I attack. I'll play Nxe5.", "d3", ["other-move: Nxe5"]],
])("another move than the announced one is noted: %s (%s)", (text, played, found) => {
  expect(against(text, played)).toEqual(found);
});

test.each([
  ["My knight on g5 attacks f7.", "d3", ["no-piece: knight on g5"]],
  ["I take the queen on h4.", "d3", ["no-piece: queen on h4"]],
  ["Black’s bishop at b4 pins me.", "d3", ["no-piece: bishop at b4"]],
  ["White's knight on f6 is strong", "d3", ["no-piece: knight on f6"]],
  ["The e3-pawn hangs, as does my d6 pawn", "d3", ["no-piece: e3-pawn", "no-piece: d6 pawn"]],
  ["I move the rook from b1 away", "Rb1", []],
  ["The knight on f3, Black's knight on f6 and the e5 pawn; my bishop at c4", "d3", []],
  // It stands there after the move.
  ["My knight on g5 attacks f7", "Ng5", []],
  // Wishes and fears.
  ["I want my knight on g5 one day; a knight on d5 would be an outpost; if the queen on h4 came", "d3", []],
  ["There is no queen on h4", "d3", []],
  ["", "d3", []],
])("a piece that stands elsewhere is noted: %s (%s)", (text, played, found) => {
  expect(against(text, played)).toEqual(found);
});

test("a thing said twice is noted once, and a long text takes no time", () => {
  expect(against("My knight on g5. My knight on g5! I play Nxe5. I play Nxe5.", "d3")).toEqual([
    "other-move: Nxe5",
    "no-piece: knight on g5",
  ]);
  const from = performance.now();
  for (const piece of ["I play Nxe5. ", "my knight on ", "the ", "knight on g5 ", "I play ", "a1 ", "final answer: "])
    against(piece.repeat(400).slice(0, 4_096), "d3");
  expect(performance.now() - from).toBeLessThan(500);
});
