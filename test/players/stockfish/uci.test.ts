import { expect, test } from "vitest";
import { chooseMove } from "../../../src/main/players/stockfish/choose-move.ts";
import { positionCommand, readSearch, refusedPosition } from "../../../src/main/players/stockfish/uci.ts";

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
  expect(readSearch(lines, legal)).toEqual({ ok: true, value: { best: "h1g1", mating: null } });
});

test.each([["bestmove a1a9"], ["bestmove (none)"], ["bestmove"], ["bestmove A1A8"]])(
  "%s is refused where it is no legal move",
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
])("the mating move of %s", (_name, lines, mating) => {
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

test("the random share decides between the engine's move and a random one", () => {
  const level = { randomShare: 0.25, skill: 0, depth: 1, movetimeMs: 1000 };
  const pick = (...rolls: number[]) =>
    chooseMove({ best: "a1a8", mating: null }, level, legal, () => rolls.shift() ?? 0);
  expect(pick(0.25)).toBe("a1a8");
  expect(pick(0.24, 0.99)).toBe("h1g1");
  expect(pick(0.24, 0)).toBe("a1a8");
});
