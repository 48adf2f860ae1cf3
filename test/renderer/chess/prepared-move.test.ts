import { expect, test } from "vitest";
import { type BoardNow, fateOf, type PreparedMove } from "../../../src/games/chess/page/ground.ts";
import { fenAfter } from "../../../src/games/chess/page/position.ts";
import { allMoves, positionOf, uciOf } from "../../../src/games/chess/rules/board.ts";
import { initialFen } from "../../../src/games/chess/rules/fen.ts";

const at = (moves: string, start = initialFen): string =>
  moves.split(" ").reduce((fen, uci) => fenAfter(fen, uci) ?? expect.unreachable(`${uci} in ${fen}`), start);
const now = (fen: string, change: Partial<BoardNow> = {}): BoardNow => ({
  fen,
  seat: "white",
  legal: positionOf(fen).turn === (change.seat ?? "white") ? allMoves(positionOf(fen)).map(uciOf) : [],
  premoves: true,
  ...change,
});
const premove = (base: string, from: PreparedMove["from"], to: PreparedMove["to"]): PreparedMove => ({
  base,
  from,
  to,
  promotion: "none",
});
const goes = { kind: "goes" };

const waiting = at("e2e4 e7e5 g1f3");
const bishop = premove(waiting, "f1", "c4");
const answered = at("b8c6", waiting);

test.each([
  ["stays in its position", now(waiting), { kind: "stays", move: bishop }],
  ["is played after the opponent's move", now(answered), { kind: "is-played", uci: "f1c4" }],
  ["goes where that move does not let it", now(at("f8b4", at("d2d4 e7e6 g1f3"))), goes],
  ["goes with a takeback of the person's move", now(at("e2e4 e7e5")), goes],
  ["goes with a takeback of more", now(initialFen), goes],
  ["goes with a takeback after which others moved", now(at("e2e4 e7e5 g1f3 a7a6 a2a3 b8c6")), goes],
  ["goes where another move was made in place of the last one", now(at("e2e4 e7e5 b1c3 b8c6")), goes],
  ["goes with a jump of two moves of the opponent's", now(at("b8c6 a2a3 a7a6", waiting)), goes],
  ["goes where the position only looks like the next one", now(answered.replace(/ \d+ \d+$/, " 9 9")), goes],
  ["goes while a past position is looked at, or a seat is open", now(waiting, { seat: null }), goes],
  ["goes where the person sits elsewhere", now(answered, { seat: "black" }), goes],
  ["goes with the connection", now(waiting, { premoves: false }), goes],
  ["goes with the connection, though the opponent has just moved", now(answered, { premoves: false }), goes],
  ["goes in another game", now(at("d2d4 d7d5")), goes],
] as const)("a premove %s", (_, board, fate) => {
  expect(fateOf(bishop, board)).toEqual(fate);
});

test("a premove is played after each legal move of the opponent's that leaves it legal, and after nothing else", () => {
  const pawn = premove(waiting, "f3", "e5");
  for (const reply of allMoves(positionOf(waiting)).map(uciOf)) {
    const board = now(at(reply, waiting));
    expect(fateOf(pawn, board)).toEqual(board.legal.includes("f3e5") ? { kind: "is-played", uci: "f3e5" } : goes);
    for (const next of board.legal.slice(0, 2)) expect(fateOf(pawn, now(at(next, board.fen)))).toEqual(goes);
  }
});

test("a premove of the king onto its rook castles", () => {
  const base = "4k2r/8/8/8/8/8/8/R3K2R b KQ - 0 1";
  expect(fateOf(premove(base, "e1", "h1"), now(at("e8d8", base)))).toEqual({ kind: "is-played", uci: "e1g1" });
  expect(fateOf(premove(base, "e1", "h1"), now(at("h8f8", base)))).toEqual(goes);
});

test("a premove that promotes is played with the piece that was chosen, and until then it asks, also in the next position", () => {
  const base = "8/2P1k3/8/8/8/4K3/8/7r b - - 1 1";
  const next = at("h1h2", base);
  const open: PreparedMove = { ...premove(base, "c7", "c8"), promotion: "open" };
  expect(fateOf(open, now(base))).toEqual({ kind: "stays", move: open });
  const asked = { ...open, base: next };
  expect(fateOf(open, now(next))).toEqual({ kind: "stays", move: asked });
  expect(fateOf({ ...open, promotion: "knight" }, now(next))).toEqual({ kind: "is-played", uci: "c7c8n" });
  // From there on it is a question about the person's own move.
  expect(fateOf(asked, now(next, { premoves: false }))).toEqual({ kind: "stays", move: asked });
  expect(fateOf(asked, now(base))).toEqual(goes);
  expect(fateOf(asked, now(next, { seat: null }))).toEqual(goes);
  expect(fateOf(asked, now(at("c7c8q", next)))).toEqual(goes);
  // There is no pawn any more.
  const taken = "8/2P5/2k5/8/8/4K3/8/8 b - - 1 1";
  expect(fateOf({ ...open, base: taken }, now(at("c6c7", taken)))).toEqual(goes);
});
