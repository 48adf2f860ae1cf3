import { describe, expect, it } from "vitest";
import { passableSquares, readSetup, withPiece, writeSetup } from "../../../src/games/chess/page/editor.tsx";
import { study } from "../../../src/games/chess/page/study.ts";

const initial = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

describe("a position that is put together", () => {
  it("a position that is put together is written as it was read, whatever of it is possible", () => {
    for (const fen of [initial, "8/8/8/8/8/8/8/8 b - - 0 1", "PPPPPPPP/8/8/3pP3/8/8/8/kkkkKKKK w Kq d6 0 1"])
      expect(writeSetup(readSetup(fen))).toBe(fen);
    expect(writeSetup(readSetup("no position at all"))).toBe("8/8/8/8/8/8/8/8 w - - 0 1");
  });

  it("a position that is put together gets and loses pieces, and what they make impossible", () => {
    const setup = readSetup("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1");
    expect(passableSquares(setup)).toEqual(["d6"]);
    expect(writeSetup(withPiece(setup, "a1", "R"))).toBe("4k3/8/8/3pP3/8/8/8/R3K3 w - d6 0 1");
    expect(writeSetup(withPiece(setup, "d5", null))).toBe("4k3/8/8/4P3/8/8/8/4K3 w - - 0 1");
    expect(passableSquares({ ...setup, turn: "b" })).toEqual([]);
  });

  it("a position that is put together is taken or refused with the reason", () => {
    expect(study.parse(initial)).toMatchObject({ ok: true, value: { options: {} } });
    expect(study.parse("4k3/8/8/8/8/8/8/4K2R w K - 0 1")).toMatchObject({
      ok: true,
      value: { options: { fen: "4k3/8/8/8/8/8/8/4K2R w K - 0 1" } },
    });
    for (const [fen, message] of [
      ["8/8/8/8/8/8/8/8 w - - 0 1", "White has no king"],
      ["4k2R/8/8/8/8/8/8/4K3 w - - 0 1", "Black is in check"],
      ["k7/2Q5/1K6/8/8/8/8/8 b - - 0 1", "The game is over"],
    ] as const)
      expect(study.parse(fen)).toMatchObject({ ok: false, message: expect.stringContaining(message) });
  });
});
