import { Chess } from "chess.js";
import { describe, expect, it } from "vitest";
import {
  kingsSquare,
  legalDestinations,
  fenAfter as positionAfter,
  readTyped,
} from "../../../src/games/chess/page/position.ts";
import { sanInWords } from "../../../src/games/chess/page/words.ts";

const legalIn = (fen: string): string[] => new Chess(fen).moves({ verbose: true }).map(({ lan }) => lan);
const sanIn = (fen: string, uci: string): string => new Chess(fen).move(uci).san;
const typedIn = (fen: string) => {
  const legal = legalIn(fen);
  return (text: string) => {
    const read = readTyped(fen, legal, text);
    if (read.kind === "illegal" && read.reason !== undefined)
      return legal.filter((uci) => read.reason?.includes(sanIn(fen, uci))).join(" or ");
    return read.kind === "move" ? read.code : read.kind === "incomplete" ? `${read.code}?` : null;
  };
};

describe("a move that is typed", () => {
  const start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
  const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
  // A pawn and a bishop that can both go to c4 by “bxc4” and “Bxc4”.
  const bishops = "4k3/8/8/8/2p5/1P6/8/4KB2 w - - 0 1";
  // Two knights that can both go to d2.
  const knights = "4k3/8/8/8/8/5N2/8/1N2K3 w - - 0 1";
  // A pawn and a bishop that can both go to b3: “bb3” is neither in SAN.
  const pawnOrBishop = "r1bqkb1r/2pp1ppp/p1n2n2/1p2p3/B3P3/5N2/PPPP1PPP/RNBQ1RK1 w kq - 0 6";
  const promotion = "3rk3/2P5/8/8/8/8/8/4K3 w - - 0 1";

  it.each([
    [start, "e4", "e2e4"],
    [start, "e2e4", "e2e4"],
    [start, "E2-E4", "e2e4"],
    [start, "Nf3!", "g1f3"],
    [start, "nf3", "g1f3"],
    [start, "e5", null],
    [start, "Ke2", null],
    [start, "<b>", null],
    [castling, "O-O", "e1g1"],
    [castling, "0-0-0", "e1c1"],
    [castling, "o-o", "e1g1"],
    [castling, "e1g1", "e1g1"],
    [castling, "e1h1", "e1g1"],
    [bishops, "bxc4", "b3c4"],
    [bishops, "Bxc4", "f1c4"],
    [bishops, "bc4", "b3c4 or f1c4"],
    [pawnOrBishop, "bb3", "a4b3 or b2b3"],
    [pawnOrBishop, "Bb3", "a4b3"],
    [pawnOrBishop, "b3", "b2b3"],
    [pawnOrBishop, "bxb5", "a4b5"],
    [pawnOrBishop, "d4 ±", "d2d4"],
    [promotion, "c8=N", "c7c8n"],
    [promotion, "c8Q", "c7c8q"],
    [promotion, "c7d8r", "c7d8r"],
    [promotion, "c8", "c7c8?"],
    [promotion, "cxd8", "c7d8?"],
    [promotion, "c7c8", "c7c8?"],
    [promotion, "c8+", "c7c8?"],
    [knights, "Nd2", "f3d2 or b1d2"],
    [knights, "Nbd2", "b1d2"],
    [knights, "nfd2", "f3d2"],
    [castling, "OO", "e1g1"],
    [castling, "castles long", "e1c1"],
    [start, "e2→e4", "e2e4"],
    [start, "♘f3", "g1f3"],
    [start, "knight to f3", "g1f3"],
    [start, "1. Nf3!", "g1f3"],
    [promotion, "c7→c8", "c7c8?"],
    [promotion, "c7→d8=N", "c7d8n"],
    [knights, "knight to d2", "f3d2 or b1d2"],
    [start, "e4 e5", null],
  ])("a move typed in %s, %s, is %s", (fen, text, expected) => {
    expect(typedIn(fen)(text)).toBe(expected);
  });

  it("a move that is typed is any legal move of a position, written as SAN or UCI", () => {
    const fen = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
    const read = typedIn(fen);
    for (const { san, lan } of new Chess(fen).moves({ verbose: true })) {
      expect(read(san), san).toBe(lan);
      expect(read(lan), lan).toBe(lan);
    }
  });
});

describe("a position", () => {
  it("a position after a move is the one that the host has", () => {
    const game = new Chess();
    for (const san of ["e4", "a6", "e5", "d5", "exd6", "h6", "Nf3", "g6", "Be2", "Bg7", "O-O"]) {
      const before = game.fen();
      const { lan } = game.move(san);
      expect(positionAfter(before, lan), san).toBe(game.fen());
    }
  });

  it("a position has no position after an illegal move", () => {
    expect(positionAfter("4k3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e3")).toBeNull();
    expect(positionAfter("nonsense", "e1e2")).toBeNull();
  });

  it("a position lets a king that may castle go onto its rook, and no other piece", () => {
    const castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    const squares = ["a1", "c1", "d1", "d2", "e2", "f1", "f2", "g1", "h1"];
    expect(legalDestinations(castling).get("e1")?.toSorted()).toEqual(squares);
    expect(kingsSquare(castling, "e1", "h1")).toBe("g1");
    expect(kingsSquare(castling, "e8", "a8")).toBe("c8");
    expect(kingsSquare(castling, "e1", "e2")).toBeNull();
    const queen = "4k3/8/8/8/8/8/4K3/4Q2R w - - 0 1";
    expect(legalDestinations(queen).get("e1")).toEqual(expect.arrayContaining(["g1", "c1"]));
    expect(legalDestinations(queen).get("e1")).not.toContain("h1");
    expect(kingsSquare(queen, "e1", "h1")).toBeNull();
  });

  it("a position lists a promotion's square once", () => {
    expect(legalDestinations("k7/2P5/8/8/8/p7/P7/K1B5 w - - 0 1")).toEqual(
      new Map([
        ["c7", ["c8"]],
        ["c1", ["b2", "d2", "a3", "e3", "f4", "g5", "h6"]],
        ["a1", ["b1"]],
      ]),
    );
  });
});

describe("a move in words", () => {
  it.each([
    ["e4", "pawn to e4"],
    ["Nxf6+", "knight takes f6, check"],
    ["Nbd7", "knight from b to d7"],
    ["R1xa3", "rook from 1 takes a3"],
    ["Qh4e1#", "queen from h4 to e1, checkmate"],
    ["exd8=Q+", "pawn takes d8, becomes a queen, check"],
    ["O-O", "castles kingside"],
    ["O-O-O#", "castles queenside, checkmate"],
    ["b2", "pawn to b2"],
    ["?", "?"],
  ])("the move %s is spoken as: %s", (san, words) => {
    expect(sanInWords(san)).toBe(words);
  });
});
