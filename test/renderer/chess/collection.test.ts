import { expect, test } from "vitest";
import { pgnCollection } from "../../../src/games/chess/page/collection.ts";
import { pgnToGame } from "../../../src/games/chess/pgn/import.ts";
import { gamesOf } from "../../games/chess/corpus/corpus.ts";

const cut = (text: string) => [...pgnCollection(text)].map(({ text: game, line }) => [game, line]);

test("a file is cut into its games, each with its line", () => {
  const [one, two] = [
    '[Event "a"]\n\n1. e4 {a "[Event" in it} e5 1-0',
    '[Event "b"]\n[Site "c"]\n\n1. d4 (1. c4 *) d5',
  ];
  expect(cut(`\ufeff\r\n${one}\r\n\r\n\r\n${two}\n\n[Event "c"] *\n; done\n`)).toEqual([
    [one, 2],
    [two, 7],
    ['[Event "c"] *\n; done', 12],
  ]);
  expect(cut("1. e4 e5 1-0 1. d4 1/2-1/2\n\n1. c4")).toEqual([
    ["1. e4 e5 1-0", 1],
    ["1. d4 1/2-1/2", 1],
    ["1. c4", 3],
  ]);
  expect(cut(" \n{nothing}\n")).toEqual([]);
});

test.each([
  ["comment", '[Event "a"]\n\n1. e4 {no end'],
  ["variation", '[Event "a"]\n\n1. e4 (1. d4'],
  ["tag", '[Event "a]\n\n1. e4'],
])("a game with an open %s takes no other along", (_, broken) => {
  const whole = '[Event "b"]\n\n1. d4 *';
  const games = [...pgnCollection(`${whole}\n\n${broken}\n\n${whole}`)].map(({ text }) => text);
  expect(games).toEqual([whole, broken, whole]);
  expect(pgnToGame(broken).ok).toBe(false);
});

test("every game of a real file is found again", () => {
  const games = gamesOf("engines").map(({ pgn }) => pgn.trim());
  expect([...pgnCollection(games.join("\n\n"))].map(({ text }) => text)).toEqual(games);
});

test("a long file that never closes anything takes no longer than its length asks for", () => {
  const began = performance.now();
  expect([...pgnCollection('{[Event "x"] ( '.repeat(200_000))].length).toBeLessThanOrEqual(1);
  expect([...pgnCollection("{\n\n".repeat(300_000))].length).toBe(0);
  expect(performance.now() - began).toBeLessThan(5_000);
});
