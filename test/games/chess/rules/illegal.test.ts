import { expect, test } from "vitest";
import { illegalKinds } from "../../../../src/games/chess/rules/illegal.ts";
import { rules as chess } from "../../../../src/games/chess/rules/rules.ts";
import { full } from "../../../support/full.ts";
import { corpusFiles, gamesOf, replayed, stateAt } from "../corpus/corpus.ts";

function refusalOf(fen: string | undefined, text: string): string {
  const state = stateAt(fen);
  const played = chess.play(state, state.fen.includes(" w ") ? "white" : "black", text);
  if (played.ok) throw new Error(`${text} was played as ${played.value.move.code}`);
  expect(played.code).toBe("ILLEGAL_MOVE");
  return played.message.replace(/^Invalid move: /, "");
}

test("every kind of illegal move is told apart", () => {
  const kinds: readonly (readonly [string | undefined, string, string])[] = [
    [undefined, "hello", "notation"],
    [undefined, "e4 e5", "notation"],
    [undefined, "--", "notation"],
    ["4k3/8/8/8/8/8/8/R4K1R w - - 0 1", "Re1e2", "no-piece"],
    ["4k3/8/8/8/8/4K3/8/R6R w - - 0 1", "Rd1", "ambiguous"],
    [undefined, "e3e4", "no-piece"],
    [undefined, "Qd4", "blocked"],
    [undefined, "e7e5", "wrong-side"],
    [undefined, "e2e5", "movement"],
    [undefined, "Nxf3", "capture"],
    [undefined, "exd3", "capture"],
    [undefined, "e1e2", "blocked"],
    [undefined, "Bb5", "blocked"],
    [undefined, "e1g1", "blocked"],
    ["4k3/8/8/8/4r3/8/4N3/2N1K3 w - - 0 1", "Ng3", "pinned"],
    ["4k3/8/8/8/8/8/3r4/5K2 w - - 0 1", "f1f2", "into-check"],
    ["4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "e1g1", "into-check"],
    ["4r3/8/8/8/1b6/7k/3B4/4K3 w - - 0 1", "Be3", "pinned"],
    ["4k3/8/8/8/7q/8/P7/4K3 w - - 0 1", "a3", "in-check"],
    ["r3k2r/8/8/8/8/8/8/R3RK2 b kq - 0 1", "O-O-O", "in-check"],
    ["4k3/8/8/8/8/8/8/R3K2R w Q - 0 1", "O-O", "castling"],
    ["7k/P7/8/8/8/8/8/K7 w - - 0 1", "a8", "promotion"],
  ];
  for (const [fen, text, kind] of kinds) {
    const state = stateAt(fen);
    expect([text, chess.play(state, "white", text)]).toMatchObject([text, { code: "ILLEGAL_MOVE", illegal: kind }]);
  }
  expect(new Set(kinds.map(([, , kind]) => kind))).toEqual(new Set(illegalKinds));
});

const initial = undefined;
const format = "Write the squares it leaves and enters (e2e4, a7a8q, e1g1) or SAN (Nf3, exd5, e8=Q, O-O).";

const several = (text: string, such: string) =>
  `“${text}” is more than one move: write only your own next one, such as ${such}.`;

test.each([
  ["an empty square", initial, "e3e4", "there is no piece on e3."],
  ["the opponent's piece", initial, "e7e5", "the pawn on e7 is Black’s, and you play White."],
  ["a piece that stays", initial, "g1g1", "the knight on g1 would stay where it is."],
  ["a way the piece does not move", initial, "g1g5", "the knight on g1 cannot go to g5."],
  ["a way none of the pieces moves", initial, "Ng5", "none of your knights (b1, g1) can go to g5."],
  ["a piece in the way", initial, "a1a3", "the pawn on a2 is in the way of the rook from a1 to a3."],
  ["a piece in the way, in SAN", initial, "Bb5", "the pawn on e2 is in the way of the bishop from f1 to b5."],
  ["one's own piece on the target", initial, "e1e2", "your own pawn stands on e2."],
  ["one's own piece on the target, in SAN", initial, "Nd2", "your own pawn stands on d2."],
  ["a capture of nothing", initial, "Nxf3", "there is nothing to capture on f3."],
  ["a piece that is not on that file", initial, "Naf3", "you have no knight on the a-file that could go to f3."],
  ["a piece that is not on that rank", initial, "N3f3", "you have no knight on rank 3 that could go to f3."],
  ["a piece that is not on that square", initial, "Nb3d4", "you have no knight on b3."],
  [
    "a piece that is not on the board",
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    "Qd4",
    "you have no queen that could go to d4.",
  ],
  ["a pawn step too long", initial, "e2e5", "the pawn on e2 cannot go to e5."],
  ["a pawn step too long, in SAN", initial, "e5", "the pawn on e2 cannot go to e5."],
  [
    "a second double step",
    "4k3/8/8/8/8/4P3/8/4K3 w - - 0 1",
    "e3e5",
    "the pawn on e3 has left its starting square, and may go only one square forward.",
  ],
  [
    "a pawn that is blocked",
    "4k3/8/8/8/8/4n3/4P3/4K3 w - - 0 1",
    "e2e4",
    "the knight on e3 is in the way of the pawn on e2, which captures only diagonally.",
  ],
  ["a pawn that captures nothing", initial, "exd3", "there is nothing for the pawn on e2 to capture on d3."],
  [
    "an en passant capture too late",
    "4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1",
    "exd6",
    "the pawn on d5 cannot be taken en passant: that is possible only directly after the double step and if your own king is safe afterwards.",
  ],
  [
    "a pawn on no such file",
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    "e4",
    "you have no pawn on the e-file that could go to e4.",
  ],
  [
    "a pinned piece",
    "4k3/8/8/8/4r3/8/4N3/4K3 w - - 0 1",
    "Nc3",
    "the knight on e2 is pinned: your king would be in check from the rook on e4.",
  ],
  [
    "the one pinned piece of two",
    "4k3/8/8/8/4r3/8/4N3/2N1K3 w - - 0 1",
    "Ng3",
    "the knight on e2 is pinned: your king would be in check from the rook on e4.",
  ],
  [
    "a king that walks into check",
    "4k3/8/8/8/8/8/3r4/5K2 w - - 0 1",
    "f1f2",
    "your king would be in check on f2 from the rook on d2.",
  ],
  [
    "a king that stays in the line of the check",
    "4k3/8/8/8/8/8/8/r4K2 w - - 0 1",
    "f1g1",
    "your king would be in check on g1 from the rook on a1.",
  ],
  [
    "a check that is not answered",
    "4k3/8/8/8/7q/8/P7/4K3 w - - 0 1",
    "a3",
    "it is check from the queen on h4, and this does not answer it.",
  ],
  [
    "a double check that is half answered",
    "4k3/8/8/8/1b6/5n2/6P1/2B1K3 w - - 0 1",
    "gxf3",
    "it is check from the bishop on b4, and this does not answer it.",
  ],
  [
    "a pinned piece that would answer the check",
    "4r3/8/8/8/1b6/7k/3B4/4K3 w - - 0 1",
    "Be3",
    "the bishop on d2 is pinned: your king would be in check from the bishop on b4.",
  ],
  [
    "a pinned piece that does not answer the check",
    "4r3/8/8/8/1b6/7k/3N4/4K3 w - - 0 1",
    "Nf3",
    "it is check from the rook on e8, and this does not answer it.",
  ],
  [
    "a promotion without a piece",
    "7k/P7/8/8/8/8/8/K7 w - - 0 1",
    "a7a8",
    "a pawn that reaches the last rank must become another piece: add q, r, b or n, for example a7a8q.",
  ],
  [
    "a promotion without a piece, in SAN",
    "7k/P7/8/8/8/8/8/K7 w - - 0 1",
    "a8",
    "a pawn that reaches the last rank must become another piece: add q, r, b or n, for example a7a8q.",
  ],
  [
    "a promotion to a king",
    "7k/P7/8/8/8/8/8/K7 w - - 0 1",
    "a8=K",
    "a pawn cannot become a king: add q, r, b or n, for example a7a8q.",
  ],
  [
    "a promotion far from the last rank",
    initial,
    "e2e4q",
    "only a pawn that reaches the last rank is promoted: write e2e4 with nothing after it.",
  ],
  [
    "a promotion of a knight",
    initial,
    "Nf3=Q",
    "only a pawn that reaches the last rank is promoted: write g1f3 with nothing after it.",
  ],
  [
    "castling without the right",
    "4k3/8/8/8/8/8/8/R3K2R w Q - 0 1",
    "O-O",
    "White has no right to castle kingside: the king or that rook has moved, or is not there.",
  ],
  [
    "castling out of check",
    "r3k2r/8/8/8/8/8/8/R3RK2 b kq - 0 1",
    "O-O-O",
    "the king is in check from the rook on e1, and cannot castle out of it.",
  ],
  [
    "castling past a piece",
    initial,
    "e1g1",
    "the bishop on f1 and the knight on g1 stand between the king and the rook.",
  ],
  [
    "castling past a piece beside the rook",
    "4k3/8/8/8/8/8/8/RN2K3 w Q - 0 1",
    "0-0-0",
    "the knight on b1 stands between the king and the rook.",
  ],
  [
    "castling through check",
    "4kr2/8/8/8/8/8/8/4K2R w K - 0 1",
    "e1g1",
    "the king would pass through f1, which is attacked by the rook on f8.",
  ],
  [
    "castling into check",
    "4k1r1/8/8/8/8/8/8/4K2R w K - 0 1",
    "e1h1",
    "your king would be in check on g1 from the rook on g8.",
  ],
  [
    "an ambiguous knight",
    "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1",
    "Ne2",
    "“Ne2” is ambiguous, it could be Nce2 (c1e2) or Nge2 (g1e2).",
  ],
  [
    "a small letter that two knights can mean",
    "4k3/8/8/8/8/8/8/2N1K1N1 w - - 0 1",
    "ne2",
    "“ne2” is ambiguous, it could be Nce2 (c1e2) or Nge2 (g1e2).",
  ],
  [
    "capitals that pawn and bishop can mean",
    "4k3/8/8/8/8/2p5/1P6/4B1K1 w - - 0 1",
    "BXC3",
    "“BXC3” is ambiguous, it could be Bxc3 (e1c3) or bxc3 (b2c3).",
  ],
  [
    "a bishop that is not there, where the pawn can",
    "4k3/8/8/8/8/2p5/1P6/6K1 w - - 0 1",
    "Bxc3",
    "you have no bishop that could go to c3.",
  ],
  [
    "a small b where bishop and promoting pawn can",
    "2r3k1/1P6/8/8/6B1/8/8/6K1 w - - 0 1",
    "bxc8",
    "a pawn that reaches the last rank must become another piece: add q, r, b or n, for example b7c8q.",
  ],
  [
    "squares that a bishop of that rank could be meant by",
    "4k3/8/8/8/8/8/P2B4/6K1 w - - 0 1",
    "b2c3",
    "there is no piece on b2.",
  ],
  ["a small letter whose piece cannot", initial, "ng5", "none of your knights (b1, g1) can go to g5."],
  [
    "a number without a stop",
    "4k3/8/8/8/8/8/P7/4K3 w - - 0 1",
    "1 e4",
    "you have no pawn on the e-file that could go to e4.",
  ],
  ["two moves", initial, "1. e4 e5", several("1. e4 e5", "e4")],
  ["two moves without a number", initial, "e4 e5", several("e4 e5", "e4")],
  ["two moves without a stop", initial, "1 e4 e5", several("1 e4 e5", "e4")],
  ["two moves of pieces", initial, "Nf3 Nc6", several("Nf3 Nc6", "Nf3")],
  ["two moves in coordinates", initial, "e2e4 e7e5", several("e2e4 e7e5", "e4")],
  [
    "two moves of which the second is one's own",
    "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
    "1. e4 e5",
    several("1. e4 e5", "e5"),
  ],
  ["a whole opening", initial, "1.e4 e5 2.Nf3 Nc6", several("1.e4 e5 2.Nf3 Nc6", "e4")],
  ["squares of the opponent's piece with a space", initial, "e7 e5", "the pawn on e7 is Black’s, and you play White."],
  ["characters that are no letters", initial, "♘–→×é", `“♘–→×é” is not a move. ${format}`],
  ["half a character", initial, `${"e".repeat(19)}😀`, `“${"e".repeat(19)}\ufffd…” is not a move. ${format}`],
  ["words", initial, "resign", `“resign” is not a move. ${format}`],
  ["nothing", initial, "", `“” is not a move. ${format}`],
  [
    "a bishop that may be a pawn",
    "6k1/8/8/8/B7/8/1P6/4K3 w - - 0 1",
    "bb3",
    "“bb3” is ambiguous, it could be b3 (b2b3) or Bb3+ (a4b3).",
  ],
  ["a null move", initial, "0000", "“0000” passes the turn, which chess does not allow: every turn needs a move."],
  ["a square off the board", initial, "e2e9", `“e2e9” is not a move. ${format}`],
  ["control characters", initial, "e2\u0000\u001b[31m\n\u202ee4", `“e2??[31m??e4” is not a move. ${format}`],
  ["quotes", initial, 'e2" or "e4', `“e2' or 'e4” is not a move. ${format}`],
  ["overlong text", initial, "e2e4 ".repeat(100_000), `“e2e4 e2e4 e2e4 e2e4 …” is not a move. ${format}`],
])("a move that is no legal one is refused with the reason: %s", (_, fen, text, reason) => {
  expect(refusalOf(fen, text)).toBe(reason);
});

test("of all pairs of squares exactly the legal moves are played, and every other gets a reason in one line", () => {
  const squares = [..."abcdefgh"].flatMap((file) => [..."12345678"].map((rank) => file + rank));
  for (const file of corpusFiles.filter((_, index) => full || index % 3 === 0)) {
    const [game] = gamesOf(file);
    if (game === undefined) throw new Error(`no game in ${file}`);
    const { states } = replayed(game);
    const state = states[Math.floor(states.length * 0.6)] ?? stateAt();
    const seat = state.fen.includes(" w ") ? "white" : "black";
    const accepted = new Set<string>();
    for (const from of squares) {
      for (const to of squares) {
        const played = chess.play(state, seat, from + to);
        if (played.ok) accepted.add(played.value.move.code);
        else expect(played.message).toMatch(/^Invalid move: (?!.*(?:undefined|null|from [.,])).{10,200}\.$/);
      }
    }
    const legal = chess.legalMoves(state, seat);
    expect([...accepted].sort()).toEqual(legal.filter((move) => move.length === 4).toSorted());
  }
}, 120_000);
