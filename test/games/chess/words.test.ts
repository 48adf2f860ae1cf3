import { expect, test } from "vitest";
import { words } from "../../../src/games/chess/words.ts";
import { stateAt } from "./corpus/corpus.ts";

const fen = "4k3/8/8/8/8/8/P7/4K2R b K - 7 30";

test("moves are numbered from where the game began", () => {
  expect(words.moves({}, ["e4", "e5", "Nf3"])).toBe("1. e4 e5 2. Nf3");
  expect(words.moves({ fen }, ["Kd7", "a4", "Kd6"])).toBe("30… Kd7 31. a4 Kd6");
  expect(words.moves({}, [])).toBe("");
});

test("the board is a table, seen from one's own side", () => {
  const view = { kind: "chess", fen: stateAt(fen).fen, check: false } as const;
  const white = words.board(view, null).split("\n");
  expect(white.slice(0, 3)).toEqual([
    "| Rank | a | b | c | d | e | f | g | h |",
    "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
    "| 8 |   |   |   |   | ♚ |   |   |   |",
  ]);
  expect(white.at(-2)).toBe("| 2 | ♙ |   |   |   |   |   |   |   |");
  const black = words.board(view, "black").split("\n");
  expect(black[0]).toBe("| Rank | h | g | f | e | d | c | b | a |");
  expect(black[2]).toBe("| 1 | ♖ |   |   | ♔ |   |   |   |   |");
  expect(words.board(view, "white")).toBe(words.board(view, null));
  expect(words.facts(view)).toEqual([`- FEN: \`${fen}\``]);
});
