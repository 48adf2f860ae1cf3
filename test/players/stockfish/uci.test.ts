import { expect, test } from "vitest";
import { chooseMove } from "../../../src/main/players/stockfish/pool.ts";
import { positionCommand, readSearch, refusedPosition } from "../../../src/main/players/stockfish/uci.ts";
import { seeded } from "../../support/seeded.ts";

const legal = ["a1a8", "h1g1"];
const info = (score: string, move: string) =>
  `info depth 1 seldepth 2 multipv 1 score ${score} nodes 16 time 1 pv ${move}`;

test("lines that are no UCI are passed over", () => {
  const lines = [
    "",
    "\u0000garbage",
    "info",
    "info depth x score cp",
    "bestmoves a1a8",
    info("cp 6", "a1a8"),
    "bestmove h1g1",
  ];
  expect(readSearch(lines, legal)).toEqual({
    ok: true,
    value: { best: "h1g1", mating: null, lines: new Map([["a1a8", expect.closeTo(50.55, 2)]]) },
  });
});

test.each([["bestmove  h1g1"], ["bestmove\th1g1 ponder a1a8"], ["bestmove \t h1g1"]])(
  "the answer “%s” is read with its blanks",
  (line) => expect(readSearch([line], legal)).toMatchObject({ value: { best: "h1g1" } }),
);

test.each([["bestmove a1a9"], ["bestmove (none)"], ["bestmove"], ["bestmove A1A8"]])(
  "the answer “%s” is refused, since it is no legal move",
  (line) => {
    expect(readSearch([line], legal)).toMatchObject({ ok: false, code: "ENGINE_FAILED" });
  },
);

test.each([
  ["a mate for the side to move", [info("mate 1", "a1a8")], "a1a8"],
  ["a mate that is told after its line", ["info depth 1 pv a1a8 h1g1 score mate 1"], "a1a8"],
  ["a mate against it", [info("mate -1", "a1a8")], null],
  ["a bound", [info("mate 1 lowerbound", "a1a8")], null],
  ["a mate that the next depth refuted", [info("mate 3", "a1a8"), info("cp 40", "h1g1")], null],
  ["a mate by an illegal move", [info("mate 1", "a1a9")], null],
])("the move that mates, if there is one, is read from a search that tells %s", (_name, lines, mating) => {
  expect(readSearch([...lines, "bestmove h1g1"], legal)).toMatchObject({ value: { mating } });
});

test("a FEN cannot smuggle in a second command", () => {
  const command = positionCommand("7k/8/8/8/8/8/8/K7 w - - 0 1\nquit\r\n", ["a1a2"]);
  expect(command).toBe("position fen 7k/8/8/8/8/8/8/K7 w - - 0 1 quit moves a1a2");
});

test("the reason of a refused position is read", () => {
  const line = "info string CRITICAL ERROR: Command `` failed. Reason: Unsupported position. King can be captured.";
  expect(refusedPosition(line)).toBe("King can be captured.");
  expect(refusedPosition(info("cp 6", "a1a8"))).toBe(null);
});

test("a level that errs plays each move as often as its expected score and the size of its errors have it", () => {
  const size = 10;
  const level = { choice: { by: "errors", size }, depth: 1, movetimeMs: 1000 } as const;
  const line = (rank: number, score: string, move: string) =>
    `info depth 1 multipv ${rank} score ${score} nodes 16 time 1 pv ${move}`;
  const printed = [line(1, "cp 0", "a1a8"), line(2, "cp -100", "h1g1"), "bestmove a1a8"];
  const read = readSearch(printed, legal);
  if (!read.ok) throw new Error(read.message);
  // 100 / (1 + e^0.368208) per cent of the points with the second move, and 50 with the first.
  const share = 1 / (1 + Math.exp((100 / (1 + Math.exp(0.368208)) - 50) / size));
  const random = seeded(3);
  const many = 4_000;
  const first = Array.from({ length: many }, () => chooseMove(read.value, level, random)).filter((m) => m === "a1a8");
  expect(share).toBeGreaterThan(0.6);
  expect(Math.abs(first.length / many - share)).toBeLessThan(3 * Math.sqrt((share * (1 - share)) / many));
  // A mate that the best line has is given, and one that another line has is no reason to play it.
  const mate = readSearch([line(1, "mate 1", "h1g1"), line(2, "cp -100", "a1a8"), "bestmove h1g1"], legal);
  expect(mate.ok && chooseMove(mate.value, level, () => 0.99)).toBe("h1g1");
  expect(readSearch([line(1, "cp 9", "h1g1"), line(2, "mate 3", "a1a8"), "bestmove h1g1"], legal)).toMatchObject({
    value: { mating: null },
  });
});
