import { expect, test } from "vitest";
import { words } from "../../../src/games/chess/words.ts";
import { stateAt } from "./corpus/corpus.ts";

const fen = "4k3/8/8/8/8/8/P7/4K2R b K - 7 30";
const view = { kind: "chess", fen: stateAt(fen).fen, check: false } as const;

test("moves are numbered from where the game began, and after those left out", () => {
  expect(words.moves({}, ["e4", "e5", "Nf3"])).toBe("1. e4 e5 2. Nf3");
  expect(words.moves({ fen }, ["Kd7", "a4", "Kd6"])).toBe("30… Kd7 31. a4 Kd6");
  expect(words.moves({}, [])).toBe("");
  expect(words.moves({}, ["Nc6", "Bb5"], 3)).toBe("2… Nc6 3. Bb5");
  expect(words.moves({ fen }, ["a4"], 1)).toBe("31. a4");
});

test("the board is a table with white at the bottom", () => {
  const lines = words.board(view).split("\n");
  expect(lines.slice(0, 3)).toEqual([
    "| Rank | a | b | c | d | e | f | g | h |",
    "|-|-|-|-|-|-|-|-|-|",
    "| 8 |   |   |   |   | ♚ |   |   |   |",
  ]);
  expect(lines.at(-2)).toBe("| 2 | ♙ |   |   |   |   |   |   |   |");
  expect(words.facts(view)).toEqual([`- FEN: ${fen}`]);
});

test("in letters it is a grid with what else a FEN tells, and in one line the FEN", () => {
  expect(words.grid(view).split("\n")).toEqual([
    "8 ....k...",
    ...[7, 6, 5, 4, 3].map((rank) => `${rank} ........`),
    "2 P.......",
    "1 ....K..R",
    "b K -",
  ]);
  expect(words.line(view)).toBe(`FEN: ${fen}`);
});

test("legal moves are grouped by the piece that moves", () => {
  const moves = ["a2a3", "a2a4", "e1d1", "h1g1", "e1g1"];
  expect(words.legal(view, moves)).toBe("P: a2a3 a2a4\nK: e1d1 e1g1\nR: h1g1");
});
