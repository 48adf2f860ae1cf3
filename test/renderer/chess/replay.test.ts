import { Chess } from "chess.js";
import { describe, expect, it } from "vitest";
import { aheadBy } from "../../../src/games/chess/page/material.ts";
import { replayMoves } from "../../../src/games/chess/page/replay.ts";
import { drawClaim } from "../../../src/games/chess/page/side.tsx";

function played(sans: readonly string[], fen?: string) {
  const game = new Chess(fen);
  const moves = sans.map((san) => game.move(san)).map(({ lan, san }) => ({ code: lan, text: san }));
  const legal = game.moves({ verbose: true }).map(({ lan }) => lan);
  return { spots: replayMoves(fen ?? null, moves), legal, game };
}

describe("a replayed game", () => {
  it("a replayed game knows each position, what led to it and what was taken", () => {
    const { spots, game } = played(["e4", "d5", "exd5", "Qxd5", "Nc3", "Qe5+", "Be2"]);
    expect(spots).toHaveLength(8);
    expect(spots.at(-1)?.fen).toBe(game.fen());
    expect(spots[6]).toMatchObject({ ply: 6, turn: "white", check: true, uci: "d5e5" });
    expect(spots.at(-1)?.captures).toEqual({ white: ["pawn"], black: ["pawn"] });
  });

  it("a replayed game counts a pawn taken in passing", () => {
    const { spots } = played(["e4", "a6", "e5", "d5", "exd6"]);
    expect(spots.at(-1)?.captures.white).toEqual(["pawn"]);
    expect(aheadBy(spots.at(-1)?.fen ?? "", "white")).toBe(1);
    expect(aheadBy(spots.at(-1)?.fen ?? "", "black")).toBe(0);
  });

  it("a replayed game ends where a move cannot be followed", () => {
    expect(replayMoves(null, [{ code: "e2e4" }, { code: "e2e4" }])).toHaveLength(2);
  });
});

describe("a game that is followed", () => {
  const moves = ["e2e4", "e7e5", "g1f3", "b8c6"].map((code) => ({ code }));
  const whole = replayMoves(null, moves);

  it("a game that is followed keeps the positions that it knows and adds the new one", () => {
    const three = replayMoves(null, moves.slice(0, 3));
    const four = replayMoves(null, moves, three);
    expect(four).toEqual(whole);
    for (const [index, spot] of three.entries()) expect(four[index]).toBe(spot);
  });

  it("a game that is followed forgets what was taken back, and what was played in its place", () => {
    const back = replayMoves(null, moves.slice(0, 2), whole);
    expect(back).toEqual(whole.slice(0, 3));
    const other = replayMoves(null, [...moves.slice(0, 2), { code: "f1c4" }, { code: "g8f6" }], whole);
    expect(other.map(({ uci }) => uci)).toEqual([null, "e2e4", "e7e5", "f1c4", "g8f6"]);
    expect(other[2]).toBe(whole[2]);
  });

  it("a game that is followed begins anew for another start", () => {
    const fen = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    expect(replayMoves(fen, [{ code: "e2e4" }], whole).map(({ ply, uci }) => [ply, uci])).toEqual([
      [0, null],
      [1, "e2e4"],
    ]);
  });
});

describe("a draw to claim", () => {
  const round = ["Nf3", "Nf6", "Ng1", "Ng8"];

  it("a draw to claim is there once the position stood three times", () => {
    const { spots, legal } = played([...round, ...round]);
    expect(drawClaim(spots, legal)).toBe("now");
  });

  it("a draw to claim can be brought about by the move that repeats it", () => {
    const { spots, legal } = played([...round, ...round.slice(0, 3)]);
    expect(drawClaim(spots, legal)).toBe("next");
  });

  it("a draw to claim is not there before", () => {
    const { spots, legal } = played(round);
    expect(drawClaim(spots, legal)).toBeNull();
    expect(drawClaim(spots, [])).toBeNull();
  });

  it("a draw to claim comes with the fiftieth move without capture or pawn move", () => {
    const { spots, legal } = played([], "4k3/8/8/8/8/8/4P3/4K2R w K - 99 80");
    expect(drawClaim(spots, legal)).toBe("next");
    const done = played([], "4k3/8/8/8/8/8/4P3/4K2R w K - 100 80");
    expect(drawClaim(done.spots, done.legal)).toBe("now");
  });
});
