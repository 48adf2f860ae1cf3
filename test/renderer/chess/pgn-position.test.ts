import { describe, expect, it } from "vitest";
import { chess } from "../../../src/games/chess/page/index.tsx";
import { lastPositionOf } from "../../../src/games/chess/page/pgn-position.ts";

describe("the last position of a PGN", () => {
  it("the last position of a PGN is taken from the first game, without its variations and comments", () => {
    const pgn = '[White "A"]\n\n1. e4 {best by test} e5 (1... c5 2. Nf3) 2. Nf3 $1 1-0\n\n[White "B"]\n\n1. d4 *';
    expect(lastPositionOf(pgn)).toEqual({
      ok: true,
      value: "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    });
  });

  it("the last position of a PGN may begin elsewhere", () => {
    const pgn = '[SetUp "1"]\n[FEN "4k3/8/8/8/8/8/4P3/4K3 b - - 0 40"]\n\n40... Kd7 41. e4 *';
    expect(lastPositionOf(pgn)).toEqual({ ok: true, value: "8/3k4/8/8/4P3/8/8/4K3 b - - 0 41" });
  });

  it.each(["", "?", "-", "startpos"])(
    "the last position of a PGN whose FEN tag is %j is one from the usual start",
    (fen) => {
      const start = "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1";
      expect(lastPositionOf(`[FEN "${fen}"]\n\n1. e4 *`)).toEqual({ ok: true, value: start });
    },
  );

  it.each([
    ["hello world", "This is neither a FEN nor a PGN with moves."],
    ['[White "A"]', "This is neither a FEN nor a PGN with moves."],
    ['[FEN "?"]', "This is neither a FEN nor a PGN with moves."],
    ["1. e4 e5 2. Ke4", "This PGN cannot be played through: 2. Ke4 is not a legal move."],
    ["1. e4 e4", "This PGN cannot be played through: 1… e4 is not a legal move."],
    ['[FEN "nonsense"]\n\n1. e4', expect.stringMatching(/^Invalid FEN: the board has 1 rank /)],
    [
      '[Variant "Chess960"]\n\n1. e4',
      "This PGN cannot be used: only standard chess is played here, and this is “Chess960”.",
    ],
    ["1. e4 {not closed", "This PGN cannot be used: a comment is not closed in line 1."],
  ])("the last position of a PGN is not to be had from %j", (pgn, message) => {
    expect(lastPositionOf(pgn)).toMatchObject({ ok: false, message });
  });
});

describe("the starting position of a new game", () => {
  const fen = "r1bqkbnr/pppp1ppp/2n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3";
  it.each([fen, `"${fen}"`, `\`${fen}\``, `**${fen}**`, `\u200b“${fen}”\n`, fen.replaceAll(" ", "_")])(
    "the starting position of a new game is read from %j",
    async (text) => {
      const [field] = chess.options;
      if (field?.kind !== "position") throw new Error("no field for a position");
      expect(await field.parse(text)).toMatchObject({ ok: true, value: { value: fen, view: { fen }, isGame: false } });
    },
  );
});
